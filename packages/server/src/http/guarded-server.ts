import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ProblemCode } from '@packhouse/contract'
import type { Upgrade } from '../engine/area.ts'
import { ProblemError, toProblem } from '../engine/problem-error.ts'
import type { HttpLimits } from '../platform/http-limits.ts'
import type { Log } from '../platform/log.ts'
import type { Refusals } from '../platform/refusals.ts'
import type { Connections } from './connections.ts'
import { joinedBodies } from './joined-body.ts'
import { REQUEST_ID } from './request-context.ts'

/** How often Node looks for connections whose headers or bodies are late. */
const CHECK_MS = 1_000

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void

/** The server of Node, with the connections bounded before anything of a request is read. */
export function createGuardedServer(
  handler: RequestHandler,
  limits: HttpLimits,
  connections: Connections,
  upgrades: Readonly<Record<string, Upgrade>>,
): Server {
  const upgradeOf = ({ method, url = '', headers }: IncomingMessage) =>
    method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket' ? upgrades[url.split('?')[0] ?? ''] : undefined
  const server = createServer(
    {
      headersTimeout: Math.min(limits.headerMs, limits.requestMs),
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.idleMs,
      connectionsCheckingInterval: CHECK_MS,
      IncomingMessage: joinedBodies((socket) => connections.refuse(socket, 'small_chunks')),
      // Elsewhere the wish for another protocol is left out, as RFC 9110 (7.8) allows.
      shouldUpgradeCallback: (request) => upgradeOf(request) !== undefined,
    },
    (request, response) => connections.handle(request, response, handler),
  )
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const address = connections.addressOf(request)
    if (connections.handOver(socket)) upgradeOf(request)?.(request, socket, head, address)
  })
  // What is refused must not cost a parser: Node's own listeners, which make one and begin to read, hear of what is taken in, when its turn comes.
  const listeners = server.listeners('connection')
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    socket.pause().on('error', ignoreError)
    connections.accept(socket, () => {
      for (const listener of listeners) listener.call(server, socket)
      socket.off('error', ignoreError)
      socket.resume()
    })
  })
  return server
}

/** A connection that is reset before anybody reads it has closed, which is all there is to do; without a listener the process would end. */
function ignoreError(): void {}

/** What a client gets whose request is late or cannot be read: there is no request yet that anything else could answer. */
export function answerUnparsable(
  refusals: Refusals,
  log: Log,
): (error: Error & { code?: string }, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') refusals.count('http', 'slow_request')
    const id = randomUUID()
    log.debug({ request_id: id, code: error.code }, 'A request could not be read')
    if (socket.writable) socket.end(problemAnswer(codeOf(error.code), id))
    socket.destroy(error)
  }
}

function codeOf(code: string | undefined): ProblemCode {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout'
  return code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : 'invalid_request'
}

/** A problem like all others; whose language it should be in is not known yet. */
function problemAnswer(code: ProblemCode, id: string): string {
  const problem = toProblem(new ProblemError(code), id)
  const body = JSON.stringify(problem)
  const headers = {
    Connection: 'close',
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Cache-Control': 'no-store',
    [REQUEST_ID]: id,
    'Content-Length': Buffer.byteLength(body),
    'X-Content-Type-Options': 'nosniff',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return `${[`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`, ...lines].join('\r\n')}\r\n\r\n${body}`
}
