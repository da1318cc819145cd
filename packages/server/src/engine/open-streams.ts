import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { clock, type Timer } from '../platform/clock.ts'
import type { Principal } from './principal.ts'
import { ProblemError } from './problem-error.ts'
import type { Authenticate } from './routes.ts'

const KEEP_ALIVE_MS = 15_000
/** How soon a right that was taken away closes a stream; with the authenticator's memory it stays within a second. */
const RIGHTS_CHECK_MS = 400
/** How long a reader may take to fetch the end of a stream that was closed. */
const END_PATIENCE_MS = 5_000

/** A stream of server-sent events that somebody reads. */
export interface OpenStream {
  response: ServerResponse
  /** Whether the rights with which it was opened still hold. */
  mayStay: () => Promise<boolean>
}

/** How soon the reader of a stream comes back whose server ends: another one may be there already. */
const COME_BACK_MS = 250

/** All kinds of streams that this process has. */
const running = new Set<{ sendAway: () => void }>()

/** Ends every stream of the process and tells its readers to come back soon, which leads them to another process where there is one. */
export function sendReadersAway(): void {
  for (const streams of running) streams.sendAway()
}

/** The open streams of one kind: kept alive, and closed when the rights of their readers change. */
export class OpenStreams<Stream extends OpenStream> implements Iterable<Stream> {
  readonly #streams = new Set<Stream>()
  readonly #onEnd: (stream: Stream) => void
  #timers: Timer[] = []

  /** @param onEnd hears of each that has ended, but not at `stop` */
  constructor(onEnd: (stream: Stream) => void = () => undefined) {
    this.#onEnd = onEnd
  }

  get size(): number {
    return this.#streams.size
  }

  [Symbol.iterator](): Iterator<Stream> {
    return this.#streams[Symbol.iterator]()
  }

  start(): void {
    running.add(this)
    this.#timers = [
      clock.every(KEEP_ALIVE_MS, () => this.#keepAlive()),
      clock.every(RIGHTS_CHECK_MS, () => void this.#checkRights()),
    ]
  }

  stop(): void {
    running.delete(this)
    for (const timer of this.#timers) timer.stop()
    for (const { response } of this.#streams) response.end()
    this.#streams.clear()
  }

  sendAway(): void {
    for (const stream of [...this.#streams]) {
      stream.response.write(`retry: ${COME_BACK_MS}\n\n`)
      this.dismiss(stream)
    }
  }

  add(stream: Stream): void {
    this.#streams.add(stream)
    stream.response.once('close', () => this.#remove(stream))
    // Of one that has ended already no event reports.
    if (stream.response.closed) this.#remove(stream)
  }

  /** Nothing may be written after the end, and a reader that does not read must not hold the connection. */
  dismiss(stream: Stream): void {
    this.#remove(stream)
    stream.response.end()
    clock.timeout(END_PATIENCE_MS, () => stream.response.destroy()).unref()
  }

  #remove(stream: Stream): void {
    if (this.#streams.delete(stream)) this.#onEnd(stream)
  }

  #keepAlive(): void {
    for (const { response } of this.#streams) response.write(': still here\n\n')
  }

  async #checkRights(): Promise<void> {
    await Promise.all(
      [...this.#streams].map(async (stream) => {
        if (!(await stream.mayStay())) this.dismiss(stream)
      }),
    )
  }
}

/** Answers a request with an open stream of events. Its end is the end of the connection. */
export function beginEventStream(reply: FastifyReply): ServerResponse {
  reply.hijack()
  // Without the frames of the chunked coding an event is one write, ready-made.
  reply.raw.useChunkedEncodingByDefault = false
  reply.raw.shouldKeepAlive = false
  // A stream has no length: nothing between here and the browser may buffer or store it.
  return reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
}

/** Asks again with the credentials of the stream: signed out, expired or changed rights end it; the web comes back. */
export function stays(
  principal: Principal,
  request: FastifyRequest,
  authenticate: Authenticate,
): () => Promise<boolean> {
  return async () => {
    try {
      const now = await authenticate(request)
      return now.customerId === principal.customerId && sameSet(now.permissions, principal.permissions)
    } catch (error) {
      // A database that is away has not taken any right away.
      return !(error instanceof ProblemError)
    }
  }
}

function sameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((entry) => b.has(entry))
}
