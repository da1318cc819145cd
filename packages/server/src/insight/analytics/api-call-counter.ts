import type { Principal } from '../../engine/principal.ts'
import { apiCallName } from './event-names.ts'
import { quarterOf, type StoredEvent } from './usage-event.ts'

const MAX_COUNTERS = 10_000

/** Counts calls of the API by person, route pattern and quarter hour, so that a call costs an addition. */
export class ApiCallCounter {
  #counters = new Map<string, StoredEvent>()
  #dropped = 0

  count(
    call: { method: string; path: string },
    { userId, customerId, sessionId, viewer }: Principal,
    at: number,
  ): void {
    // Who is viewed by somebody else does not use the product meanwhile.
    if (viewer !== undefined) return
    const name = apiCallName(call)
    const key = `${userId} ${quarterOf(at)} ${name}`
    const counter = this.#counters.get(key)
    if (counter !== undefined) counter.n++
    else if (this.#counters.size >= MAX_COUNTERS) this.#dropped++
    else this.#counters.set(key, { at, userId, customerId, kind: 'api_call', name, n: 1, sessionId, durationMs: 0 })
  }

  /** What was counted since the last time, by person. */
  take(): Map<string, StoredEvent[]> {
    const counters = this.#counters
    this.#counters = new Map()
    return Map.groupBy(counters.values(), ({ userId }) => userId)
  }

  takeDropped(): number {
    const dropped = this.#dropped
    this.#dropped = 0
    return dropped
  }
}
