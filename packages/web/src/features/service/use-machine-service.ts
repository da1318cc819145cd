import { api, MACHINE_REFRESH_MS } from '@packhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../lib/api-client.ts'

/** A stretch of time, Unix ms. */
export interface TimeWindow {
  from: number
  to: number
}

function query({ from, to }: TimeWindow) {
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
}

/** The first part of the keys of everything that stops and their reasons change. */
export const stopsKey = (id: string) => ['machines', 'stops', id] as const
export const serviceKey = (id: string) => ['machines', 'service', id] as const

/** The stops of a machine in a window. What was shown stays while the window moves on. */
export function useStops(id: string, window: TimeWindow) {
  return useQuery({
    queryKey: [...stopsKey(id), 'list', window],
    queryFn: ({ signal }) => callApi(api.machineStops, { params: { id }, query: query(window) }, { signal }),
    refetchInterval: MACHINE_REFRESH_MS,
    placeholderData: (before) => (before?.machineID === id ? before : undefined),
  })
}

export function useOee(id: string, window: TimeWindow) {
  return useQuery({
    queryKey: [...stopsKey(id), 'oee', window],
    queryFn: ({ signal }) => callApi(api.machineOee, { params: { id }, query: query(window) }, { signal }),
    refetchInterval: MACHINE_REFRESH_MS,
    placeholderData: (before) => (before?.machineID === id ? before : undefined),
  })
}

export function useMachineService(id: string) {
  return useQuery({
    queryKey: serviceKey(id),
    queryFn: ({ signal }) => callApi(api.machineService, { params: { id } }, { signal }),
  })
}
