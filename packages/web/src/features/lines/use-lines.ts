import { api } from '@packhouse/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callApi } from '../../lib/api-client.ts'

const REFRESH_MS = 60_000

export function useLines() {
  return useQuery({
    queryKey: ['lines'],
    queryFn: ({ signal }) => callApi(api.myLines, {}, { signal }),
  })
}

/** What the machines of a line did. @param hours how far it looks back */
export function useLineFlow(id: string, hours: string) {
  return useQuery({
    queryKey: ['lines', id, hours],
    queryFn: ({ signal }) => callApi(api.lineFlow, { params: { id }, query: { hours } }, { signal }),
    enabled: id !== '',
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  })
}
