import { api, type History, MACHINE_REFRESH_MS } from '@packhouse/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callApi } from '../../../lib/api-client.ts'
import { isDemoMode } from '../../../lib/demo-mode.ts'
import type { TimeSpan } from '../window/time-span.ts'

/** Live points fill an open window; from time to time all is asked for again, in case one was missed. */
export const REPAIR_MS = 5 * 60_000

/** How often a window that reaches to the present is asked for again; the demo has no live points. */
export function repairInterval(open: boolean): number | false {
  if (!open) return false
  return isDemoMode() ? MACHINE_REFRESH_MS : REPAIR_MS
}

export interface SeriesRequest {
  id: string
  tag: string
  span: TimeSpan
  /** How many points at most. */
  points: number
  open: boolean
  enabled?: boolean
}

/** The history of a tag; the older one stays until the next has come. */
export function useSeries({ id, tag, span, points, open, enabled = true }: SeriesRequest) {
  const query = {
    tag,
    from: new Date(span.from).toISOString(),
    to: new Date(span.to).toISOString(),
    points: String(points),
  }
  const { data, isError, refetch } = useQuery({
    queryKey: ['machines', 'history', id, query],
    queryFn: ({ signal }): Promise<History> => callApi(api.machineHistory, { params: { id }, query }, { signal }),
    refetchInterval: repairInterval(open),
    placeholderData: keepPreviousData,
    enabled,
  })
  const usable = enabled && data?.machineID === id && data.tag === tag ? data : undefined
  return { history: usable, failed: enabled && isError && !usable, retry: () => void refetch() }
}
