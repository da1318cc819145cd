import { t } from '@packhouse/messages'
import { formatCount } from '../../lib/format/numbers.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { declared, type ResourceRow } from '../registry.ts'
import { FailedState } from '../table/table-states.tsx'
import { usePermission } from '../use-permission.ts'
import { useResourceList } from '../use-resource.ts'
import { nameOf, type Related } from '../view.ts'
import { capitalize } from '../words.ts'
import { RelatedDetails, RelatedRows } from './related-rows.tsx'

const SHOWN = { pageSize: '10' }

/** The rows of another resource that belong to a row; asked only of who may see them. */
export function useRelated({ resource, path, by }: Related, parentId: string) {
  const other = declared(resource)
  const access = usePermission(other.calls.list)
  return useResourceList(other, SHOWN, { mount: { path, parentId, by }, enabled: access.allowed })
}

/** The name of a tab with how many rows it holds. */
export function RelatedLabel({ related, parentId }: { related: Related; parentId: string }) {
  const { data } = useRelated(related, parentId)
  const [, many] = declared(related.resource).noun
  return (
    <>
      {capitalize(many)}
      {data && ' '}
      {data && <span className="text-text-3 tabular-nums">{formatCount(data.total)}</span>}
    </>
  )
}

export interface RelatedTabProps {
  related: Related
  parentId: string
  /** The page of the row, where all of them can be worked with. */
  page: string | undefined
}

/** What belongs to a row, or what its view has in place of that. */
export function RelatedTab(props: RelatedTabProps) {
  const { related, parentId } = props
  return related.inDrawer?.(parentId) ?? <RelatedList {...props} />
}

/** What belongs to a row. Where its view says so it is worked on here; all of it is on the page of the row. */
function RelatedList(props: RelatedTabProps) {
  const { related, parentId, page } = props
  const query = useRelated(related, parentId)
  const other = declared(related.resource)
  const [, many] = other.noun
  if (query.isPending) return <Skeleton className="h-24" />
  if (query.isError) return <FailedState what={many} error={query.error} onRetry={() => void query.refetch()} />
  const { items, total } = query.data
  return (
    <>
      {related.workedOnHere ? (
        <RelatedRows related={related} parentId={parentId} rows={items} />
      ) : (
        <>
          {total === 0 && <EmptyState title={t('resource.noYet', { many })} />}
          <ul className="grid grid-cols-[minmax(0,1fr)]">
            {items.map((row: ResourceRow) => (
              <li key={row.id} className="flex items-baseline gap-2.5 border-b border-line py-2 text-13">
                <span className="min-w-0 flex-1 truncate font-[550]">{nameOf(other, related.view, row)}</span>
                <RelatedDetails related={related} row={row} />
              </li>
            ))}
          </ul>
        </>
      )}
      {page !== undefined && (total > 0 || !related.workedOnHere) && (
        <AppLink
          href={`${page}?tab=${related.tab}`}
          className="mt-3 inline-flex items-center font-medium underline decoration-kraft underline-offset-3 max-md:min-h-11"
        >
          {total === 0 ? t('resource.addOnThePage', { many }) : t('resource.allOnThePage', { many })}
        </AppLink>
      )}
    </>
  )
}
