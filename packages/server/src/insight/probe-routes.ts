import { liveProbe, readyProbe } from '@packhouse/contract'
import type { FastifyInstance } from 'fastify'
import { LIVE_ANSWER, type Readiness, readyAnswer } from '../platform/nodes/readiness.ts'

/** What supervisors and proxies ask of a process with the API; one without it has a server of its own for them. */
export function registerProbes(app: FastifyInstance, readiness: Readiness): void {
  app.get(liveProbe.path, (_request, reply) => reply.header('cache-control', 'no-store').send(LIVE_ANSWER))
  app.get(readyProbe.path, async (_request, reply) => {
    const { code, body } = await readyAnswer(readiness)
    return reply.code(code).header('cache-control', 'no-store').send(body)
  })
}
