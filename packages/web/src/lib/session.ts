import { api, type CallResult } from '@packhouse/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callApi, forgetAnswers, tokens } from './api-client.ts'
import { ApiError } from './api-error.ts'
import { clearStorage } from './kept-choices.ts'
import { publicSettingsQuery } from './public-settings.ts'
import { queryClient } from './query-client.ts'

/** The signed-in user and the permissions. */
export type Session = CallResult<typeof api.me>

const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => callApi(api.me, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The session, loaded if it is not yet known; null when nobody is signed in. Rejects when the server is away. */
export async function loadSession(): Promise<Session | null> {
  if (tokens.access() === null) return null
  try {
    return await queryClient.ensureQueryData(sessionQuery)
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}

/** Asks anew who is signed in and what they may do, after rights have changed. What was known stays when that fails. */
export async function renewSession(): Promise<void> {
  await queryClient.prefetchQuery({ ...sessionQuery, staleTime: 0 })
}

/** The session of the running screen; undefined while nobody is known to be signed in. */
export function useSession(): Session | undefined {
  return useQuery({ ...sessionQuery, enabled: false }).data
}

/** Forgets the user and everything read for the user, so that the next screen asks the server anew. */
export function forgetSession(): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== publicSettingsQuery.queryKey[0] })
  forgetAnswers()
}

/**
 * Signs in with email and password and keeps the tokens. Answers the pending token when a second factor is needed.
 * Rejects with an ApiError when the server refuses.
 */
export async function signIn(email: string, password: string): Promise<{ pendingToken?: string }> {
  const result = await callApi(api.login, { body: { email, password } })
  if ('pending_token' in result) return { pendingToken: result.pending_token }
  forgetSession()
  tokens.write(result)
  return {}
}

/**
 * Ends the session on the server and clears local storage but for what users have set up, such as saved views. Signing out
 * here works without the server too.
 */
export async function signOut(): Promise<void> {
  await callApi(api.logout).catch(() => undefined)
  clearStorage(localStorage)
}
