import { api, MACHINE_REFRESH_MS } from '@packhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../lib/api-client.ts'

/** Who waits for an answer looks at the page now and then. */
const REQUESTS_REFRESH_MS = 60_000

/** A stretch of time, Unix ms. */
export interface TimeWindow {
  from: number
  to: number
}

function query({ from, to }: TimeWindow) {
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
}

/** The first part of the keys of everything that stops and their reasons change. */
export const stopListKey = (id: string) => ['machines', 'stops', id, 'list'] as const
export const oeeKey = (id: string) => ['machines', 'stops', id, 'oee'] as const
export const serviceKey = (id: string) => ['machines', 'service', id] as const

/** The stops of a machine in a window. What was shown stays while the window moves on. */
export function useStops(id: string, window: TimeWindow) {
  return useQuery({
    queryKey: [...stopListKey(id), window],
    queryFn: ({ signal }) => callApi(api.machineStops, { params: { id }, query: query(window) }, { signal }),
    refetchInterval: MACHINE_REFRESH_MS,
    placeholderData: (before) => (before?.machineID === id ? before : undefined),
  })
}

export function useOee(id: string, window: TimeWindow, enabled = true) {
  return useQuery({
    queryKey: [...oeeKey(id), window],
    queryFn: ({ signal }) => callApi(api.machineOee, { params: { id }, query: query(window) }, { signal }),
    refetchInterval: MACHINE_REFRESH_MS,
    enabled,
    placeholderData: (before) => (before?.machineID === id ? before : undefined),
  })
}

export function useMachineService(id: string) {
  return useQuery({
    queryKey: serviceKey(id),
    queryFn: ({ signal }) => callApi(api.machineService, { params: { id } }, { signal }),
  })
}

export const requestsKey = (id: string) => ['machines', 'service-requests', id] as const

/** What service was asked for at a machine. */
export function useServiceRequests(id: string) {
  return useQuery({
    queryKey: requestsKey(id),
    queryFn: ({ signal }) => callApi(api.machineRequests, { params: { id } }, { signal }),
    refetchInterval: REQUESTS_REFRESH_MS,
  })
}
