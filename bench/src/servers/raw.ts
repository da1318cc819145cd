import { createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Write } from '../audience/tape.ts'
import { serve } from '../process/serve.ts'
import { ownUsage } from '../process/usage.ts'

/** The limit that the live stream is measured against: the same bytes at the same times, ready-made, on plain sockets. */

const PAUSE_MS = 5
const GREETING = 'HTTP/1.1 200 OK\r\n\r\n: ready\n\n'

/** The sockets that hear each tape. */
const listeners = new Map<number, Set<Socket>>()
let tapes: Write[][] = []

/** The request names the tape: `GET /3 HTTP/1.1`. */
function accept(socket: Socket): void {
  socket.on('error', () => undefined)
  socket.once('data', (request) => {
    const tape = Number(/^GET \/(\d+) /.exec(request.toString('latin1'))?.[1])
    const group = listeners.get(tape) ?? new Set()
    listeners.set(tape, group.add(socket))
    socket.once('close', () => group.delete(socket))
    socket.write(GREETING)
  })
}

const handlers = {
  async start(_: undefined): Promise<number> {
    const server = createServer({ noDelay: true }, accept)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 2048, resolve))
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('It has no port.')
    return address.port
  },
  load(given: Write[][]): void {
    // What came over from another process may be views of one large buffer or plain arrays.
    tapes = given.map((tape) => tape.map(({ after, bytes }) => ({ after, bytes: Buffer.from(bytes) })))
  },
  /** Writes every tape to all who hear it. */
  async play(_: undefined): Promise<void> {
    const heads = tapes.map((tape, index) => ({ tape, next: 0, sockets: listeners.get(index) ?? new Set<Socket>() }))
    const start = performance.now()
    while (heads.some(({ tape, next }) => next < tape.length)) {
      const now = performance.now() - start
      for (const head of heads) {
        for (let due = head.tape[head.next]; due !== undefined && due.after <= now; due = head.tape[head.next]) {
          for (const socket of head.sockets) socket.write(due.bytes)
          head.next += 1
        }
      }
      await sleep(PAUSE_MS)
    }
  },
  usage: (_: undefined) => ownUsage(),
}

export type RawHandlers = typeof handlers

serve(handlers)
