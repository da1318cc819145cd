import Fastify, { type HTTPMethods } from 'fastify'
import { expect, test } from 'vitest'
import { Metrics } from '../platform/metrics.ts'
import { registerRequestMetrics } from './request-metrics.ts'

const ROUTES = Array.from({ length: 200 }, (_, index) => `/v1/area${index}`)

function createServer() {
  const metrics = new Metrics('1.0.0')
  const server = Fastify()
  registerRequestMetrics(server, metrics)
  for (const url of ROUTES)
    server.all(url, (request, reply) => reply.code('authorization' in request.headers ? 200 : 401).send())
  return { server, metrics }
}

test('a stranger who has every route refused takes no place from what is answered', async () => {
  const { server, metrics } = createServer()
  for (const url of ROUTES) await server.inject({ method: 'GET', url })
  for (const method of ['GET', 'POST', 'PATCH', 'OPTIONS'] satisfies HTTPMethods[])
    await server.inject({ method, url: '/nothing' })
  await server.inject({ method: 'GET', url: '/v1/area150', headers: { authorization: 'Bearer' } })
  const text = await metrics.text()
  expect(text).toContain('http_server_request_duration_seconds_count{method="GET",route="/v1/area150",status="2xx"} 1')
  expect(text.match(/_count\{.*status="4xx"\}/g)).toHaveLength(21)
  expect(text).toContain('_count{method="any",route="other",status="4xx"} 184')
})
