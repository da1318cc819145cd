import type { Choice, Page, Resource } from '@packhouse/contract'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { callApi } from '../lib/api-client.ts'
import { callsAt, type ParentMount, parentParams, parentValues, type ResourceRow } from './registry.ts'

/** How long names of other rows are taken for right; a change made here renews them at once. */
const NAMES_FRESH_MS = 60_000

/** Everything that was read of a resource is kept below its name, so that one change renews all of it. */
function keyOf(resource: Resource, ...rest: unknown[]): unknown[] {
  return ['resource', resource.name, ...rest]
}

/** One page of a list. While another page is on its way, the one before stays. */
export function listQuery(resource: Resource, query: Record<string, string>, mount?: ParentMount) {
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

export function rowQuery(resource: Resource, id: string, mount?: ParentMount) {
  return queryOptions({
    queryKey: keyOf(resource, 'row', mount ?? null, id),
    queryFn: async ({ signal }) =>
      (await callApi(
        callsAt(resource, mount).get,
        { params: { ...parentParams(mount), id } },
        { signal },
      )) as ResourceRow,
  })
}

/** The rows that can be chosen. A resource without a dropdown offers the beginning of its list. */
export function choicesQuery(resource: Resource) {
  return queryOptions({
    queryKey: keyOf(resource, 'choices'),
    queryFn: ({ signal }) => readChoices(resource, signal),
    staleTime: NAMES_FRESH_MS,
  })
}

async function readChoices(resource: Resource, signal: AbortSignal): Promise<Choice[]> {
  const { calls, label, sublabel, traits } = resource
  if (traits.dropdown) return await callApi(calls.dropdown, {}, { signal })
  const page = (await callApi(calls.list, { query: { pageSize: '200' } }, { signal })) as Page<ResourceRow>
  return page.items.map((row) => ({
    id: row.id,
    label: String(row[label] ?? ''),
    sublabel: sublabel === undefined || row[sublabel] == null ? null : String(row[sublabel]),
  }))
}

/** Renews what is shown of a resource after a change, and of every other whose rows may name or count it. */
export async function renew(client: QueryClient, resource: Resource, gone?: string): Promise<void> {
  // A row that was deleted is not asked for again by the drawer that is about to close.
  const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => gone === undefined || !queryKey.includes(gone)
  await client.invalidateQueries({ queryKey: keyOf(resource), predicate })
}

/** Puts a row that the server has just answered where the screens look for it. */
export function keepRow(client: QueryClient, resource: Resource, row: ResourceRow, mount?: ParentMount): void {
  client.setQueryData(rowQuery(resource, row.id, mount).queryKey, row)
}

export function filesKey(resource: Resource, id: string): unknown[] {
  return keyOf(resource, 'files', id)
}

export function historyKey(resource: Resource, id: string): unknown[] {
  return keyOf(resource, 'history', id)
}
