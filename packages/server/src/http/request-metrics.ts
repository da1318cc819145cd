import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Metrics } from '../platform/metrics.ts'

/**
 * Each combination of labels is a histogram of 17 series: what comes after so many goes by the name of `other`. What was refused has places
 * of its own, since a stranger can have any route refused, and would leave none for what is answered.
 */
const MOST_ANSWERED = 70
const MOST_REFUSED = 20
const OTHER = { method: 'any', route: 'other' }

/** Measures every request: by method, kind of address and class of status, and never by what somebody sent. */
export function registerRequestMetrics(app: FastifyInstance, { requests }: Metrics): void {
  const answered = new Combinations(MOST_ANSWERED)
  const refused = new Combinations(MOST_REFUSED)
  app.addHook('onResponse', async (request, reply) => {
    // A stream lasts as long as its reader stays: that says nothing of the product.
    if (reply.raw.getHeader('content-type') === 'text/event-stream') return
    const status = `${Math.floor(reply.statusCode / 100)}xx`
    const labels = { method: request.method, route: routeOf(request) }
    const combination = `${labels.method} ${labels.route} ${status}`
    const known = status === '4xx' ? refused : answered
    requests.observe({ ...(known.take(combination) ? labels : OTHER), status }, reply.elapsedTime / 1_000)
  })
}

/** The first so many that came. */
class Combinations {
  readonly #known = new Set<string>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  /** Whether it is one of them. */
  take(combination: string): boolean {
    if (this.#known.size < this.#most) this.#known.add(combination)
    return this.#known.has(combination)
  }
}

/** The beginning of the pattern of the address, such as `/v1/customers`; what no call has is `web` or `unknown`. */
function routeOf({ routeOptions }: FastifyRequest): string {
  const { url } = routeOptions
  if (url === undefined) return 'unknown'
  const [, first = '', second = ''] = url.split('/')
  if (first === 'v1') return `/v1/${second}`
  return first === 'auth' || first === 'api' ? `/${first}` : 'web'
}
