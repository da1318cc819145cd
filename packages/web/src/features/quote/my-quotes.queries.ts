import { api } from '@packhouse/contract'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../../lib/api-client.ts'

/** The quotes that the own company was sent. */
export const myQuotesQuery = queryOptions({
  queryKey: ['my-quotes'],
  queryFn: ({ signal }) => callApi(api.myQuotes, {}, { signal }),
})

/** One of them as it was sent. */
export function myQuoteQuery(id: string) {
  return queryOptions({
    queryKey: ['my-quotes', id],
    queryFn: ({ signal }) => callApi(api.myQuote, { params: { id } }, { signal }),
    // Its machines are claimed while it is open.
    refetchInterval: 60_000,
  })
}
