import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../platform/log.ts'
import { inContextOf } from './request-context.ts'

/** Logs each request when it is answered. A route is logged as its pattern: addresses have tokens in them. */
export function registerRequestLog(app: FastifyInstance, log: Log): void {
  const requestLog = log.child({ part: 'http' })
  app.addHook('onResponse', (request, reply, done) => {
    inContextOf(request, () => logAnswer(requestLog, request, reply))
    done()
  })
}

function logAnswer(log: Log, request: FastifyRequest, reply: FastifyReply): void {
  const route = request.routeOptions.url ?? '(unknown)'
  const status = reply.statusCode
  const fields = { method: request.method, route, status, duration_ms: Math.round(reply.elapsedTime * 10) / 10 }
  log[levelOf(route, status)](fields, `${request.method} ${route} ${status}`)
}

/** What a client did wrong is no warning: strangers must not fill those. What belongs to the web is of interest where it failed. */
function levelOf(route: string, status: number): 'debug' | 'info' | 'error' {
  // Under load and without a database it is refused with 503, and what is wrong is logged once where it is found.
  if (status >= 500 && status !== 503) return 'error'
  return route.startsWith('/v1') || route.startsWith('/auth') ? 'info' : 'debug'
}
