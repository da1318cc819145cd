import type { Resource } from '@packhouse/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../lib/api-client.ts'
import { recordAction } from '../lib/usage/usage-actions.ts'
import type { ListParameters } from './list-state.ts'
import { callsAt, type ParentMount, parentParams, type ResourceRow } from './registry.ts'
import { cacheRow, listQuery, renew, rowQuery } from './resource-queries.ts'

interface Asking {
  mount?: ParentMount | undefined
  /** Asks again this often; once where nothing is given. */
  refreshMs?: number | undefined
}

export function useResourceList(
  resource: Resource,
  query: ListParameters,
  { mount, enabled = true, refreshMs }: Asking & { enabled?: boolean } = {},
) {
  return useQuery({ ...listQuery(resource, query, mount), enabled, refetchInterval: refreshMs ?? false })
}

/** One row; nothing is asked while there is no id. */
export function useResourceRow<R extends Resource>(
  resource: R,
  id: string | undefined,
  { mount, refreshMs }: Asking = {},
) {
  const query = rowQuery(resource, id ?? '', mount)
  return useQuery({ ...query, enabled: id !== undefined, refetchInterval: refreshMs ?? false })
}

interface Where {
  resource: Resource
  mount?: ParentMount | undefined
}

/** A change of one row: what is shown of the resource is renewed after it. */
function useChange<Input>(
  { resource, mount }: Where,
  change: (input: Input) => Promise<unknown>,
  goneOf: (input: Input) => string | undefined = () => undefined,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (input: Input) => (await change(input)) as ResourceRow | undefined,
    onSuccess: (row, input) => {
      recordAction('save')
      if (row) cacheRow(client, resource, row, mount)
      return renew(client, resource, goneOf(input))
    },
  })
}

export function useCreate(where: Where) {
  const { create } = callsAt(where.resource, where.mount)
  const params = parentParams(where.mount)
  return useChange(where, (body: Record<string, unknown>) => callApi(create, { params, body }))
}

export function useUpdate(where: Where) {
  const { update } = callsAt(where.resource, where.mount)
  const params = parentParams(where.mount)
  return useChange(where, ({ id, change }: { id: string; change: Record<string, unknown> & { rowVersion: number } }) =>
    callApi(update, { params: { ...params, id }, body: change }),
  )
}

/** Deletes a row with its parts, which were named before. */
export function useRemove(where: Where) {
  const { remove } = callsAt(where.resource, where.mount)
  const params = parentParams(where.mount)
  // A resource without parts knows no such parameter.
  const query = where.resource.traits.parts === undefined ? {} : { parts: 'delete' as const }
  return useChange(
    where,
    (id: string) => callApi(remove, { params: { ...params, id }, query }),
    (id) => id,
  )
}

/** Deletes a row that others have, and takes it from them. */
export function useForce(where: Where) {
  const { force } = callsAt(where.resource, where.mount)
  const params = parentParams(where.mount)
  return useChange(
    where,
    (id: string) => callApi(force, { params: { ...params, id } }),
    (id) => id,
  )
}

export function useRestore(where: Where) {
  const { restore } = callsAt(where.resource, where.mount)
  const params = parentParams(where.mount)
  return useChange(where, (id: string) => callApi(restore, { params: { ...params, id } }))
}

export function useSetPrimary(where: Where) {
  const { setPrimary } = callsAt(where.resource, where.mount)
  const params = parentParams(where.mount)
  return useChange(where, (id: string) => callApi(setPrimary, { params: { ...params, id } }))
}
