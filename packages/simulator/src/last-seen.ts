import { api, loginResultSchema, type Method, machineListSchema } from '@packhouse/contract'

const ACCOUNT = 'staff@packhouse.example'
const TIMEOUT_MS = 10_000

/** The API did not answer as expected; the message says why. */
export class ApiUnavailable extends Error {}

/**
 * Asks the API when each machine was last heard of: signs in, asks and signs out.
 * @returns Unix ms by machineID; null for a machine that has never published
 * @throws ApiUnavailable
 */
export async function askLastSeen(apiUrl: string, password: string): Promise<Map<string, number | null>> {
  try {
    const token = await signIn(apiUrl, password)
    try {
      const { machines } = machineListSchema.parse(await call(apiUrl, api.listMachines, { token }))
      return new Map(
        machines.map(({ machineID, lastSeen }) => [machineID, lastSeen === null ? null : Date.parse(lastSeen)]),
      )
    } finally {
      // What was asked is known; a session that is not ended ends by itself.
      await call(apiUrl, api.logout, { token }).catch(() => undefined)
    }
  } catch (error) {
    throw new ApiUnavailable(reasonOf(error))
  }
}

async function signIn(apiUrl: string, password: string): Promise<string> {
  const result = loginResultSchema.parse(await call(apiUrl, api.login, { body: { email: ACCOUNT, password } }))
  if ('pending_token' in result) throw new ApiUnavailable(`${ACCOUNT} needs a second factor to sign in`)
  return result.access_token
}

interface Credentials {
  token?: string
  body?: unknown
}

/** @returns the body of the answer; undefined if it has none */
async function call(apiUrl: string, route: { method: Method; path: string }, given: Credentials): Promise<unknown> {
  const headers: Record<string, string> = {}
  if (given.token !== undefined)
    Object.assign(headers, { authorization: `Bearer ${given.token}`, 'x-api-key': given.token })
  if (given.body !== undefined) headers['content-type'] = 'application/json'
  const response = await fetch(`${apiUrl}${route.path}`, {
    method: route.method,
    headers,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(given.body !== undefined && { body: JSON.stringify(given.body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new ApiUnavailable(`${route.method} ${route.path} answered ${response.status}`)
  return text === '' ? undefined : JSON.parse(text)
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'ZodError' || error instanceof SyntaxError) return 'its answer is not what this version expects'
  // fetch hides what happened behind "fetch failed".
  const cause = error.cause
  if (!(cause instanceof Error)) return error.message
  return cause.message || ('code' in cause ? String(cause.code) : error.message)
}
