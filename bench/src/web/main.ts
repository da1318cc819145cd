import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { pagePatterns } from '@packhouse/contract'
import { serve } from '../process/serve.ts'

/** The process of everybody whose browser sends what it has counted. */

const PATH = '/v1/auth/user-analytics/events'
/** Connections that the browsers share, as behind a proxy. */
const CONNECTIONS = 32
/** Events of one POST: the most that the door takes. */
export const EVENTS_EACH = 100
const PAGES_EACH = 8

export interface Sent {
  offered: number
  accepted: number
  /** Without those in POSTs that were refused. */
  dropped: number
  refused: number
}

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
const bodies = Array.from({ length: 20 }, (_, body) => eventsOf(body))
let tokens: readonly string[] = []
let port = 0

/** Views and the time on pages, of a few pages in turn as people go to and fro, as old as they are when they are sent every few seconds. */
function eventsOf(body: number): string {
  const events = Array.from({ length: EVENTS_EACH }, (_, index) => {
    const name = pagePatterns[(body * PAGES_EACH + (index % PAGES_EACH)) % pagePatterns.length]
    const age = 50 * (EVENTS_EACH - index)
    return index % 2 === 0 ? { kind: 'page_view', name, age } : { kind: 'page_time', name, age, duration: 4_000 }
  })
  return JSON.stringify(events)
}

const handlers = {
  open(input: { port: number; tokens: readonly string[] }): void {
    port = input.port
    tokens = input.tokens
  },
  /** Sends so many events a second, evenly spread over it and over all people, whatever the server takes. */
  async send({ seconds, perSecond }: { seconds: number; perSecond: number }): Promise<Sent> {
    const sent: Sent = { offered: 0, accepted: 0, dropped: 0, refused: 0 }
    const posts: Promise<void>[] = []
    const start = performance.now()
    const total = Math.round((seconds * perSecond) / EVENTS_EACH)
    for (let done = 0; done < total; ) {
      await sleep(2)
      const due = Math.min(total, Math.floor(((performance.now() - start) / 1_000) * (perSecond / EVENTS_EACH)))
      for (; done < due; done++) posts.push(post(done, sent))
    }
    await Promise.all(posts)
    return sent
  },
}

async function post(number: number, sent: Sent): Promise<void> {
  const content = `{"batch":"${randomUUID()}","events":${bodies[number % bodies.length]}}`
  const headers = {
    authorization: `Bearer ${tokens[number % tokens.length]}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(content),
  }
  sent.offered += EVENTS_EACH
  const { status, text } = await new Promise<{ status: number; text: string }>((resolve, reject) => {
    const call = request({ port, host: '127.0.0.1', agent, method: 'POST', path: PATH, headers }, (reply) => {
      const chunks: Buffer[] = []
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      reply.on('error', reject)
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text: Buffer.concat(chunks).toString() }))
    })
    call.on('error', reject).end(content)
  })
  if (status !== 200) {
    sent.refused += EVENTS_EACH
    return
  }
  const { accepted, dropped } = JSON.parse(text) as { accepted: number; dropped: number }
  sent.accepted += accepted
  sent.dropped += dropped
}

export type WebHandlers = typeof handlers

serve(handlers)
