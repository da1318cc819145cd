import type { Call, ResponseHeaderName } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../platform/database.ts'
import { Encryption } from '../../platform/encryption.ts'
import type { InstallationKeys } from '../../platform/installation-keys.ts'
import type { PeriodicJob } from '../../platform/jobs/job-kind.ts'
import { sentence } from '../../platform/sentence.ts'
import type { Principal } from '../principal.ts'
import { ProblemError } from '../problem-error.ts'
import { outcomeOf } from '../request-outcome.ts'
import { fingerprintOf, idempotencyKeyOf } from './idempotency-key.ts'
import { type EarlierRequest, IdempotentRequests, type KeyOf } from './idempotent-requests.ts'

/** Bytes of a body up to which it is stored. */
const MOST_BODY_BYTES = 64 * 1024
/** Seconds after which a request that no server of ours works on counts as cut off. */
const CUT_OFF_SECONDS = 120
/** Seconds after which to ask again for a request that runs. */
const ASK_AGAIN_SECONDS = 2
const SWEEP_MS = 10 * 60_000

/** Refusals that another attempt, with the same key, may get past: who asks, when, how often, and who else edits. */
const PASSING: readonly number[] = [401, 403, 408, 423, 428, 429]

/** What is sent again with the body; all else belongs to the request that is answered. */
const STORED_HEADERS = ['ETag', 'Location', 'Content-Language'] as const satisfies readonly ResponseHeaderName[]

/** An answer as it is stored. */
interface StoredAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

interface Claim extends KeyOf {
  claim: string
  call: Call
}

/** Answers a request that is made again with the same `Idempotency-Key` as it was answered the first time, for 24 hours. */
export class Idempotency {
  readonly #requests: IdempotentRequests
  readonly #encryption: Encryption
  readonly #claims = new WeakMap<FastifyRequest, Claim>()
  /** Claims of the requests that this process works on. */
  readonly #running = new Set<string>()
  readonly sweep: PeriodicJob

  constructor({ system }: Database, keys: InstallationKeys) {
    this.#requests = new IdempotentRequests(system)
    this.#encryption = new Encryption(keys, 'idempotency keys')
    this.sweep = {
      name: sentence`Remove answers of requests with idempotency keys`,
      everyMs: SWEEP_MS,
      run: () => this.#requests.sweep(),
    }
  }

  /**
   * Runs when the principal is known to be permitted, and before any work.
   * @returns whether the request was made before, and is answered by that
   * @throws ProblemError where the key belongs to another request or to one without an answer
   */
  async replay(
    call: Call,
    principal: Principal | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<boolean> {
    const key = idempotencyKeyOf(call, request)
    if (key === undefined || principal === undefined) return false
    const keyOf = { principalId: principal.apiKeyId ?? principal.userId, key }
    const fingerprint = fingerprintOf(request)
    const taken = await this.#requests.take(keyOf, this.#encryption.encrypt(fingerprint))
    if (typeof taken === 'string') {
      this.#running.add(taken)
      this.#claims.set(request, { ...keyOf, claim: taken, call })
      return false
    }
    const { status, headers, body } = this.#answerOf(taken, fingerprint)
    reply.code(status).headers(headers).header('idempotent-replayed', 'true').send(body)
    return true
  }

  /** Stores an answer before it is sent, or gives the key back. An answer that cannot be stored is sent all the same. */
  async settle(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<void> {
    const claim = this.#claims.get(request)
    if (claim === undefined) return
    this.#claims.delete(request)
    try {
      if (isFinal(reply.statusCode) && outcomeOf(request).problem !== 'edit_lock_lost')
        await this.#requests.finish(claim, claim.claim, this.#stored(claim.call, reply, payload))
      else await this.#requests.release(claim, claim.claim)
    } catch (error) {
      request.log.error({ err: error }, 'The answer of a request with an idempotency key was not stored')
    } finally {
      this.#running.delete(claim.claim)
    }
  }

  /** @throws ProblemError where there is none for this request */
  #answerOf(earlier: EarlierRequest | undefined, fingerprint: string): StoredAnswer {
    if (earlier === undefined) throw inUse()
    const known = this.#encryption.decrypt(earlier.fingerprint)
    if (known !== undefined && known !== fingerprint)
      throw new ProblemError('idempotency_key_reused', t('server.idempotencyKeyReused'))
    if (!earlier.isFinished) {
      const isCutOff = !this.#running.has(earlier.claim) && earlier.age > CUT_OFF_SECONDS
      throw isCutOff ? unfinished() : inUse()
    }
    // What no key opens any more is not known either.
    if (known === undefined) throw unfinished()
    const text = earlier.answer === null ? undefined : this.#encryption.decrypt(earlier.answer)
    if (text === undefined)
      throw new ProblemError('idempotency_answer_not_stored', t('server.idempotencyAnswerNotStored'))
    return JSON.parse(text)
  }

  /** @returns undefined where it is too large to be stored, or no text */
  #stored({ sends = [] }: Call, reply: FastifyReply, payload: unknown): Buffer | undefined {
    const body = payload ?? ''
    if (typeof body !== 'string' || Buffer.byteLength(body) > MOST_BODY_BYTES) return undefined
    const names = ['content-type', ...STORED_HEADERS, ...sends]
    const headers = Object.fromEntries(
      names.filter((name) => reply.hasHeader(name)).map((name) => [name, String(reply.getHeader(name))]),
    )
    const answer: StoredAnswer = { status: reply.statusCode, headers, body }
    return this.#encryption.encrypt(JSON.stringify(answer))
  }
}

/** Whether the same request would be answered the same again: it was done, or is wrong in itself. */
function isFinal(status: number): boolean {
  return status < 500 && !PASSING.includes(status)
}

function inUse(): ProblemError {
  return new ProblemError('idempotency_key_in_use', undefined, undefined, { retryAfter: ASK_AGAIN_SECONDS })
}

function unfinished(): ProblemError {
  return new ProblemError('idempotency_key_unfinished', t('server.idempotencyKeyUnfinished'))
}
