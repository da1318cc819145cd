import { api, MACHINE_REFRESH_MS } from '@packhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../lib/api-client.ts'

/** The shifts of a machine, the newest first. */
export function useMachineShifts(id: string) {
  return useQuery({
    queryKey: ['machines', 'shifts', id],
    queryFn: ({ signal }) => callApi(api.machineShifts, { params: { id } }, { signal }),
    refetchInterval: MACHINE_REFRESH_MS,
  })
}

export const ordersKey = (id: string) => ['machines', 'orders', id] as const

/** The production orders of a machine. */
export function useMachineOrders(id: string) {
  return useQuery({
    queryKey: ordersKey(id),
    queryFn: ({ signal }) => callApi(api.machineOrders, { params: { id } }, { signal }),
    refetchInterval: MACHINE_REFRESH_MS,
  })
}
