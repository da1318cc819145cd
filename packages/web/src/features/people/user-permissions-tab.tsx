import { api, type CallResult } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../lib/api-client.ts'
import { declared, type ResourceRow } from '../../resource/registry.ts'
import { relatedKey } from '../../resource/resource-queries.ts'
import { FailedState } from '../../resource/table/table-states.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DirectPermissions } from './direct-permissions.tsx'
import { PermissionList } from './permission-list.tsx'
import { inCatalogueOrder, permissionEntry } from './permission-title.ts'
import { sourceWords } from './source-words.ts'
import { ViewAsPart } from './view-as-part.tsx'

/** The permissions of a user, and where each of them comes from. */
export function UserPermissionsTab({ user }: { user: ResourceRow }) {
  const userId = user.id
  const query = useQuery({
    queryKey: relatedKey(declared('user'), 'permissions', userId),
    queryFn: ({ signal }) => callApi(api.userPermissions, { params: { id: userId } }, { signal }),
    select: toEntries,
  })
  if (query.isPending) return <Skeleton className="h-48" />
  if (query.isError)
    return <FailedState what={t('people.permissionsWord')} error={query.error} onRetry={() => void query.refetch()} />
  const direct = query.data.filter(({ isDirect }) => isDirect).map(({ name }) => name)
  return (
    <div className="grid gap-5">
      <ViewAsPart user={user} />
      <DirectPermissions holder={{ userId }} names={direct} />
      {query.data.length === 0 ? (
        <EmptyState title={t('people.thisUserMayDoNothingYet')}>{t('people.attachARoleOrAGroup')}</EmptyState>
      ) : (
        <PermissionList
          entries={query.data}
          details={({ reasons }) => <span className="block text-text-2">{reasons.join(', ')}</span>}
        />
      )}
    </div>
  )
}

function toEntries(found: CallResult<typeof api.userPermissions>) {
  const entries = found.map(({ permission, sources }) => ({
    ...permissionEntry(permission),
    reasons: sources.map(sourceWords),
    isDirect: sources.some(({ kind }) => kind === 'direct'),
  }))
  return entries.sort(inCatalogueOrder)
}
