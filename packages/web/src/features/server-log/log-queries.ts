import { api, type LogLevel } from '@packhouse/contract'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../lib/api-client.ts'
import type { LogAddress, LogPlace } from './use-log-address.ts'

const REFRESH_MS = 15_000
const PAGE_LINES = 200
/** Before a place, and from it on. */
const AROUND_LINES = 50

export type LineFilter = Pick<LogAddress, 'levels' | 'parts'>

/** The parameters of every call that answers lines. */
export function filterQuery({ levels, parts }: LineFilter) {
  return {
    ...(levels === undefined ? {} : { level: [...levels] }),
    ...(parts === undefined ? {} : { part: [...parts] }),
  }
}

export function useLogFiles() {
  return useQuery({
    queryKey: ['server-log', 'files'],
    queryFn: ({ signal }) => callApi(api.listLogs, undefined, { signal }),
    refetchInterval: REFRESH_MS,
  })
}

/** Counts of a file by level, part and minute. */
export function useLogCounts(file: string, isCurrent: boolean) {
  return useQuery({
    queryKey: ['server-log', 'counts', file],
    queryFn: ({ signal }) => callApi(api.viewLog, { query: { file } }, { signal }),
    refetchInterval: isCurrent ? REFRESH_MS : false,
  })
}

/** Lines of a file up to its end when it was opened; older ones are the previous pages. */
export function useLogLines(file: string, filter: LineFilter) {
  return useInfiniteQuery({
    queryKey: ['server-log', 'lines', file, filter],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) => {
      const place = pageParam === undefined ? {} : { offset: pageParam }
      const query = { file, direction: 'older' as const, limit: PAGE_LINES, ...place, ...filterQuery(filter) }
      return callApi(api.logEntries, { query }, { signal })
    },
    getNextPageParam: () => undefined,
    getPreviousPageParam: ({ from }) => (from > 0 ? from : undefined),
    // What comes later is added live, behind what is here.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

type PlacePage = { direction: 'around' | 'older' | 'newer' } & LogPlace

/** Lines around a place of a file; older ones are the previous pages, newer ones the next. */
export function useLinesAround(file: string, place: LogPlace, filter: LineFilter) {
  return useInfiniteQuery({
    queryKey: ['server-log', 'around', file, place, filter],
    initialPageParam: { direction: 'around', ...place } as PlacePage,
    queryFn: ({ pageParam, signal }) => {
      const query = { file, limit: AROUND_LINES, ...pageParam, ...filterQuery(filter) }
      return callApi(api.logEntries, { query }, { signal })
    },
    getPreviousPageParam: ({ from }): PlacePage | undefined => {
      return from > 0 ? { direction: 'older', offset: from } : undefined
    },
    getNextPageParam: ({ to, end }): PlacePage | undefined => {
      return to < end ? { direction: 'newer', offset: to } : undefined
    },
    gcTime: 0,
  })
}

/** Warnings and errors of all servers, the newest first; older ones are the next pages. */
export function useWarnings(levels: readonly LogLevel[] | undefined) {
  return useInfiniteQuery({
    queryKey: ['server-log', 'warnings', levels],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: PAGE_LINES, before: pageParam, level: levels === undefined ? undefined : [...levels] }
      return callApi(api.logWarnings, { query }, { signal })
    },
    getNextPageParam: ({ items }) => (items.length < PAGE_LINES ? undefined : items.at(-1)?.time),
    refetchInterval: REFRESH_MS,
  })
}

/** All lines of a file from an offset on, page by page. */
export async function* readNewer(file: string, offset: number, filter: LineFilter, signal: AbortSignal) {
  for (let from = offset; ; ) {
    const query = { file, offset: from, direction: 'newer' as const, limit: PAGE_LINES, ...filterQuery(filter) }
    const { entries, to, end } = await callApi(api.logEntries, { query }, { signal })
    yield entries
    if (to >= end || to <= from) return
    from = to
  }
}

export function useDebugSwitch() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (on: boolean) => callApi(api.setLogDebug, { body: { on } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['server-log', 'files'] }),
  })
}
