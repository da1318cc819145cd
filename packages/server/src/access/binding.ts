import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * A browser's session is bound to a cookie that scripts cannot read: a token that a script has stolen is worth nothing
 * elsewhere. The cookie alone is no credential, so there is nothing to forge across sites. Programs have no scripts to
 * fear and no cookie jar; their sessions are not bound. A browser identifies itself by `Sec-Fetch-Site`, which scripts can
 * neither set nor remove.
 */
const NAME = 'packhouse_binding'

/** Sets the cookie for a sign-in from a browser. @returns its value; undefined for other programs */
export function setBinding(request: FastifyRequest, reply: FastifyReply): string | undefined {
  if (request.headers['sec-fetch-site'] === undefined) return undefined
  const { cookiePrefix } = request.server
  const value = randomBytes(32).toString('base64url')
  const secure = cookiePrefix !== ''
  reply.setCookie(cookiePrefix + NAME, value, { path: '/', httpOnly: true, sameSite: 'strict', secure })
  return value
}

export function readBinding(request: FastifyRequest): string | undefined {
  return request.cookies[request.server.cookiePrefix + NAME]
}
