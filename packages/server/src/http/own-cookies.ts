import cookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** What the names of our cookies begin with. */
    cookiePrefix: '__Host-' | ''
  }
}

/**
 * Over https the names of our cookies begin with `__Host-`: a browser then takes them from this very host alone, and not from a
 * neighbour under the same domain (RFC 6265bis, 4.1.3.2). Cookies without it do not count there.
 */
export async function registerCookies(app: FastifyInstance, publicUrl: string): Promise<void> {
  app.decorate('cookiePrefix', publicUrl.startsWith('https:') ? '__Host-' : '')
  await app.register(cookie)
}
