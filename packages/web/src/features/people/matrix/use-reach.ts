import { api } from '@packhouse/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { declared } from '../../../resource/registry.ts'
import { relatedKey } from '../../../resource/resource-queries.ts'

export interface Reach {
  /** How many people have one of the roles, each counted once; undefined while it is not known. */
  people: number | undefined
  /** How many have each of them. */
  byRole: ReadonlyMap<string, number>
}

/** How many people some roles reach, as the server counts them. */
export function useReach(roleIds: readonly string[]): Reach {
  const ids = [...roleIds].sort().join(',')
  const { data } = useQuery({
    queryKey: [...relatedKey(declared('role'), 'reach', 'all'), ids],
    queryFn: ({ signal }) => callApi(api.permissionReach, { query: { roleIds: ids } }, { signal }),
    enabled: ids !== '',
    placeholderData: keepPreviousData,
  })
  return useMemo(
    () => ({ people: data?.people, byRole: new Map(data?.roles.map(({ roleId, people }) => [roleId, people])) }),
    [data],
  )
}
