import { MACHINE_REFRESH_MS } from '@packhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { listQuery } from '../../resource/resource-queries.ts'
import { installedMachines } from './installed-machines.tsx'

/** As many as one page of the API holds; whoever has more claims some of these first. */
const wanted = { customerId: 'null', sort: '-createdAt', pageSize: '200' }

/** The machines without a customer, the newest first. */
export function useUnclaimed(enabled: boolean) {
  return useQuery({ ...listQuery(installedMachines, wanted), enabled, refetchInterval: MACHINE_REFRESH_MS })
}

export type UnclaimedQuery = ReturnType<typeof useUnclaimed>
