import { type Call, calls } from '@packhouse/contract'
import type { RefusalLog } from '../../access/area.ts'
import type { Principal } from '../../engine/principal.ts'
import type { AnsweredRequest } from '../../engine/request-outcome.ts'

const accessOf = new Map(Object.values<Call>(calls).map(({ method, path, access }) => [`${method} ${path}`, access]))

/** The permission that a call needs, where it was that which was missing. */
function missingOf({ permissions }: Principal, target: string): string | undefined {
  const access = accessOf.get(target)
  return access === undefined || access === 'signed-in' || permissions.has(access) ? undefined : access
}

const MINUTE_MS = 60_000
/** Callers and routes that are remembered, so that each is written once a minute. */
const MAX_NOTED = 10_000

/** Writes who was refused a right; the same caller at the same route at most once a minute. */
export class RightRefusals {
  readonly #log: RefusalLog
  readonly #noted = new Map<string, number>()

  constructor(log: RefusalLog) {
    this.#log = log
  }

  note({ principal, problem, method, pattern }: AnsweredRequest): void {
    if (problem !== 'permission_missing' || principal === undefined || pattern === undefined) return
    const target = `${method} ${pattern.replaceAll(/:(\w+)/g, '{$1}')}`
    const { userId, apiKeyId, sessionId } = principal
    if (!this.#isDue(`${apiKeyId ?? userId} ${target}`)) return
    this.#log.add({
      userId,
      apiKeyId,
      sessionId,
      target,
      action: 'right-refused',
      code: missingOf(principal, target) ?? problem,
    })
  }

  #isDue(what: string): boolean {
    const now = Date.now()
    if (now - (this.#noted.get(what) ?? 0) < MINUTE_MS) return false
    if (this.#noted.size >= MAX_NOTED) this.#noted.clear()
    this.#noted.set(what, now)
    return true
  }
}
