import { api } from '@packhouse/contract'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../../lib/api-client.ts'

export const sessionsKey = ['my-sessions']

/** The own sessions, loaded again whenever they are shown. */
export const sessionsQuery = queryOptions({
  queryKey: sessionsKey,
  queryFn: ({ signal }) => callApi(api.mySessions, {}, { signal }),
})
