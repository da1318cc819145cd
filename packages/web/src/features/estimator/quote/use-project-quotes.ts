import { api, type ProjectQuotes } from '@packhouse/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../../lib/api-client.ts'
import { showAnswer } from '../../../lib/query-client.ts'

const REFRESH_MS = 15_000
const keyOf = (id: string) => ['project-quotes', id] as const

/** To whom a project was sent, and what became of it. */
export function useProjectQuotes(id: string) {
  return useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => callApi(api.listQuoteLinks, { params: { id } }, { signal }),
    refetchInterval: REFRESH_MS,
  })
}

/** Shows what the server has answered, or asks again. */
export function useShowQuotes(id: string): (quotes?: ProjectQuotes) => Promise<void> {
  const client = useQueryClient()
  return async (quotes) => {
    if (quotes === undefined) await client.invalidateQueries({ queryKey: keyOf(id) })
    else showAnswer(client, keyOf(id), quotes)
  }
}
