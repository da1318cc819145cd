import type { FastifyRequest } from 'fastify'

/** From where and with what somebody signs in or stays signed in; by this a user recognises a session. */
export interface Client {
  address: string
  userAgent: string | null
}

/** Longer ones say nothing more. */
const MAX_USER_AGENT = 400

export function clientOf(request: FastifyRequest): Client {
  return { address: request.ip, userAgent: request.headers['user-agent']?.slice(0, MAX_USER_AGENT) ?? null }
}
