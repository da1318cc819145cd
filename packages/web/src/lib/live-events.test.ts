import { afterEach, describe, expect, it, vi } from 'vitest'
import { type EventStreamParts, readEventStream, reconnectDelay } from './live-events.ts'

type Connection = { headers: Record<string, string> }

/** A server that answers each attempt with the next of the given answers and then never again. */
function server(...answers: (Response | Error)[]) {
  const connections: Connection[] = []
  const waits: number[] = []
  const controller = new AbortController()
  const parts: EventStreamParts = {
    async connect(headers) {
      connections.push({ headers })
      const answer = answers.shift()
      if (answer === undefined) {
        controller.abort()
        throw new DOMException('Aborted', 'AbortError')
      }
      if (answer instanceof Error) throw answer
      return answer
    },
    signal: controller.signal,
    random: () => 1,
    wait: async (ms) => void waits.push(ms),
  }
  return { parts, connections, waits, controller }
}

const stream = (text: string) => new Response(text, { headers: { 'content-type': 'text/event-stream' } })
const problem = (status: number, code: string) => new Response(JSON.stringify({ code, title: code }), { status })

async function collect(parts: EventStreamParts) {
  const events: unknown[] = []
  for await (const event of readEventStream(parts)) events.push(event)
  return events
}

afterEach(() => void vi.useRealTimers())

describe('readEventStream', () => {
  it('yields events with parsed data', async () => {
    const { parts } = server(stream('id: 1\nevent: machines\ndata: {"machines":[]}\n\n'))
    expect(await collect(parts)).toEqual([{ event: 'machines', id: '1', data: { machines: [] } }])
  })

  it('resumes after the last event it saw', async () => {
    const { parts, connections } = server(stream('id: a1\ndata: 1\n\n'), stream('id: a2\ndata: 2\n\n'))
    expect(await collect(parts)).toHaveLength(2)
    expect(connections.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, 'a1', 'a2'])
  })

  it('waits longer after each failure in a row and starts afresh once something came', async () => {
    const away = () => new TypeError('Failed to fetch')
    const { parts, waits } = server(away(), problem(503, 'unavailable'), away(), stream(': hello\n\n'), away())
    await collect(parts)
    expect(waits).toEqual([1000, 2000, 4000, 1000, 2000])
  })

  it('waits as long as the server asks', async () => {
    const { parts, waits } = server(stream('retry: 50\n\n'))
    await collect(parts)
    expect(waits).toEqual([50])
  })

  it('rejects when the server refuses for good', async () => {
    const { parts, connections } = server(problem(403, 'permission_missing'), stream('data: 1\n\n'))
    await expect(collect(parts)).rejects.toMatchObject({ code: 'permission_missing' })
    expect(connections).toHaveLength(1)
  })

  it('ends without a new attempt when the server has nothing to stream', async () => {
    const { parts, connections } = server(new Response(null, { status: 204 }), stream('data: 1\n\n'))
    expect(await collect(parts)).toEqual([])
    expect(connections).toHaveLength(1)
  })

  it('ends quietly when it is aborted while it reads', async () => {
    // In the turn after the one in which it begins to read.
    const body = new ReadableStream({ pull: () => void setTimeout(() => controller.abort()) }, { highWaterMark: 0 })
    const { parts, controller, waits } = server(new Response(body))
    expect(await collect(parts)).toEqual([])
    expect(waits).toEqual([])
  })

  it('connects again when a connection has been silent for a minute', async () => {
    vi.useFakeTimers()
    const { parts, connections } = server(new Response(new ReadableStream()))
    const events = collect(parts)
    await vi.advanceTimersByTimeAsync(59_999)
    expect(connections).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await events).toEqual([])
    expect(connections).toHaveLength(2)
  })

  it('closes the connection when its reader leaves the loop', async () => {
    let closed = false
    const endless = new ReadableStream({
      start: (body) => body.enqueue(new TextEncoder().encode('data: 1\n\n')),
      cancel: () => {
        closed = true
      },
    })
    const { parts } = server(new Response(endless))
    for await (const _event of readEventStream(parts)) break
    expect(closed).toBe(true)
  })
})

describe('reconnectDelay', () => {
  it('stays between half and all of a doubling time, at most 30 s', () => {
    expect(reconnectDelay(0, 0)).toBe(500)
    expect(reconnectDelay(3, 1)).toBe(8000)
    expect(reconnectDelay(1000, 1)).toBe(30_000)
  })
})
