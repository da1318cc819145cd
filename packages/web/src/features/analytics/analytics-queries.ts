import { type Api, api, type Call, type CallResult } from '@packhouse/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callApi } from '../../lib/api-client.ts'
import type { AnalyticsAddress } from './use-analytics-address.ts'

const REFRESH_MS = 60_000

export type UsageQuery = AnalyticsAddress['query']
export type Dashboard = CallResult<Api['usageDashboard']>

type UsageCall =
  | 'usageDashboard'
  | 'usageTopUsers'
  | 'usageActiveUsers'
  | 'usagePopularPages'
  | 'usagePageHeatmap'
  | 'usageUserHeatmap'
  | 'usageAppHeatmap'

/** The answer of one call of analytics, again every minute. The old figures stay until the new ones are there. */
export function useUsage<Name extends UsageCall>(name: Name, query: UsageQuery, isShown = true) {
  return useQuery({
    queryKey: ['analytics', name, query],
    queryFn: ({ signal }) => callApi<Call>(api[name], { query }, { signal }) as Promise<CallResult<Api[Name]>>,
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    enabled: isShown,
  })
}
