import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { HttpLimits } from '../platform/http-limits.ts'
import type { Refusals } from '../platform/refusals.ts'
import type { Connections } from './connections.ts'

/** How often Node looks for connections whose headers or bodies are late. */
const CHECK_MS = 1_000

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void

/** The server of Node, with the connections bounded before anything of a request is read. */
export function createGuardedServer(handler: RequestHandler, limits: HttpLimits, connections: Connections): Server {
  const server = createServer(
    {
      headersTimeout: Math.min(limits.headerMs, limits.requestMs),
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.idleMs,
      connectionsCheckingInterval: CHECK_MS,
    },
    (request, response) => connections.handle(request, response, handler),
  )
  // What is refused must not cost a parser: Node's own listeners, which make one and begin to read, hear of what is taken in.
  const listeners = server.listeners('connection')
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    if (connections.accept(socket)) for (const listener of listeners) listener.call(server, socket)
  })
  return server
}

/** What a client gets whose request is late or cannot be read: there is no request yet that could be answered as a problem. */
export function answerUnparsable(refusals: Refusals): (error: Error & { code?: string }, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') refusals.count('http', 'slow_request')
    if (socket.writable)
      socket.end(`HTTP/1.1 ${statusOf(error.code)}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
    socket.destroy(error)
  }
}

function statusOf(code: string | undefined): string {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return '408 Request Timeout'
  if (code === 'HPE_HEADER_OVERFLOW') return '431 Request Header Fields Too Large'
  return '400 Bad Request'
}
