import type { Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { useSeesComments } from '../comments/comment-queries.ts'
import { CommentsLabel, CommentsTab } from '../comments/comments-tab.tsx'
import { FilesLabel } from '../files/files-label.tsx'
import { FilesTab } from '../files/files-tab.tsx'
import { ResourceForm } from '../form/resource-form.tsx'
import { callsAt, type ParentMount, type ResourceRow } from '../registry.ts'
import { ShowSecretOnceDialog, secretShownOnce } from '../show-secret-once-dialog.tsx'
import { FailedState } from '../table/table-states.tsx'
import { useDelete } from '../use-delete.tsx'
import type { OpenRow } from '../use-list-state.ts'
import { useResourceRow } from '../use-resource.ts'
import { useShownView } from '../use-shown-view.ts'
import { nameOf, type ResourceView } from '../view.ts'
import { capitalize } from '../words.ts'
import { DrawerHead } from './drawer-head.tsx'
import { HistoryTab } from './history-tab.tsx'
import { RelatedLabel, RelatedTab } from './related-tab.tsx'
import { RelationTab } from './relation-tab.tsx'
import { RowDetails } from './row-details.tsx'
import { SideDrawer } from './side-drawer.tsx'

export interface ResourceDrawerProps {
  resource: Resource
  view: ResourceView
  mount?: ParentMount | undefined
  openRow: OpenRow
  /** The rows of the list, to go to the one before and after. */
  order?: readonly string[]
  /** It is opened to change the row: on a phone the form comes first too. */
  opensForm?: true
  /** Takes a new row on to where it is worked on; by default the drawer shows it. */
  onCreated?: (row: ResourceRow) => void
  onDeleted?: (ids: readonly string[]) => void
}

export const NEW = 'new'

/** A row beside its list: to read, to change, to create. Escape closes it. */
export function ResourceDrawer(given: ResourceDrawerProps) {
  const { resource, mount, openRow, order = [] } = given
  const view = useShownView(resource, given.view)
  const props = { ...given, view }
  const id = openRow.id === NEW ? undefined : openRow.id
  const query = useResourceRow(resource, id, { mount, refreshMs: view.refreshMs })
  const row = id === undefined ? undefined : query.data
  const deletion = useDelete({
    resource,
    view,
    mount,
    onDeleted: (ids) => {
      openRow.close()
      props.onDeleted?.(ids)
    },
  })
  const drawer = useFocusOnOpen(openRow.id, row !== undefined || id === undefined)
  const index = order.indexOf(id ?? '')
  const goTo = (target: string | undefined) => (target === undefined ? undefined : () => openRow.replace(target))
  const title =
    id === undefined ? t('resource.newOf', { noun: resource.noun[0] }) : row ? nameOf(resource, view, row) : ' '
  return (
    <>
      <SideDrawer
        ref={drawer}
        label={title.trim() || resource.noun[0]}
        onKeyDown={(event) => closeOnEscape(event, openRow.close)}
      >
        <DrawerHead
          resource={resource}
          view={view}
          mount={mount}
          row={row}
          title={title}
          hasNeighbours={index >= 0}
          previous={goTo(order[index - 1])}
          next={index < 0 ? undefined : goTo(order[index + 1])}
          onDelete={(target) => deletion.ask([target])}
          onClose={openRow.close}
        />
        {id === undefined ? <NewForm {...props} /> : <DrawerBody {...props} key={id} row={row} query={query} />}
      </SideDrawer>
      {deletion.dialogs}
    </>
  )
}

function NewForm({ resource, view, mount, openRow, onCreated }: ResourceDrawerProps) {
  const [secret, setSecret] = useState<{ of: ResourceRow; text: string }>()
  const onSaved = (row: ResourceRow) => {
    showToast({ message: t('resource.createdResource', { resource: nameOf(resource, view, row) }) })
    const text = secretShownOnce(resource, row)
    if (text === undefined && onCreated) onCreated(row)
    else if (text === undefined) openRow.replace(row.id)
    else setSecret({ of: row, text })
  }
  return (
    <>
      <ResourceForm resource={resource} view={view} mount={mount} onSaved={onSaved} onCancel={openRow.close} />
      <ShowSecretOnceDialog
        noun={resource.noun[0]}
        secret={secret?.text}
        onDone={() => secret && openRow.replace(secret.of.id)}
      />
    </>
  )
}

interface DrawerBodyProps extends ResourceDrawerProps {
  row: ResourceRow | undefined
  query: { isError: boolean; error: Error | null; refetch: () => unknown }
}

function DrawerBody(props: DrawerBodyProps) {
  const { resource, view, mount, openRow, row, query } = props
  const calls = callsAt(resource, mount)
  const hasComments = useSeesComments()
  if (query.isError && query.error && !row) {
    return <FailedState what={resource.noun[0]} error={query.error} onRetry={() => void query.refetch()} />
  }
  if (!row) return <DrawerSkeleton />
  const commented = { resource, id: row.id }
  const related = view.related ?? []
  const relations = Object.entries(resource.traits.relations ?? {})
  const extra = view.extraTabs ?? []
  const tabs = [
    { value: 'details', label: t('resource.details') },
    ...related.map((entry) => ({ value: entry.tab, label: <RelatedLabel related={entry} parentId={row.id} /> })),
    ...relations.map(([name, { noun }]) => ({ value: name, label: capitalize(noun[1]) })),
    ...extra.map(({ tab, label }) => ({ value: tab, label })),
    ...('files' in calls ? [{ value: 'files', label: <FilesLabel resource={resource} id={row.id} /> }] : []),
    ...(hasComments ? [{ value: 'comments', label: <CommentsLabel record={commented} /> }] : []),
    ...('history' in calls ? [{ value: 'history', label: t('resource.history') }] : []),
  ]
  const shown = tabs.some(({ value }) => value === openRow.view) ? (openRow.view ?? 'details') : 'details'
  return (
    <Tabs
      label={t('resource.aboutThis', { value: resource.noun[0] })}
      tabs={tabs}
      value={shown}
      onValueChange={(value) => openRow.show(value === 'details' ? undefined : value)}
      className="flex min-h-0 flex-1 flex-col"
      listClassName="mt-2 gap-2 px-6 max-md:px-4"
    >
      <TabPanel value="details" keepMounted className="flex min-h-0 flex-1 flex-col">
        <RowDetails {...props} row={row} />
      </TabPanel>
      {related.map((entry) => (
        <TabPanel key={entry.tab} value={entry.tab} className="flex-1 overflow-auto px-6 py-4 max-md:px-4">
          <RelatedTab related={entry} parentId={row.id} page={view.page?.(row)} />
        </TabPanel>
      ))}
      {relations.map(([name, relation]) => (
        <TabPanel key={name} value={name} className="flex-1 overflow-auto px-6 py-4 max-md:px-4">
          <RelationTab
            {...{ resource, name, relation, row }}
            filter={view.relatedFilters?.[name]?.(row)}
            below={view.belowRelated?.[name]}
          />
        </TabPanel>
      ))}
      {extra.map(({ tab, render }) => (
        <TabPanel key={tab} value={tab} className="flex-1 overflow-auto px-6 py-4 max-md:px-4">
          {render(row)}
        </TabPanel>
      ))}
      <TabPanel value="files" className="flex-1 overflow-auto px-6 py-4 max-md:px-4">
        <FilesTab resource={resource} id={row.id} />
      </TabPanel>
      <TabPanel value="comments" className="flex-1 overflow-auto px-6 py-4 max-md:px-4">
        <CommentsTab record={commented} />
      </TabPanel>
      <TabPanel value="history" className="flex-1 overflow-auto px-6 py-4 max-md:px-4">
        <HistoryTab resource={resource} view={view} row={row} mount={mount} />
      </TabPanel>
    </Tabs>
  )
}

function DrawerSkeleton() {
  return (
    <div role="status" className="grid gap-4 px-6 py-5">
      <span className="sr-only">{t('resource.loading')}</span>
      {['w-full', 'w-2/3', 'w-full', 'w-1/2', 'w-full'].map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks never change
        <Skeleton key={index} className={`h-9 ${width}`} />
      ))}
    </div>
  )
}

/** An open menu or list inside takes the Escape for itself. */
function closeOnEscape(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  const target = event.target as Element
  const isBusy = event.defaultPrevented || target.getAttribute('aria-expanded') === 'true'
  if (event.key !== 'Escape' || isBusy || !event.currentTarget.contains(target)) return
  // A dialog that has just opened may not have the focus yet; what it shows, such as a new key, must not close with the drawer.
  if (document.querySelector('[role=alertdialog]')) return
  event.preventDefault()
  // The question whether to leave may open at once; it must not take this very key for its answer.
  event.stopPropagation()
  close()
}

/** Moves the focus to the name of the row when the drawer opens, or to the first field of a new one. */
function useFocusOnOpen(id: string | undefined, ready: boolean) {
  const drawer = useRef<HTMLElement>(null)
  const shown = useRef<string>(undefined)
  useEffect(() => {
    if (!ready || !drawer.current || shown.current === id) return
    // Going on to the next row must not take the focus off the button that does it.
    if (drawer.current?.contains(document.activeElement)) {
      shown.current = id
      return
    }
    shown.current = id
    drawer.current?.querySelector<HTMLElement>(id === NEW ? 'form input, form select, form textarea' : 'h2')?.focus()
  })
  return drawer
}
