import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../platform/log.ts'
import { inRequest, type RequestContext } from '../platform/logs/request-context.ts'
import { traceIdOf } from '../platform/logs/traceparent.ts'

/** Ids of requests are not repeated by another process. */
const PROCESS = randomBytes(6).toString('hex')
let requests = 0

export function nextRequestId(): string {
  requests++
  return `${PROCESS}-${requests.toString(36)}`
}

/**
 * Names the request in every line that is logged for it, and logs one when it is answered. A route is logged as its pattern: addresses
 * have tokens in them.
 */
export function registerRequestLog(app: FastifyInstance, log: Log): void {
  const contexts = new WeakMap<FastifyRequest, RequestContext>()
  const requestLog = log.child({ part: 'http' })
  app.addHook('onRequest', (request, _reply, done) => {
    const context = { requestId: request.id, traceId: traceIdOf(request.headers.traceparent) }
    contexts.set(request, context)
    inRequest(context, done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const context = contexts.get(request)
    if (context !== undefined) inRequest(context, () => logAnswer(requestLog, request, reply))
    done()
  })
}

function logAnswer(log: Log, request: FastifyRequest, reply: FastifyReply): void {
  const route = request.routeOptions.url ?? '(unknown)'
  const status = reply.statusCode
  const fields = { method: request.method, route, status, duration_ms: Math.round(reply.elapsedTime * 10) / 10 }
  log[levelOf(route, status)](fields, `${request.method} ${route} ${status}`)
}

/** What belongs to the web is of interest where something is wrong with it. */
function levelOf(route: string, status: number): 'debug' | 'info' | 'warn' | 'error' {
  if (status >= 500) return 'error'
  if (status >= 400) return 'warn'
  return route.startsWith('/v1') || route.startsWith('/auth') ? 'info' : 'debug'
}
