import { api } from '@packhouse/contract'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../lib/api-client.ts'
import type { LogAddress } from './use-log-address.ts'

const REFRESH_MS = 15_000
const PAGE_LINES = 200

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
