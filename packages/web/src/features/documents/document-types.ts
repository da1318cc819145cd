import { api, type CallResult } from '@packhouse/contract'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../../lib/api-client.ts'

export type DocumentTypeEntry = CallResult<typeof api.templateTypes>[number]

/** The kinds of documents, what their templates get, and an example of each; it changes with the product alone. */
export const typesQuery = queryOptions({
  queryKey: ['document-types'],
  queryFn: ({ signal }) => callApi(api.templateTypes, undefined, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
