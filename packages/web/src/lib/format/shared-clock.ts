import { useEffect, useReducer } from 'react'
import { DATE_LABEL_REFRESH_MIN_MS, DATE_LABEL_REFRESH_MS } from './dates.ts'

interface Listener {
  every: number
  due: number
  notify: () => void
}

/**
 * One timer for every label of the page. It runs as often as the most impatient listener asks and calls each only when
 * its own interval has passed; it stops while there are no listeners.
 */
export class SharedClock {
  #listeners = new Set<Listener>()
  #timer: ReturnType<typeof setInterval> | undefined
  #interval = Number.POSITIVE_INFINITY

  /** Calls `notify` every `every` milliseconds, at least 10 s apart; the answer ends it. */
  listen(every: number, notify: () => void): () => void {
    const interval = Math.max(DATE_LABEL_REFRESH_MIN_MS, every)
    const listener = { every: interval, due: Date.now() + interval, notify }
    this.#listeners.add(listener)
    this.#retime()
    return () => {
      this.#listeners.delete(listener)
      this.#retime()
    }
  }

  /** Calls every listener at once: after a sleep all labels are old. */
  wake(): void {
    this.#tick(Number.POSITIVE_INFINITY)
  }

  #retime(): void {
    let interval = Number.POSITIVE_INFINITY
    for (const { every } of this.#listeners) interval = Math.min(interval, every)
    if (interval === this.#interval) return
    this.#interval = interval
    clearInterval(this.#timer)
    this.#timer = interval < Number.POSITIVE_INFINITY ? setInterval(() => this.#tick(Date.now()), interval) : undefined
  }

  #tick(now: number): void {
    for (const listener of this.#listeners) {
      if (listener.due > now) continue
      listener.due = Date.now() + listener.every
      listener.notify()
    }
  }
}

const pageClock = new SharedClock()

if (typeof document !== 'undefined') {
  // Browsers slow timers down in hidden pages; on return no old label must be shown first.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') pageClock.wake()
  })
}

/**
 * The present, milliseconds since 1970: read at every render, and rendered again every `refreshMs` (default 60 s, at
 * least 10 s) by the page's one timer. Read at render, so that a label drawn for another reason is never behind.
 */
export function useNow(refreshMs = DATE_LABEL_REFRESH_MS): number {
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)
  useEffect(() => pageClock.listen(refreshMs, renderAgain), [refreshMs])
  return Date.now()
}
