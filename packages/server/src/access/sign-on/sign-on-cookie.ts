import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { clock } from '../../platform/clock.ts'
import { hashToken } from '../tokens.ts'

/**
 * Binds a single sign-on to the browser that started it. It is another cookie than that of sessions: any page can lead a
 * browser to the start, and must not end a session by it. Lax, because the provider leads back across sites; the session
 * that comes of it gets its own, strict one.
 *
 * Each start has a cookie of its own, so that several tabs may sign on at once and no value that was there before, perhaps
 * put there by somebody else, is ever taken for ours.
 */
const NAME = 'packhouse_sign_on_'
const MINUTES = 15
/** Starts that a browser may have under way; more would fill its headers. */
const MOST_STARTS = 8

/** Sets the cookie of a start. @returns its value */
export function setSignOnCookie(request: FastifyRequest, reply: FastifyReply): string {
  const { cookiePrefix } = request.server
  const secure = cookiePrefix !== ''
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  // Names rise with the time: the first ones are the oldest.
  const started = namesOf(request).sort()
  for (const name of started.slice(0, Math.max(0, started.length + 1 - MOST_STARTS))) reply.clearCookie(name, options)
  const value = randomBytes(32).toString('base64url')
  const name = `${cookiePrefix}${NAME}${clock.now()}_${randomBytes(4).toString('hex')}`
  reply.setCookie(name, value, { ...options, maxAge: MINUTES * 60 })
  return value
}

/** Whether the browser has the cookie of a start. @param hash of the value that was set then */
export function hasSignOnCookie(request: FastifyRequest, hash: Uint8Array): boolean {
  return namesOf(request).some((name) => timingSafeEqual(hashToken(request.cookies[name] ?? ''), hash))
}

function namesOf({ cookies, server }: FastifyRequest): string[] {
  return Object.keys(cookies).filter((name) => name.startsWith(server.cookiePrefix + NAME))
}
