import type { Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError } from '../lib/api-error.ts'
import { useDocumentTitle } from '../lib/document-title.ts'
import { absoluteLabel } from '../lib/format/dates.ts'
import { Button } from '../ui/button.tsx'
import { RecordBar } from '../ui/record-bar.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TabPanel, Tabs } from '../ui/tabs.tsx'
import { EditIcon } from '../ui/tool-icons.tsx'
import { useSeesComments } from './comments/comment-queries.ts'
import { CommentsLabel, CommentsTab } from './comments/comments-tab.tsx'
import { HistoryTab } from './drawer/history-tab.tsx'
import { RelatedLabel } from './drawer/related-tab.tsx'
import { ResourceDrawer } from './drawer/resource-drawer.tsx'
import { FilesLabel } from './files/files-label.tsx'
import { FilesTab } from './files/files-tab.tsx'
import { OpenFormScope } from './form/open-form.tsx'
import { Frame } from './frame.tsx'
import { RecordDetails } from './record-details.tsx'
import { declared, type ResourceRow } from './registry.ts'
import { ResourceList } from './resource-list.tsx'
import { DeniedState, FailedState } from './table/table-states.tsx'
import { useOpenRow } from './use-list-state.ts'
import { usePermission } from './use-permission.ts'
import { useResourceRow } from './use-resource.ts'
import { useShownView } from './use-shown-view.ts'
import { useTab } from './use-tab.ts'
import { ValueView } from './value-view.tsx'
import { nameOf, type Related, type ResourceView } from './view.ts'
import { capitalize } from './words.ts'

export interface RecordPageProps {
  resource: Resource
  view: ResourceView
  id: string
  /** The list it belongs to. */
  list: string
  /** Stands beside the details. */
  aside?: (row: ResourceRow) => ReactNode
  /** Takes the place of the details and what is beside them. */
  overview?: (row: ResourceRow) => ReactNode
  /** Takes the place of the name over the tabs: a heading of the first level with what stands around it. */
  title?: (row: ResourceRow) => ReactNode
  /** What can be done with the row, before the button that edits it. */
  acts?: (row: ResourceRow) => ReactNode
}

/** The page of one row: its details, what belongs to it, and its history. */
export function RecordPage(given: RecordPageProps) {
  const { resource, id } = given
  const view = useShownView(resource, given.view)
  const props = { ...given, view }
  const access = usePermission(resource.calls.get)
  const query = useResourceRow(resource, access.allowed ? id : undefined)
  const row = query.data
  useDocumentTitle(row ? nameOf(resource, view, row) : capitalize(resource.noun[0]))
  return (
    <Frame>
      <div className="flex min-h-0 flex-1 flex-col pt-4 pe-6 ps-8 max-md:px-4">
        {!row && <RecordBar back={backTo(props)} />}
        {!access.allowed && <DeniedState heading="h1" what={resource.noun[1]} permission={access.permission} />}
        {query.isError && !row && <MissingRow {...props} error={query.error} onRetry={() => void query.refetch()} />}
        {access.allowed && query.isPending && <PageSkeleton />}
        {row && <PageBody {...props} row={row} />}
      </div>
    </Frame>
  )
}

/** The way back to the list. */
function backTo({ resource, list }: RecordPageProps): { label: string; to: string } {
  return { label: capitalize(resource.noun[1]), to: list }
}

function MissingRow({ resource, error, onRetry }: RecordPageProps & { error: Error; onRetry: () => void }) {
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 400)
  const title = isGone ? t('resource.thisDidntLoad', { noun: resource.noun[0] }) : undefined
  const explained = isGone ? new ApiError({ code: 'not_found', status: 404, title: gone(resource) }) : error
  return <FailedState heading="h1" what={resource.noun[0]} title={title} error={explained} onRetry={onRetry} />
}

function gone({ noun: [one, many] }: Resource): string {
  return t('resource.thereIsNoSuchItMay', { one, many })
}

