import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { liveProbe, readyProbe } from '@packhouse/contract'
import type { Upgrade } from '../engine/area.ts'
import { clock } from '../platform/clock.ts'
import type { HttpLimits } from '../platform/http-limits.ts'
import { listen } from '../platform/listen.ts'
import type { Metrics } from '../platform/metrics.ts'
import { LIVE_ANSWER, type Readiness, readyAnswer } from '../platform/nodes/readiness.ts'
import { nameThePort } from '../platform/ports.ts'
import { Refusals } from '../platform/refusals.ts'
import { Connections } from './connections.ts'
import { createGuardedServer } from './guarded-server.ts'

const METRICS_PATH = '/metrics'
/** Whoever asks again within this time gets the same figures: everybody who reaches the port may ask. */
const REMEMBERED_MS = 1_000

export interface ProbeServerParts {
  http: HttpLimits
  trustedProxies: readonly string[]
  readiness: Readiness
  /** Absent while the process waits for the database. */
  metrics?: Metrics
  /** Takes over connections that ask for another protocol, by their path. */
  upgrades?: Readonly<Record<string, Upgrade>>
}

/**
 * What a process without the API has on `PORT`: whether it lives, whether it is ready, and what it measures of itself. Supervisors and scrapers ask, who
 * have no account; so nothing of the installation's data is here.
 */
export class ProbeServer {
  readonly #server: Server
  readonly #connections: Connections
  readonly #parts: ProbeServerParts
  #figures: { until: number; text: Promise<string> } | undefined

  constructor(parts: ProbeServerParts) {
    this.#parts = parts
    this.#connections = new Connections(parts.http, new Refusals(), parts.trustedProxies)
    const handler = (request: IncomingMessage, response: ServerResponse) => {
      this.#answer(request, response).catch(() => send(response, request.method, 503, '{"status":"away"}'))
    }
    this.#server = createGuardedServer(handler, parts.http, this.#connections, parts.upgrades ?? {})
  }

  /** @returns the port it listens on */
  async listen(host: string, port: number): Promise<number> {
    const own = await listen(this.#server, { host, port }).catch(nameThePort('PORT', port))
    this.#connections.start()
    return own
  }

  async close(): Promise<void> {
    this.#connections.stop()
    const closed = new Promise((resolve) => this.#server.close(resolve))
    this.#server.closeAllConnections()
    await closed
  }

  async #answer({ method, url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
    const { readiness, metrics } = this.#parts
    const [path] = url.split('?')
    const answer = (status: number, body: string, type?: string) => send(response, method, status, body, type)
    if (method !== 'GET' && method !== 'HEAD') return answer(405, '{"status":"method_not_allowed"}')
    if (path === liveProbe.path) return answer(200, JSON.stringify(LIVE_ANSWER))
    if (path === readyProbe.path) {
      const { code, body } = await readyAnswer(readiness)
      return answer(code, JSON.stringify(body))
    }
    if (path === METRICS_PATH && metrics !== undefined) {
      return answer(200, await this.#measure(metrics), metrics.contentType)
    }
    answer(404, '{"status":"not_found"}')
  }

  async #measure(metrics: Metrics): Promise<string> {
    const now = clock.monotonic()
    if (this.#figures === undefined || now >= this.#figures.until) {
      this.#figures = { until: now + REMEMBERED_MS, text: metrics.text() }
    }
    return await this.#figures.text
  }
}

function send(
  response: ServerResponse,
  method: string | undefined,
  status: number,
  body: string,
  type = 'application/json; charset=utf-8',
): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  response.end(method === 'HEAD' ? undefined : body)
}
