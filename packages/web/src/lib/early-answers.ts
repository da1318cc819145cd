/** An answer is taken soon behind its arrival or not at all: later it would no longer be of now. */
const FRESH_MS = 10_000

/** Which answer a request gets. Others, such as `traceparent`, differ from one request to the next. */
const deciding = ['authorization', 'accept', 'accept-language', 'a-im', 'view-as', 'last-event-id']

interface Asked {
  init: RequestInit
  answer: Promise<Response>
  abort: AbortController
}

/** What was asked while the scripts of the page were still loading, until the page asks the same. */
export interface EarlyAnswers {
  /** @param next asks what follows from the answer: it is handed over only then, or its taker would ask that too */
  ask(url: string, init: RequestInit, next?: (answer: Response) => Promise<void>): void
  /** Hands the answer over, once; undefined where this was not asked, or otherwise, or too long ago. */
  take(url: string, init: RequestInit): Promise<Response> | undefined
  /** Ends what nobody has taken. */
  clear(): void
}

export function createEarlyAnswers(send: (url: string, init: RequestInit) => Promise<Response>): EarlyAnswers {
  const asked = new Map<string, Asked>()

  function drop(url: string): void {
    asked.get(url)?.abort.abort()
    asked.delete(url)
  }

  return {
    ask(url, init, next) {
      const abort = new AbortController()
      const answer = send(url, { ...init, signal: abort.signal }).then(async (response) => {
        // An answer that cannot be read is the business of its taker.
        await next?.(response).catch(() => undefined)
        return response
      })
      const entry = { init, answer, abort }
      asked.set(url, entry)
      const expire = () => {
        if (asked.get(url) === entry) drop(url)
      }
      const expireLater = () => setTimeout(expire, FRESH_MS)
      // Whoever takes it hears of a failure.
      answer.then(expireLater, expireLater)
    },
    take(url, init) {
      const found = asked.get(url)
      if (found === undefined || !isSame(found.init, init)) return undefined
      asked.delete(url)
      const { signal } = init
      const end = () => found.abort.abort(signal?.reason)
      if (signal?.aborted) end()
      else signal?.addEventListener('abort', end, { once: true })
      return found.answer
    },
    clear() {
      for (const url of asked.keys()) drop(url)
    },
  }
}

function isSame(one: RequestInit, other: RequestInit): boolean {
  const [a, b] = [new Headers(one.headers), new Headers(other.headers)]
  return (one.method ?? 'GET') === (other.method ?? 'GET') && deciding.every((name) => a.get(name) === b.get(name))
}

/** Those of this page. */
export const earlyAnswers = createEarlyAnswers((url, init) => fetch(url, init))
