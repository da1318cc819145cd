import type { FastifyInstance, FastifyRequest } from 'fastify'
import { traceIdOf } from '../platform/logs/traceparent.ts'
import { type RequestContext, requestContext } from '../platform/request-context.ts'

/**
 * The header that names a request in its answer. What a client sends under this name is not taken: it would be in our log and audit. Who wants to
 * follow a request through several systems sends `traceparent`.
 */
export const REQUEST_ID = 'x-request-id'

const contexts = new WeakMap<FastifyRequest, RequestContext>()

/** Names the request to all that is done for it. */
export function registerRequestContext(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { id, headers } = request
    reply.header(REQUEST_ID, id)
    const context = { id, traceId: traceIdOf(headers.traceparent), userAgent: headers['user-agent'] ?? null }
    contexts.set(request, context)
    requestContext.run(context, done)
  })
}

/** Does what comes after the answer: its end comes from the socket, which knows no request. */
export function inContextOf(request: FastifyRequest, work: () => void): void {
  const context = contexts.get(request)
  if (context === undefined) work()
  else requestContext.run(context, work)
}
