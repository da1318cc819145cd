import type { ProblemCode } from '@packhouse/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Principal } from './principal.ts'

/** What was found out about a request while it was answered. */
interface RequestOutcome {
  principal?: Principal
  problem?: ProblemCode
}

/** A request that is answered. */
export interface AnsweredRequest extends RequestOutcome {
  method: string
  /** The pattern of its address, such as `/v1/customers/:id`; undefined if no route matched. */
  pattern: string | undefined
  status: number
  /** What stands in its address, by the names of the pattern. */
  params: Record<string, string>
}

const outcomes = new WeakMap<FastifyRequest, RequestOutcome>()

/** Where what is found out is noted. */
export function outcomeOf(request: FastifyRequest): RequestOutcome {
  const known = outcomes.get(request)
  if (known !== undefined) return known
  const outcome = {}
  outcomes.set(request, outcome)
  return outcome
}

export function toAnswered(request: FastifyRequest, reply: FastifyReply): AnsweredRequest {
  const { method, routeOptions } = request
  const params = (request.params ?? {}) as Record<string, string>
  return { ...outcomeOf(request), method, pattern: routeOptions.url, status: reply.statusCode, params }
}
