import { api, type CallResult, type MySettings, type TokenPair } from '@packhouse/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callApi, endSession, forgetAnswers, tokens } from './api-client.ts'
import { ApiError } from './api-error.ts'
import { toRequest } from './api-request.ts'
import { clearDeviceStore } from './device-store.ts'
import { adoptDateFormats } from './format/date-formats.ts'
import { adoptTemperatureUnit } from './format/temperature-unit.ts'
import { adoptLanguage } from './language/page-language.ts'
import { noteLeft, withLeft } from './left-preferences.ts'
import { askOrKept, forgetKept } from './offline/kept-answers.ts'
import { createPreferenceWriter } from './preference-writer.ts'
import { publicSettingsQuery } from './public-settings.ts'
import { queryClient } from './query-client.ts'
import { toInit } from './request-init.ts'
import { adoptTheme, chooseTheme, type ThemeChoice } from './theme.ts'
import { forgetView } from './view-as.ts'

/** The signed-in user, the permissions, and what the user has set up. */
export type Session = CallResult<typeof api.me> & { settings: MySettings }

const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<Session> => {
    // One after the other: a session that is over is refused once.
    const { settings, ...me } = await askOrKept('session', async () => {
      const asked = await callApi(api.me, {}, { signal })
      return { ...asked, settings: await callApi(api.mySettings, {}, { signal }) }
    })
    adoptTheme(settings.theme)
    adoptLanguage(settings.language)
    adoptDateFormats(settings)
    adoptTemperatureUnit({ own: settings.temperatureUnit })
    const preferences = withLeft(me.user.id, settings.preferences)
    return { ...me, settings: { ...settings, preferences } }
  },
  // Also where the browser says that there is no connection: something may be kept.
  networkMode: 'always',
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

/** Asks again who is signed in and what they may do, after rights have changed. If that fails, the session stays as it is. */
export async function renewSession(): Promise<void> {
  await queryClient.prefetchQuery({ ...sessionQuery, staleTime: 0 })
}

/** The session of the running screen; undefined while no user is known to be signed in. */
export function useSession(): Session | undefined {
  return useQuery({ ...sessionQuery, enabled: false }).data
}

/** Takes over what the server answered to a change of the own settings. */
export function showSettings(settings: MySettings): void {
  adoptLanguage(settings.language)
  adoptDateFormats(settings)
  adoptTemperatureUnit({ own: settings.temperatureUnit })
  queryClient.setQueryData(sessionQuery.queryKey, (session) => {
    if (session === undefined) return undefined
    const { first_name, last_name } = settings
    return { ...session, user: { ...session.user, first_name, last_name }, settings }
  })
}

/** Shows the own photo wherever the user is shown. */
export function showPhoto(photoUrl: string | null): void {
  queryClient.setQueryData(sessionQuery.queryKey, (session) => {
    return session && { ...session, user: { ...session.user, profile: { photoUrl } } }
  })
}

/** Shows a theme at once and keeps it in the account, for other devices. @returns whether that has succeeded */
export async function keepTheme(choice: ThemeChoice): Promise<boolean> {
  chooseTheme(choice)
  try {
    showSettings(await callApi(api.changeMySettings, { body: { theme: choice } }))
    return true
  } catch {
    return false
  }
}

let unsavedListener: (error: unknown) => void = () => undefined

/** Sets what happens when preferences could not be saved to the account. */
export function onPreferencesUnsaved(listener: (error: unknown) => void): void {
  unsavedListener = listener
}

const preferenceWriter = createPreferenceWriter({
  waitMs: 400,
  save: (preferences) => callApi(api.changeMySettings, { body: { preferences } }),
  failed(error) {
    unsavedListener(error)
    return !(error instanceof ApiError && error.status < 500)
  },
})

/** Keeps something the user has set up in the account: at once on this screen, on the server a moment later. */
export function keepPreference(key: string, value: unknown): void {
  queryClient.setQueryData(sessionQuery.queryKey, (session) => {
    if (session === undefined) return undefined
    const preferences = { ...session.settings.preferences, [key]: value }
    return { ...session, settings: { ...session.settings, preferences } }
  })
  preferenceWriter.keep(key, value)
}

/** Sends what is pending while the page is closed; the answer cannot be read any more. */
export function keepPreferencesOnLeave(): void {
  addEventListener('pagehide', () => {
    const preferences = preferenceWriter.leave()
    const user = queryClient.getQueryData(sessionQuery.queryKey)?.user.id
    if (Object.keys(preferences).length === 0 || tokens.access() === null || user === undefined) return
    noteLeft(user, preferences)
    const request = toRequest(api.changeMySettings, { body: { preferences } })
    void fetch(request.url, { ...toInit(request, tokens.access(), {}), keepalive: true })
  })
}

/** Forgets the user and everything read for the user, so that the next screen asks the server again. */
export function forgetSession(): void {
  forgetKept()
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
  keepSignIn(result)
  return {}
}

/** Keeps the tokens of a sign-in, and nothing of whoever was signed in before. */
export function keepSignIn(result: TokenPair): void {
  forgetSession()
  forgetView()
  tokens.write(result)
}

/** Finishes a sign-in with the second factor and keeps the tokens. Rejects with an ApiError when the server refuses. */
export async function signInWithSecondFactor(pendingToken: string, code: string): Promise<void> {
  const result = await callApi(api.validateTwoFactor, { body: { pending_token: pendingToken, two_factor_code: code } })
  keepSignIn(result)
}

/** How long a sign-out waits for what is done before it. */
const FAREWELL_MS = 2_000

const signOutListeners = new Set<() => Promise<void>>()

/** Does something while the tokens still hold, before this page signs out. */
export function beforeSignOut(listener: () => Promise<void>): void {
  signOutListeners.add(listener)
}

/** Clears what this browser stores and ends the session on the server. Signing out here works without the server too. */
export async function signOut(): Promise<void> {
  const done = Promise.allSettled([...signOutListeners].map((listener) => listener()))
  await Promise.race([done, new Promise((resolve) => setTimeout(resolve, FAREWELL_MS))])
  await preferenceWriter.flush()
  // What another user does next in this tab must not carry anything along.
  preferenceWriter.take()
  const ended = endSession().catch(() => undefined)
  localStorage.clear()
  forgetView()
  await clearDeviceStore()
  await ended
}
