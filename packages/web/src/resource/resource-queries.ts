import type { Page, Resource, Row } from '@packhouse/contract'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { callApi } from '../lib/api-client.ts'
import { showAnswer } from '../lib/query-client.ts'
import type { ListParameters } from './list-state.ts'
import { callsAt, type ParentMount, parentParams, parentValues, type ResourceRow } from './registry.ts'
import { renewedBy } from './renewed-by.ts'

/** Everything read of a resource is cached below its name, so that one change reloads all of it. */
function keyOf(resource: Resource, ...rest: unknown[]): unknown[] {
  return ['resource', resource.name, ...rest]
}

/** One page of a list. While another page is on its way, the one before stays. */
export function listQuery(resource: Resource, query: ListParameters, mount?: ParentMount) {
  return queryOptions({
    queryKey: keyOf(resource, 'list', mount ?? null, query),
    queryFn: async ({ signal }) =>
      (await callApi(
        callsAt(resource, mount).list,
        { params: parentParams(mount), query: { ...query, ...parentValues(mount) } },
        { signal },
      )) as Page<ResourceRow>,
    placeholderData: keepPreviousData,
  })
}

export function rowQuery<R extends Resource>(resource: R, id: string, mount?: ParentMount) {
  return queryOptions({
    queryKey: keyOf(resource, 'row', mount ?? null, id),
    queryFn: async ({ signal }) =>
      (await callApi(callsAt(resource, mount).get, { params: { ...parentParams(mount), id } }, { signal })) as Row<R>,
  })
}

/** Renews what is shown of a resource after a change, and of every other whose rows may name or count it. */
export async function renew(client: QueryClient, resource: Resource, gone?: string): Promise<void> {
  // A row that was deleted is not asked for again by the drawer that is about to close.
  const names = renewedBy(resource)
  const predicate = ({ queryKey: [kind, name, ...rest] }: { queryKey: readonly unknown[] }) =>
    kind === 'resource' && names.some((one) => one === name) && (gone === undefined || !rest.includes(gone))
  await client.invalidateQueries({ predicate })
}

/** Puts a row that the server has just answered where the screens look for it. */
export function cacheRow(client: QueryClient, resource: Resource, row: ResourceRow, mount?: ParentMount): void {
  showAnswer(client, rowQuery(resource, row.id, mount).queryKey, row)
}

export function relatedKey(resource: Resource, name: string, id: string): unknown[] {
  return keyOf(resource, 'related', name, id)
}

/** Each id is an entry of its own: a row that is gone is not asked about again. */
export function referencesKey(resource: Resource, ids: readonly string[]): unknown[] {
  return keyOf(resource, 'references', ...ids)
}

export function filesKey(resource: Resource, id: string): unknown[] {
  return keyOf(resource, 'files', id)
}

export function historyKey(resource: Resource, id: string): unknown[] {
  return keyOf(resource, 'history', id)
}
