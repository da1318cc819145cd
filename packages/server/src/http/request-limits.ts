import type { Call } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Principal } from '../engine/principal.ts'
import { ProblemError } from '../engine/problem-error.ts'
import { ConcurrencyLimiter } from '../platform/concurrency-limiter.ts'
import type { HttpLimits } from '../platform/http-limits.ts'
import { networkOf } from '../platform/network.ts'
import type { RateLimiter } from '../platform/rate-limiter.ts'
import type { Refusals } from '../platform/refusals.ts'
import type { SharedRates } from '../platform/shared-rates.ts'
import { AcceptedCredentials } from './accepted-credentials.ts'
import { type Policy, setQuotaHeaders } from './rate-limit-headers.ts'

/** When something that is under way now may have ended. */
const SOON_SECONDS = 5

/**
 * Scripts, styles and fonts of the web, which a browser fetches without credentials. A page needs dozens of them at once, and an
 * office that opens the product after an update is not a stranger who tries passwords.
 */
const WEB_FILES = '/assets/'

/** By what requests are counted. */
type Whose = 'address' | 'account' | 'key'

/** A limit of requests a minute. */
interface Rate {
  policy: Policy
  name: string
  limit: number
  whose: Whose
}

/** A limit of what is under way at once. */
interface AtOnce {
  /** A word of the counter: requests or streams, and whose. */
  reason: string
  name: string
  limit: number
  whose: Whose
}

/**
 * Limits requests a minute, requests under way and live streams: of an address before anything of a request is read, of a
 * user or an API key as soon as it is known. Who has signed in is not held up by strangers behind the same address.
 */
export class RequestLimits {
  readonly #limits: HttpLimits
  readonly #refusals: Refusals
  readonly #rates: RateLimiter
  readonly #underWay = new ConcurrencyLimiter()
  readonly #accepted = new AcceptedCredentials()
  /** How a request that was counted as anonymous leaves those that are under way. */
  readonly #leaves = new WeakMap<FastifyRequest, () => void>()

  constructor(limits: HttpLimits, refusals: Refusals, rates: SharedRates) {
    this.#rates = rates.limiter('http')
    this.#limits = limits
    this.#refusals = refusals
  }

  /** Admits a request from its address. @throws ProblemError `too_many_requests` */
  async admitAddress(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { rate, atOnce } = this.#limits
    const name = networkOf(request.ip)
    const whose = 'address'
    await this.#count(reply, { policy: 'address', name: `address ${name}`, limit: rate.perAddress, whose })
    if (request.url.startsWith(WEB_FILES) || this.#accepted.has(request)) return
    const reason = 'at_once_anonymous'
    this.#leaves.set(request, this.#enter(reply, { reason, name: `anonymous ${name}`, limit: atOnce.anonymous, whose }))
    await this.#count(reply, { policy: 'anonymous', name: `anonymous ${name}`, limit: rate.anonymous, whose })
  }

  /** Admits a request of somebody who is known. @throws ProblemError `too_many_requests` */
  async admitPrincipal(call: Call, principal: Principal, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const network = networkOf(request.ip)
    this.#accepted.add(request)
    await this.#forgetStranger(request, network)
    const { apiKeyId, ratePerMinute, viewer } = principal
    // Who views as another uses up their own limits.
    const userId = viewer?.userId ?? principal.userId
    const kind = apiKeyId === undefined ? 'user' : 'key'
    const name = `${kind} ${apiKeyId ?? userId}`
    const whose = apiKeyId === undefined ? 'account' : 'key'
    const { rate, atOnce, streams } = this.#limits
    await this.#count(reply, { policy: kind, name, limit: ratePerMinute ?? rate.perUser, whose })
    if (call.answer !== 'event-stream') {
      this.#enter(reply, { reason: `at_once_of_${kind}`, name: `requests ${name}`, limit: atOnce.perUser, whose })
      return
    }
    const ofAddress = { name: `streams address ${network}`, limit: streams.perAddress, whose: 'address' as const }
    this.#enter(reply, { reason: `streams_of_${kind}`, name: `streams ${name}`, limit: streams.perUser, whose })
    this.#enter(reply, { reason: 'streams_of_address', ...ofAddress })
  }

  /** It was counted as anonymous before it was known whose it is; a stream would count so for as long as it is open. */
  async #forgetStranger(request: FastifyRequest, network: string): Promise<void> {
    const leave = this.#leaves.get(request)
    if (leave === undefined) return
    leave()
    this.#leaves.delete(request)
    await this.#rates.giveBack(`anonymous ${network}`)
  }

  async #count(reply: FastifyReply, { policy, name, limit, whose }: Rate): Promise<void> {
    const quota = await this.#rates.take(name, limit)
    setQuotaHeaders(reply, policy, quota)
    if (quota.admitted) return
    this.#refusals.count('http', policy === 'anonymous' ? 'rate_anonymous' : `rate_of_${policy}`)
    const detail = t('server.tooManyRequests', { whose, limit })
    throw new ProblemError('too_many_requests', detail, undefined, { retryAfter: quota.resetSeconds })
  }

  /** Counts the answer as under way until it has been read or its connection has ended. */
  #enter(reply: FastifyReply, { reason, name, limit, whose }: AtOnce): () => void {
    const leave = this.#underWay.enter(name, limit)
    if (leave !== undefined) {
      // Of one that has ended already no further event reports.
      if (reply.raw.closed) leave()
      else reply.raw.once('close', leave)
      return leave
    }
    this.#refusals.count('http', reason)
    const what = reason.startsWith('streams') ? 'streams' : 'requests'
    const detail = t('server.tooManyAtOnce', { what, whose, limit })
    throw new ProblemError('too_many_requests', detail, undefined, { retryAfter: SOON_SECONDS })
  }
}
