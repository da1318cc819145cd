import { api, type History, MACHINE_REFRESH_MS } from '@packhouse/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callApiWithEtag } from '../../../lib/api-client.ts'

/** A history with the moment it was last confirmed by the server, milliseconds since 1970. */
export interface HistoryAnswer {
  history: History | undefined
  confirmedAt: number
  failed: boolean
  retry: () => void
}

/** The history of a tag over the last hours, renewed every 30 seconds; the older one stays until the next has come. */
export function useHistory(id: string, tag: string, hours: number): HistoryAnswer {
  const { data, dataUpdatedAt, isError, refetch, isPlaceholderData } = useQuery({
    queryKey: ['machines', 'history', id, tag, hours],
    queryFn: ({ signal }) =>
      callApiWithEtag(api.machineHistory, { params: { id }, query: { tag, hours: String(hours) } }, { signal }),
    refetchInterval: MACHINE_REFRESH_MS,
    placeholderData: keepPreviousData,
  })
  const usable = data?.machineID === id ? data : undefined
  return {
    history: usable,
    confirmedAt: isPlaceholderData || dataUpdatedAt === 0 ? Date.now() : dataUpdatedAt,
    failed: isError && !usable,
    retry: () => void refetch(),
  }
}
