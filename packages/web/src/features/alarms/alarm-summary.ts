import { api } from '@packhouse/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callApi } from '../../lib/api-client.ts'

/** Begins the key of every question about alarms. */
export const ALARMS = ['alarms'] as const

/** How soon a new alarm is seen. */
export const POLL_MS = 5_000

/** One question for all who show the counts. */
const summaryQuery = queryOptions({
  queryKey: [...ALARMS, 'summary'],
  queryFn: ({ signal }) => callApi(api.alarmSummary, {}, { signal }),
  refetchInterval: POLL_MS,
  // The next question is the repetition.
  retry: false,
})

/** The counts for the bar and the head of the screen. Apart from what changes alarms, which the bar does not need. */
export function useAlarmSummary() {
  return useQuery(summaryQuery).data
}
