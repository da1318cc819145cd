import type { HistoryEntry, Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useInfiniteQuery } from '@tanstack/react-query'
import { callApi } from '../../lib/api-client.ts'
import { DateLabel } from '../../lib/format/date-label.tsx'
import { behind, FIRST_POSITION, nextPosition } from '../../lib/list-walk.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { PdfButton } from '../pdf-button.tsx'
import { callsAt, type ParentMount, parentParams, type ResourceRow } from '../registry.ts'
import { historyKey } from '../resource-queries.ts'
import { FailedState } from '../table/table-states.tsx'
import { ValueView } from '../value-view.tsx'
import { fieldOf, labelOfField, type ResourceView } from '../view.ts'
import { deedOf, originOf } from './history-words.tsx'

export interface HistoryTabProps {
  resource: Resource
  view: ResourceView
  row: ResourceRow
  mount: ParentMount | undefined
}

/** Who changed the row, when, and what became of each field; newest first. */
export function HistoryTab({ resource, view, row, mount }: HistoryTabProps) {
  const query = useHistory(resource, row.id, mount)
  if (query.isPending) return <Skeleton className="h-24" />
  if (query.isError)
    return <FailedState what={t('resource.historyWord')} error={query.error} onRetry={() => void query.refetch()} />
  const entries = query.data.pages.flatMap((page) => page.items)
  if (entries.length === 0)
    return <EmptyState title={t('resource.noChangesYet')}>{t('resource.whatIsChangedHereIsTold')}</EmptyState>
  return (
    <>
      <div className="mb-3 flex justify-end">
        <PdfButton
          request={{ type: 'audit', id: row.id, parameters: { resource: resource.name } }}
          label={t('resource.historyAsPdf')}
        />
      </div>
      <ol className="grid gap-4">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} resource={resource} view={view} row={row} />
        ))}
      </ol>
      {query.hasNextPage && (
        <Button
          size="dense"
          className="mt-4"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('resource.showOlderChanges')}
        </Button>
      )}
    </>
  )
}

function useHistory(resource: Resource, id: string, mount: ParentMount | undefined) {
  const { history } = callsAt(resource, mount)
  return useInfiniteQuery({
    queryKey: historyKey(resource, id),
    initialPageParam: FIRST_POSITION,
    queryFn: ({ pageParam, signal }) => {
      return callApi(history, { params: { ...parentParams(mount), id }, query: behind(pageParam) }, { signal })
    },
    getNextPageParam: nextPosition,
  })
}

type EntryProps = Omit<HistoryTabProps, 'mount'> & { entry: HistoryEntry }

function Entry({ entry, resource, view, row }: EntryProps) {
  const shown = entry.changes.filter(({ field }) => fieldOf(resource, field) !== undefined)
  return (
    <li className="border-s-2 border-line-2 ps-3.5 text-13">
      <p>
        {deedOf(resource, view, entry)}{' '}
        <span className="text-12 text-text-3">{originOf(entry, <DateLabel value={entry.at} />)}</span>
      </p>
      {entry.action !== 'delete' && shown.length > 0 && (
        <dl className="mt-1.5 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
          {shown.map(({ field, before, after }) => (
            <div key={field} className="col-span-2 grid grid-cols-subgrid">
              <dt className="text-text-2">{labelOfField(resource, field)}</dt>
              <dd className="min-w-0 break-words">
                {entry.action !== 'create' && (
                  <>
                    <del className="text-text-3">
                      <ValueView resource={resource} view={view} name={field} row={{ ...row, [field]: before }} />
                    </del>
                    <span aria-hidden="true"> → </span>
                  </>
                )}
                <ValueView resource={resource} view={view} name={field} row={{ ...row, [field]: after }} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}
