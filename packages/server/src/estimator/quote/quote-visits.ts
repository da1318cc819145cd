import { NEWER_REVISION } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ProblemError } from '../../engine/problem-error.ts'
import { networkOf } from '../../platform/network.ts'
import type { PublicPageLimits } from '../../platform/public-page-limits.ts'
import type { RateLimiter } from '../../platform/rate-limiter.ts'
import type { Refusals } from '../../platform/refusals.ts'
import type { SharedRates } from '../../platform/shared-rates.ts'
import { hashToken } from './link-token.ts'

type Limits = Pick<PublicPageLimits, 'perAddress' | 'perLink'>

/** Bounds what strangers may ask of quotes, each address for itself and of each link all together, and keeps the answers out of caches and search engines. */
export class QuoteVisits {
  readonly #rate: RateLimiter
  readonly #refusals: Refusals
  readonly #limits: Limits

  constructor(rates: SharedRates, refusals: Refusals, limits: Limits) {
    this.#rate = rates.limiter('quotes')
    this.#refusals = refusals
    this.#limits = limits
  }

  /** @throws ProblemError `too_many_requests`, `permission_missing` for what the page of somebody else sends */
  async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    reply.headers({ 'x-robots-tag': 'noindex, nofollow', 'cache-control': 'no-store' })
    const ofAddress = await this.#rate.take(networkOf(request.ip), this.#limits.perAddress)
    if (!ofAddress.admitted) throw this.refusal('rate_of_address', ofAddress.resetSeconds)
    await this.#admitLink((request.params as { token: string }).token)
    if (request.headers['sec-fetch-site'] === 'cross-site') {
      throw new ProblemError('permission_missing', t('publicPage.sendFromThisPage'))
    }
  }

  /** However many addresses open it. What cannot be a token leads nowhere, and costs nothing. */
  async #admitLink(token: string): Promise<void> {
    const hash = hashToken(token.replace(NEWER_REVISION, ''))
    if (hash === undefined) return
    const { admitted, resetSeconds } = await this.#rate.take(`link ${hash.toString('base64url')}`, this.#limits.perLink)
    if (!admitted) throw this.refusal('rate_of_link', resetSeconds, t('publicPage.linkOpenedTooOften'))
  }

  refusal(reason: string, retryAfter: number, words = t('publicPage.tooManyPages')): ProblemError {
    this.#refusals.count('public', reason)
    return new ProblemError('too_many_requests', words, undefined, { retryAfter })
  }
}
