import { type Call, calls, type ProblemCode } from '@packhouse/contract'
import { type RefusalLog, type SecurityAction, seenNow } from '../../access/area.ts'
import type { Principal } from '../../engine/principal.ts'
import type { AnsweredRequest } from '../../engine/request-outcome.ts'
import type { Database } from '../../platform/database.ts'
import { requestContext } from '../../platform/request-context.ts'
import { findForeign, type MissingRow } from './foreign-rows.ts'

const accessOf = new Map(Object.values<Call>(calls).map(({ method, path, access }) => [`${method} ${path}`, access]))

/**
 * Which answers are refusals, and what the log calls them. Those of which more is known are written where they are found. An access token
 * that has run out while its session goes on is none: every browser exchanges it, every ten minutes.
 */
const actions: Partial<Record<ProblemCode, SecurityAction>> = {
  permission_missing: 'right-refused',
  view_only: 'right-refused',
  second_factor_required: 'right-refused',
  confirmation_needed: 'right-refused',
  not_signed_in: 'token-refused',
  token_invalid: 'token-refused',
  token_mismatch: 'token-refused',
  refresh_token_invalid: 'token-refused',
  pending_token_invalid: 'token-refused',
  invalid_credentials: 'sign-in-refused',
  too_many_attempts: 'sign-in-paused',
  second_factor_wrong: 'second-factor-refused',
  passkey_refused: 'passkey-refused',
  address_refused: 'api-key-refused',
  code_invalid: 'sign-on-refused',
  link_invalid: 'link-refused',
  too_many_requests: 'rate-refused',
}

/** Hears of every answer, and logs who was refused what. */
export class RequestRefusals {
  readonly #log: RefusalLog
  readonly #noteMissing: (missing: MissingRow) => void

  constructor(log: RefusalLog, database: Database) {
    this.#log = log
    this.#noteMissing = log.lookUp((_db, missing) => findForeign(database, missing))
  }

  note({ principal, problem, method, pattern, params }: AnsweredRequest): void {
    if (problem === undefined || requestContext.getStore()?.refusalLogged) return
    // Of an address that does not exist nothing is stored.
    const target = pattern === undefined ? undefined : `${method} ${pattern.replaceAll(/:(\w+)/g, '{$1}')}`
    const { userId, apiKeyId, sessionId, customerId = null, viewer } = principal ?? {}
    // Refused is whoever views as somebody else, and not who is viewed.
    const actor = viewer === undefined ? {} : { actorId: viewer.userId }
    if (problem === 'not_found' && principal !== undefined && customerId !== null && target !== undefined) {
      const ids = Object.values(params)
      const who = { userId: principal.userId, ...actor, apiKeyId, sessionId }
      this.#noteMissing({ ids, customerId, ...who, target, seen: seenNow() })
      return
    }
    const action = actions[problem]
    if (action === undefined) return
    const missing =
      problem === 'permission_missing' && principal !== undefined ? missingOf(principal, target) : undefined
    this.#log.add({
      userId,
      ...actor,
      apiKeyId,
      sessionId,
      action,
      code: missing ?? problem,
      ...(target !== undefined && { target }),
    })
  }
}

/** The permission that a call needs, where it was that which was missing. */
function missingOf({ permissions }: Principal, target = ''): string | undefined {
  const access = accessOf.get(target)
  return access === undefined || access === 'signed-in' || permissions.has(access) ? undefined : access
}
