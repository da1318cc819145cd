import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * A browser's session is bound to a cookie that scripts cannot read: a token that a script has stolen is worth nothing
 * elsewhere. The cookie alone is no credential, so there is nothing to forge across sites. Programs have no scripts to
 * fear and no cookie jar; their sessions are not bound. A browser identifies itself by `Sec-Fetch-Site`, which scripts can
 * neither set nor remove.
 */
const PLAIN_NAME = 'packhouse_binding'
const SECURE_NAME = '__Host-packhouse_binding'

/** Sets the cookie for a sign-in from a browser. @returns its value; undefined for other programs */
export function setBinding(request: FastifyRequest, reply: FastifyReply, publicUrl: string): string | undefined {
  if (request.headers['sec-fetch-site'] === undefined) return undefined
  const secure = publicUrl.startsWith('https:')
  const value = randomBytes(32).toString('base64url')
  reply.setCookie(secure ? SECURE_NAME : PLAIN_NAME, value, { path: '/', httpOnly: true, sameSite: 'strict', secure })
  return value
}

export function readBinding(request: FastifyRequest): string | undefined {
  return request.cookies[SECURE_NAME] ?? request.cookies[PLAIN_NAME]
}
