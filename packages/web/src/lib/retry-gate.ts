import type { Fetch } from './authorized-fetch.ts'
import { retryAfterOf } from './retry-after.ts'

/** A refusal that holds until a time of `now`. */
interface Refusal {
  until: number
  status: number
  headers: Headers
  body: string
}

/**
 * Asks nothing again before its time: where the server has answered 429 or 503 with Retry-After, whoever reads the same address
 * gets that answer until then, without a request. So everything that asks regularly waits, and says why.
 * @param now Unix ms
 */
export function createRetryGate(fetch: Fetch, now: () => number = Date.now): Fetch {
  const refusals = new Map<string, Refusal>()

  function forgetOld(): void {
    for (const [key, { until }] of refusals) if (until <= now()) refusals.delete(key)
  }

  return async (url, init) => {
    // What somebody wants to change is always tried.
    if ((init.method ?? 'GET') !== 'GET') return await fetch(url, init)
    const key = `${new Headers(init.headers).get('authorization') ?? ''} ${url}`
    const refusal = refusals.get(key)
    if (refusal !== undefined && refusal.until > now()) return repeat(refusal, now())
    const response = await fetch(url, init)
    const seconds = retryAfterOf(response)
    if (seconds === undefined) return response
    const { status, headers } = response
    const fresh = { until: now() + seconds * 1_000, status, headers, body: await response.text() }
    forgetOld()
    refusals.set(key, fresh)
    return repeat(fresh, now())
  }
}

/** The answer as it was, with the seconds that are left. */
function repeat({ until, status, headers, body }: Refusal, now: number): Response {
  const left = new Headers(headers)
  left.set('retry-after', String(Math.ceil((until - now) / 1_000)))
  return new Response(body, { status, headers: left })
}
