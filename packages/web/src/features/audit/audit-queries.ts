import { api } from '@packhouse/contract'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { callApi } from '../../lib/api-client.ts'
import { readerZone } from '../../lib/format/date-formats.ts'
import type { AuditAddress } from './use-audit-address.ts'

const REFRESH_MS = 30_000
const HOUR_MS = 3_600_000

export type AuditFilter = Pick<AuditAddress, 'kind' | 'filters' | 'span' | 'window'>

/** The parameters by which list, picture and file agree. */
export function filterQuery({ kind, filters }: Pick<AuditFilter, 'kind' | 'filters'>) {
  const { outcome, ...others } = filters
  return { kind, ...others, ...(outcome === undefined ? {} : { outcome: 'refused' as const }) }
}

/** @param now Unix ms */
export function windowQuery({ span, window }: Pick<AuditFilter, 'span' | 'window'>, now: number) {
  if (window === undefined) return { from: new Date(now - Number(span) * HOUR_MS).toISOString() }
  return { from: new Date(window.from).toISOString(), to: new Date(window.to).toISOString() }
}

export function useAuditList(filter: AuditFilter) {
  return useInfiniteQuery({
    queryKey: ['audit', 'list', filter],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => {
      const cursor = pageParam === '' ? {} : { cursor: pageParam }
      const query = { ...filterQuery(filter), ...windowQuery(filter, Date.now()), ...cursor }
      return callApi(api.listAuthLog, { query }, { signal })
    },
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  })
}

export function useAuditEntry(id: string | undefined) {
  return useQuery({
    queryKey: ['audit', 'entry', id],
    queryFn: ({ signal }) => callApi(api.authLogEntry, { params: { id: id ?? '' } }, { signal }),
    enabled: id !== undefined,
  })
}

/** How many there are in each minute or hour of the span. */
export function useAuditBuckets(filter: AuditFilter, unit: 'minute' | 'hour') {
  const zone = readerZone()
  const hours = Number(filter.span)
  return useQuery({
    queryKey: ['audit', 'buckets', filter.kind, filter.filters, filter.span, unit, zone],
    queryFn: ({ signal }) => {
      const common = { ...filterQuery(filter), zone }
      if (unit === 'hour')
        return callApi(api.authLogByHour, { query: { ...common, hours: String(Math.max(24, hours)) } }, { signal })
      return callApi(api.authLogByMinute, { query: { ...common, minutes: '60' } }, { signal })
    },
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
}

export function useCallsByKey(unit: 'hour' | 'month') {
  const zone = readerZone()
  return useQuery({
    queryKey: ['audit', 'keys', unit, zone],
    queryFn: ({ signal }) => {
      if (unit === 'month') return callApi(api.callsByKeyAndMonth, { query: { zone } }, { signal })
      return callApi(api.callsByKeyAndHour, { query: { zone } }, { signal })
    },
    refetchInterval: REFRESH_MS,
  })
}