function PageBody(props: RecordPageProps & { row: ResourceRow }) {
  const { resource, view, row } = props
  const openRow = useOpenRow()
  const related = view.related ?? []
  const files = resource.traits.files ? ['files'] : []
  const comments = useSeesComments() ? ['comments'] : []
  const commented = { resource, id: row.id }
  const [tab, setTab] = useTab(['overview', ...related.map((entry) => entry.tab), ...files, ...comments, 'history'])
  const navigate = useNavigate()
  const tabs = [
    { value: 'overview', label: t('resource.overview') },
    ...related.map((entry) => ({ value: entry.tab, label: <RelatedLabel related={entry} parentId={row.id} /> })),
    ...files.map((value) => ({ value, label: <FilesLabel resource={resource} id={row.id} /> })),
    ...comments.map((value) => ({ value, label: <CommentsLabel record={commented} /> })),
    { value: 'history', label: t('resource.history') },
  ]
  return (
    <>
      <PageTitle {...props} onEdit={tab === 'overview' ? () => openRow.open(row.id) : undefined} />
      <Tabs
        label={t('resource.aboutThis', { value: resource.noun[0] })}
        tabs={tabs}
        value={tab}
        onValueChange={setTab}
        className="flex min-h-0 flex-1 flex-col"
        place={(list) => (
          <RecordBar back={backTo(props)} end={t('resource.changedOn', { date: absoluteLabel(row.updatedAt) })}>
            {list}
          </RecordBar>
        )}
      >
        <TabPanel value="overview" className="min-h-0 flex-1 overflow-auto py-5">
          {props.overview?.(row) ?? <Overview {...props} />}
        </TabPanel>
        {related.map((entry) => (
          <TabPanel key={entry.tab} value={entry.tab} className="flex min-h-0 flex-1 flex-col overflow-auto pt-4">
            <RelatedPanel related={entry} parentId={row.id} />
          </TabPanel>
        ))}
        {files.map((value) => (
          <TabPanel key={value} value={value} className="min-h-0 flex-1 overflow-auto py-5">
            <FilesTab resource={resource} id={row.id} />
          </TabPanel>
        ))}
        {comments.map((value) => (
          <TabPanel key={value} value={value} className="min-h-0 flex-1 overflow-auto py-5">
            <div className="max-w-[880px] rounded-panel border border-line bg-surface p-5 max-md:p-4">
              <CommentsTab record={commented} />
            </div>
          </TabPanel>
        ))}
        <TabPanel value="history" className="min-h-0 flex-1 overflow-auto py-5">
          <div className="max-w-[880px] rounded-panel border border-line bg-surface p-5">
            <HistoryTab resource={resource} view={view} row={row} mount={undefined} />
          </div>
        </TabPanel>
      </Tabs>
      {tab === 'overview' && openRow.id !== undefined && (
        <ResourceDrawer
          resource={resource}
          // What belongs to the row has tabs of its own on this page.
          view={{ ...view, page: undefined, related: [] }}
          openRow={openRow}
          opensForm
          onDeleted={() => void navigate({ href: props.list })}
        />
      )}
    </>
  )
}

function RelatedPanel({ related, parentId }: { related: Related; parentId: string }) {
  const openRow = useOpenRow()
  return (
    <OpenFormScope>
      {related.above?.(parentId, openRow)}
      <ResourceList
        resource={declared(related.resource)}
        view={related.view}
        mount={{ path: related.path, parentId, by: related.by }}
        heading="h2"
      />
    </OpenFormScope>
  )
}

function PageTitle({
  resource,
  view,
  row,
  onEdit,
  title,
  acts,
}: RecordPageProps & { row: ResourceRow; onEdit: (() => void) | undefined }) {
  const sublabel = view.nameOf ? undefined : resource.sublabel
  return (
    <div className="mt-1.5 mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      {title?.(row) ?? (
        <>
          <h1 className="min-w-0 break-words">{nameOf(resource, view, row)}</h1>
          {sublabel !== undefined && <span className="code text-text-2">{String(row[sublabel] ?? '')}</span>}
          {'status' in resource.fields && <ValueView resource={resource} view={view} name="status" row={row} />}
        </>
      )}
      <div className="ms-auto flex flex-wrap gap-2">
        {acts?.(row)}
        {onEdit && (
          <Button size="dense" onClick={onEdit}>
            <EditIcon size={14} />
            {t('resource.edit')}
          </Button>
        )}
      </div>
    </div>
  )
}

function Overview({ resource, view, row, aside }: RecordPageProps & { row: ResourceRow }) {
  return (
    <div className="grid grid-cols-[minmax(0,2fr)_minmax(280px,1fr)] items-start gap-4 max-lg:grid-cols-1">
      <div className="rounded-panel border border-line bg-surface p-5">
        <RecordDetails resource={resource} view={view} row={row} />
      </div>
      {aside && <div className="grid gap-4">{aside(row)}</div>}
    </div>
  )
}

function PageSkeleton() {
  return (
    <div role="status" className="grid gap-4 pt-3">
      <span className="sr-only">{t('resource.loading')}</span>
      <Skeleton className="h-8 w-72" />
      <Skeleton className="h-5 w-96 max-w-full" />
      <Skeleton className="h-80" />
    </div>
  )
}
