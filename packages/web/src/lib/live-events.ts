import { type ApiError, readProblem } from './api-error.ts'
import { createEventParser } from './event-parser.ts'

export interface LiveEvent<Data> {
  event: string
  data: Data
  id: string
}

/** `open` while connected, `waiting` between two attempts. */
export type StreamState = 'open' | 'waiting'

export interface EventStreamParts {
  /** Asks for the stream with these headers; rejects with an ApiError when signing in again is needed. */
  connect: (headers: Record<string, string>, signal: AbortSignal) => Promise<Response>
  signal: AbortSignal
  onStateChange?: ((state: StreamState) => void) | undefined
  /** Between 0 and 1. */
  random?: () => number
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
  /** A connection that is silent for longer counts as lost; keep-alive comments come more often. */
  silenceLimitMs?: number
}

const firstDelayMs = 1_000
const longestDelayMs = 30_000

/** Before the nth attempt in a row: doubled each time up to a limit, and half of it by chance so that tabs spread out. */
export function reconnectDelay(attempt: number, random: number, base = firstDelayMs): number {
  const full = Math.min(longestDelayMs, base * 2 ** Math.min(attempt, 16))
  return full / 2 + (full / 2) * random
}

/** Events with their JSON data, over as many connections as it takes, until the signal is aborted. */
export async function* readEventStream<Data>(parts: EventStreamParts): AsyncGenerator<LiveEvent<Data>, void> {
  const { connect, signal, onStateChange, random = Math.random, wait = pause, silenceLimitMs = 60_000 } = parts
  let lastId = ''
  let base = firstDelayMs
  let attempt = 0
  while (!signal.aborted) {
    const connection = new AbortController()
    const stop = () => connection.abort()
    signal.addEventListener('abort', stop)
    try {
      const response = await connect(
        { accept: 'text/event-stream', ...(lastId === '' ? {} : { 'last-event-id': lastId }) },
        connection.signal,
      )
      // The server has nothing to stream and asks not to come back (HTML standard, 9.2.3).
      if (response.status === 204) return
      if (!response.ok) throw await readProblem(response)
      onStateChange?.('open')
      for await (const { events, retry } of parseBody(response, connection, silenceLimitMs)) {
        attempt = 0
        base = retry ?? base
        for (const { event, id, data } of events) {
          lastId = id
          yield { event, id, data: JSON.parse(data) as Data }
        }
      }
    } catch (error) {
      if (!signal.aborted && isFinal(error)) throw error
    } finally {
      signal.removeEventListener('abort', stop)
      connection.abort()
    }
    if (signal.aborted) return
    onStateChange?.('waiting')
    await wait(reconnectDelay(attempt++, random(), base), signal)
  }
}

/** The parsed pieces of a body; aborts the connection when nothing at all comes for too long. */
async function* parseBody(response: Response, connection: AbortController, silenceLimitMs: number) {
  if (!response.body) return
  const parser = createEventParser()
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let silence = setTimeout(() => connection.abort(), silenceLimitMs)
  const giveUp = () => void reader.cancel().catch(() => undefined)
  connection.signal.addEventListener('abort', giveUp)
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      clearTimeout(silence)
      silence = setTimeout(() => connection.abort(), silenceLimitMs)
      yield parser.push(value)
    }
  } finally {
    clearTimeout(silence)
    connection.signal.removeEventListener('abort', giveUp)
    giveUp()
  }
}

/** A refusal that asking again will not change. A server that is busy or away may be back soon. */
function isFinal(error: unknown): error is ApiError {
  if (!(error instanceof Error) || error.name !== 'ApiError') return false
  const { status } = error as ApiError
  return status >= 400 && status < 500 && status !== 408 && status !== 429
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}
