import { api, type StateIntervals } from '@packhouse/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callApi } from '../../../lib/api-client.ts'
import { repairInterval } from '../chart/use-series.ts'
import type { TimeSpan } from '../window/time-span.ts'

/** The times in each state over a stretch; the older ones stay until the next have come. */
export function useStates(id: string, span: TimeSpan, open: boolean, enabled = true) {
  const query = { from: new Date(span.from).toISOString(), to: new Date(span.to).toISOString() }
  const { data, isError, refetch } = useQuery({
    queryKey: ['machines', 'states', id, query],
    queryFn: ({ signal }): Promise<StateIntervals> => callApi(api.machineStates, { params: { id }, query }, { signal }),
    refetchInterval: repairInterval(open),
    placeholderData: keepPreviousData,
    enabled,
  })
  const usable = enabled && data?.machineID === id ? data : undefined
  return { answer: usable, failed: enabled && isError && !usable, retry: () => void refetch() }
}
