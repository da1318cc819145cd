import { api } from '@packhouse/contract'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../../lib/api-client.ts'

/** The own passkeys. */
export const passkeysQuery = queryOptions({
  queryKey: ['my-passkeys'],
  queryFn: ({ signal }) => callApi(api.myPasskeys, {}, { signal }),
})
