import { api, frozenStates, type ProjectChange, projectPartNames, projectParts, projects } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { useDocumentTitle } from '../../../lib/document-title.ts'
import { useSeesComments } from '../../../resource/comments/comment-queries.ts'
import { CommentsLabel, CommentsTab } from '../../../resource/comments/comments-tab.tsx'
import type { RecordPanel, ScreenProps } from '../../../resource/feature.ts'
import { Frame } from '../../../resource/frame.tsx'
import { declared } from '../../../resource/registry.ts'
import { rowQuery } from '../../../resource/resource-queries.ts'
import { DeniedState, FailedState } from '../../../resource/table/table-states.tsx'
import { usePermission } from '../../../resource/use-permission.ts'
import { useTab } from '../../../resource/use-tab.ts'
import { RecordBar } from '../../../ui/record-bar.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TabPanel, Tabs } from '../../../ui/tabs.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { LockIcon } from '../../../ui/tool-icons.tsx'
import { ApprovalTab } from '../approval/approval-tab.tsx'
import { KeptChanges } from '../drafts/kept-changes.tsx'
import { type KeptDifference, NEW_ROW } from '../drafts/kept-draft.ts'
import { useKeptDrafts } from '../drafts/use-kept-drafts.ts'
import { LockBar } from '../lock/lock-bar.tsx'
import { useEditLock } from '../lock/use-edit-lock.ts'
import { QuotePanel } from '../quote/quote-panel.tsx'
import { VersionsTab } from '../versions/versions-tab.tsx'
import { DeliveryTab } from './delivery-tab.tsx'
import { ItemsTab } from './items-tab.tsx'
import { MediaTab } from './media-tab.tsx'
import { PartDrawer } from './part-drawer.tsx'
import { PeopleTab } from './people-tab.tsx'
import { ProjectHead } from './project-head.tsx'
import { ProjectReadings } from './project-readings.ts'
import { mainsFirst, type Project } from './project-sheet.ts'
import type { Send } from './save-queue.ts'
import { type OpenPart, OpenPartContext } from './use-open-part.ts'
import { type Premises, usePremises } from './use-premises.ts'
import { useProjectFields } from './use-project-fields.ts'
import { useUndoKeys } from './use-undo-keys.ts'
import { useSheet, useWorkspace, WorkspaceContext } from './workspace-context.ts'
import { WorkspaceStore } from './workspace-store.ts'

const back = { label: t('estimator.projects'), to: '/estimator/projects' }

