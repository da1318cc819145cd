import type { FastifyReply } from 'fastify'
import { type Quota, WINDOW_SECONDS } from '../platform/rate-limiter.ts'

/** Whose requests a limit counts. */
export type Policy = 'anonymous' | 'address' | 'user' | 'key'

/**
 * Sends a client its limit and what is left of it, in the structured fields of draft-ietf-httpapi-ratelimit-headers-11.
 * Where several limits count a request, that of the closest policy is reported: it is called last.
 */
export function setQuotaHeaders(reply: FastifyReply, policy: Policy, { limit, remaining, resetSeconds }: Quota): void {
  reply.header('ratelimit-policy', `"${policy}";q=${limit};w=${WINDOW_SECONDS}`)
  reply.header('ratelimit', `"${policy}";r=${remaining};t=${resetSeconds}`)
}
