import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Metrics } from '../platform/metrics.ts'

/** Each of them is a histogram of 17 series: what comes after so many goes by the name of `other`. */
const MOST_COMBINATIONS = 90
const OTHER = { method: 'any', route: 'other' }

/** Measures every request: by method, kind of address and class of status, and never by what somebody sent. */
export function registerRequestMetrics(app: FastifyInstance, { requests }: Metrics): void {
  const known = new Set<string>()
  app.addHook('onResponse', async (request, reply) => {
    // A stream lasts as long as its reader stays: that says nothing of the product.
    if (reply.raw.getHeader('content-type') === 'text/event-stream') return
    const status = `${Math.floor(reply.statusCode / 100)}xx`
    const labels = { method: request.method, route: routeOf(request) }
    const combination = `${labels.method} ${labels.route} ${status}`
    if (known.size < MOST_COMBINATIONS) known.add(combination)
    requests.observe({ ...(known.has(combination) ? labels : OTHER), status }, reply.elapsedTime / 1_000)
  })
}

/** The beginning of the pattern of the address, such as `/v1/customers`; what no call has is `web` or `unknown`. */
function routeOf({ routeOptions }: FastifyRequest): string {
  const { url } = routeOptions
  if (url === undefined) return 'unknown'
  const [, first = '', second = ''] = url.split('/')
  if (first === 'v1') return `/v1/${second}`
  return first === 'auth' || first === 'api' ? `/${first}` : 'web'
}