/** A project to work on: its lines, extras, delivery, media and people. */
export function WorkspacePage({ id, panels = [] }: ScreenProps & { id: string }) {
  const access = usePermission(projects.calls.get)
  const query = useQuery({ ...rowQuery(projects, id), enabled: access.allowed })
  const premises = usePremises(query.data)
  useDocumentTitle(query.data?.title ?? t('estimator.projects'))
  if (query.data !== undefined && premises !== undefined) {
    return <OpenProject project={query.data} premises={premises} panels={panels} />
  }
  return (
    <div className="px-8 pt-4 max-md:px-4">
      <RecordBar back={back} />
      {!access.allowed && (
        <DeniedState heading="h1" what={declared('project').noun[1]} permission={access.permission} />
      )}
      {query.isError && (
        <FailedState
          heading="h1"
          what={declared('project').noun[0]}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {access.allowed && !query.isError && <Skeleton className="h-[60dvh]" />}
    </div>
  )
}

interface OpenProjectProps {
  project: Project
  premises: Premises
  panels: readonly RecordPanel[]
}

function OpenProject({ project, premises, panels }: OpenProjectProps) {
  const lock = useEditLock(project.id)
  const { token } = lock
  const [part, open] = useState<OpenPart>()
  const drafts = useKeptDrafts(project.id)
  const client = useQueryClient()
  const [readings] = useState(() => new ProjectReadings(client, rowQuery(projects, project.id).queryKey))
  // The store outlives renderings: it reads what holds when it is used.
  const [now] = useState({ lock, drafts })
  Object.assign(now, { lock, drafts })
  const [store] = useState(() => {
    const send: Send = async (body) => {
      const options = { headers: { 'edit-lock': now.lock.token ?? '' } }
      try {
        const answer = await callApi(api.changeProject, { params: { id: project.id }, body }, options)
        readings.changeAnswered()
        return answer
      } catch (error) {
        if (error instanceof ApiError && error.code === 'edit_lock_lost') void now.lock.check()
        throw error
      }
    }
    return new WorkspaceStore(project, premises.currency, premises.seesCosts, send, {
      keep: (edit) => void now.drafts.keep(edit, now.lock.token),
      refuse: (row, message) => {
        void now.drafts.keep(row, undefined)
        showToast({ message, tone: 'failed' })
      },
      forget: (saved) => void now.drafts.forget(saved),
    })
  })
  // What others have changed comes with a reading; own work is not overwritten.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another reading has come
  useEffect(() => {
    const read = readings.take()
    if (read !== undefined) store.load(read)
  }, [store, readings, project])
  // What waited for the lock is saved when it is back.
  useEffect(() => {
    if (token !== undefined) void store.queue.flush()
  }, [store, token])
  // Somebody else may have changed the same by then.
  useEffect(() => {
    if (lock.state === 'lost') store.queue.giveUpChanges()
  }, [store, lock.state])
  const editing = token !== undefined && (lock.state === 'mine' || lock.state === 'unsure')
  const workspace = useMemo(() => ({ store, lock, editing, drafts, panels }), [store, lock, editing, drafts, panels])
  const drawer = useMemo(() => ({ part, open }), [part])
  return (
    <WorkspaceContext value={workspace}>
      <OpenPartContext value={drawer}>
        <Frame>
          <Content />
          <PartDrawer />
        </Frame>
      </OpenPartContext>
    </WorkspaceContext>
  )
}

type TabName = 'items' | 'delivery' | 'media' | 'people' | 'versions' | 'approval' | 'quote' | 'comments'

interface WorkspaceTab {
  value: TabName
  label: ReactNode
  count?: (lists: Record<keyof typeof projectParts, readonly unknown[]>) => number
  Panel: () => ReactNode
}

const tabs: readonly WorkspaceTab[] = [
  { value: 'items', label: t('estimator.items'), count: ({ items }) => items.length, Panel: ItemsTab },
  {
    value: 'delivery',
    label: t('estimator.deliveryAndSite'),
    count: ({ deliveries, commissioning }) => deliveries.length + commissioning.length,
    Panel: DeliveryTab,
  },
  { value: 'media', label: t('estimator.media'), count: ({ media }) => media.length, Panel: MediaTab },
  { value: 'people', label: t('estimator.people'), Panel: PeopleTab },
  { value: 'versions', label: t('estimator.versions'), Panel: Versions },
  { value: 'approval', label: t('estimator.approval'), Panel: Approval },
  { value: 'quote', label: t('quotePanel.quote'), Panel: Quote },
]

const commentsTab: WorkspaceTab = { value: 'comments', label: <ProjectCommentsLabel />, Panel: ProjectComments }

function Content() {
  const { store, lock, drafts } = useWorkspace()
  const shown = useSeesComments() ? [...tabs, commentsTab] : tabs
  const [tab, setTab] = useTab(shown.map(({ value }) => value))
  const sheet = useSheet((one) => one.sheet)
  const isFrozen = useSheet(({ project }) => frozenStates.some((state) => state === project.status))
  const onKeyDown = useUndoKeys(store)
  const { write } = useProjectFields()
  useEffect(() => store.writeProjectBy((values) => write(values, t('estimator.projectSaved'))))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: undo and redo, which have buttons too
    <div onKeyDown={onKeyDown} className="flex min-h-0 flex-1 flex-col">
      {isFrozen ? <FrozenLine /> : <LockBar lock={lock} kept={drafts.differences.length} />}
      <div className="flex min-h-0 flex-1 flex-col px-8 pt-3 max-md:px-4">
        <ProjectHead />
        <KeptWorkPanel />
        <Tabs
          label={t('estimator.aboutProject')}
          tabs={shown.map(({ value, label, count }) => ({
            value,
            label: <TabLabel label={label} count={count?.(sheet)} />,
          }))}
          value={tab}
          onValueChange={setTab}
          className="flex min-h-0 flex-1 flex-col"
          place={(list) => <RecordBar back={back}>{list}</RecordBar>}
        >
          {shown.map(({ value, Panel }) => (
            <TabPanel key={value} value={value} className="flex min-h-0 flex-1 flex-col md:overflow-auto">
              <Panel />
            </TabPanel>
          ))}
        </Tabs>
      </div>
    </div>
  )
}

function ProjectCommentsLabel() {
  return <CommentsLabel record={useCommentedProject()} />
}

/** What staff write about a project. It needs no edit lock: it changes nothing of the quote. */
function ProjectComments() {
  return (
    <div className="my-4 max-w-[880px] rounded-panel border border-line bg-surface p-5 max-md:p-4">
      <CommentsTab record={useCommentedProject()} />
    </div>
  )
}

function useCommentedProject() {
  const id = useSheet((one) => one.project.id)
  return { resource: declared(projects.name), id }
}

function FrozenLine() {
  return (
    <p className="flex min-h-8 items-center gap-3 border-b border-line bg-surface px-8 text-12 text-text-2 max-md:px-4">
      <LockIcon size={14} />
      {t('estimator.frozenState')}
    </p>
  )
}

/** What was typed and not saved, where it is not being typed under this lock. */
function KeptWorkPanel() {
  const { store, lock, drafts, editing } = useWorkspace()
  const { id } = useSheet((one) => one.project)
  const left = drafts.differences.filter(({ token }) => lock.token === undefined || token !== lock.token)
  const { save } = useProjectFields()
  const apply = (differences: readonly KeptDifference[]) => {
    store.make({ changes: mainsFirst(differences.flatMap(toChange)), order: [] })
    const own = differences.filter(({ rowId }) => rowId === id).map(({ field, mine }) => [field, mine] as const)
    if (own.length > 0) void save(Object.fromEntries(own), t('estimator.projectSaved'))
  }
  return (
    <KeptChanges
      projectId={id}
      differences={left}
      onApply={editing ? apply : undefined}
      onDiscard={(differences) => void drafts.forget(differences)}
    />
  )
}

function toChange({ resource, rowId, field, mine }: KeptDifference): ProjectChange[] {
  const kind = projectPartNames.find((name) => projectParts[name].name === resource)
  if (kind === undefined) return []
  if (field !== NEW_ROW) return [{ kind, op: 'update', id: rowId, values: { [field]: mine } }]
  return [{ kind, op: 'create', id: rowId, values: { ...Object(mine) } }]
}

function Versions() {
  const { lock } = useWorkspace()
  return <VersionsTab project={useSheet((one) => one.project)} token={lock.token} />
}

function Approval() {
  const { lock } = useWorkspace()
  return <ApprovalTab project={useSheet((one) => one.project)} token={lock.token} onSubmitted={lock.release} />
}

function Quote() {
  const { panels } = useWorkspace()
  return <QuotePanel project={useSheet((one) => one.project)} panels={panels} />
}

function TabLabel({ label, count }: { label: ReactNode; count: number | undefined }) {
  return (
    <>
      {label}
      {count !== undefined && <span className="text-12 font-normal text-text-2">{count}</span>}
    </>
  )
}
