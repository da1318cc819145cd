import { t } from '@packhouse/messages'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ProblemError } from '../../engine/problem-error.ts'
import { networkOf } from '../../platform/network.ts'
import type { RateLimiter } from '../../platform/rate-limiter.ts'
import type { Refusals } from '../../platform/refusals.ts'
import type { SharedRates } from '../../platform/shared-rates.ts'

/** Bounds what strangers may ask of quotes, each address for itself, and keeps the answers out of caches and search engines. */
export class QuoteVisits {
  readonly #rate: RateLimiter
  readonly #refusals: Refusals
  /** Requests of one address in a minute. */
  readonly #perAddress: number

  constructor(rates: SharedRates, refusals: Refusals, perAddress: number) {
    this.#rate = rates.limiter('quotes')
    this.#refusals = refusals
    this.#perAddress = perAddress
  }

  /** @throws ProblemError `too_many_requests`, `permission_missing` for what the page of somebody else sends */
  async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    reply.headers({ 'x-robots-tag': 'noindex, nofollow', 'cache-control': 'no-store' })
    const { admitted, resetSeconds } = await this.#rate.take(networkOf(request.ip), this.#perAddress)
    if (!admitted) throw this.refusal('rate_of_address', resetSeconds)
    if (request.headers['sec-fetch-site'] === 'cross-site') {
      throw new ProblemError('permission_missing', t('publicPage.sendFromThisPage'))
    }
  }

  refusal(reason: string, retryAfter: number): ProblemError {
    this.#refusals.count('public', reason)
    return new ProblemError('too_many_requests', t('publicPage.tooManyPages'), undefined, { retryAfter })
  }
}
