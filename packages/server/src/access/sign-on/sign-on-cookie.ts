import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Binds a single sign-on to the browser that started it. It is another cookie than that of sessions: any page can lead a
 * browser to the start, and must not end a session by it. Lax, because the provider leads back across sites; the session
 * that comes of it gets its own, strict one.
 */
const PLAIN_NAME = 'packhouse_sign_on'
const SECURE_NAME = '__Host-packhouse_sign_on'
const MINUTES = 15

/** Sets the cookie. A value that is there stays, so that two tabs may sign on at once. @returns its value */
export function setSignOnCookie(request: FastifyRequest, reply: FastifyReply, publicUrl: string): string {
  const secure = publicUrl.startsWith('https:')
  const known = readSignOnCookie(request)
  const value = known !== undefined && /^[\w-]{43}$/.test(known) ? known : randomBytes(32).toString('base64url')
  reply.setCookie(secure ? SECURE_NAME : PLAIN_NAME, value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: MINUTES * 60,
  })
  return value
}

export function readSignOnCookie(request: FastifyRequest): string | undefined {
  return request.cookies[SECURE_NAME] ?? request.cookies[PLAIN_NAME]
}
