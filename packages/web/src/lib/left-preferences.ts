import type { PreferenceChanges } from './preference-writer.ts'

const KEY = 'packhouse-left-preferences'
/** By then what a page sent as it was left has reached the server, or never will. */
const UNDER_WAY_MS = 10_000

interface Left {
  user: string
  at: number
  changes: PreferenceChanges
}

/** Notes what a page sends as it is left: the next one in this tab may ask for the preferences before they have arrived. */
export function noteLeft(user: string, changes: PreferenceChanges): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ user, at: Date.now(), changes } satisfies Left))
  } catch {
    // A storage that is full: the next page then shows what the server has.
  }
}

/** The preferences as the user left them. What was noted counts once, and for that user alone. */
export function withLeft(user: string, preferences: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const left = take()
  if (left === undefined || left.user !== user || Date.now() - left.at > UNDER_WAY_MS) return { ...preferences }
  const changed = { ...preferences, ...left.changes }
  return Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== null))
}

function take(): Left | undefined {
  const noted = globalThis.sessionStorage?.getItem(KEY)
  if (!noted) return undefined
  sessionStorage.removeItem(KEY)
  try {
    return JSON.parse(noted) as Left
  } catch {
    return undefined
  }
}
