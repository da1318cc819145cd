import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { clock, type Timer } from './clock.ts'
import type { Db } from './database.ts'
import type { DatabaseSignals } from './database-signals.ts'
import { RateLimiter, WINDOW_SECONDS } from './rate-limiter.ts'

/** How often nodes hear of each other's counts. */
const EXCHANGE_MS = 1_000
/** Others hear of a name from this part of its limit on: few requests need no count over all nodes. */
const SENT_FROM = 0.1
/** Names of one node that others hear of in a second, and names of others that are remembered for each limit. */
const MOST_SENT = 1_000
const MOST_REMEMBERED = 20_000
/** A notification of PostgreSQL has less than 8,000 bytes. */
const LARGEST_PAYLOAD = 7_500

/** Scope, name, count, and Unix ms until which it counts. */
const countSchema = z.tuple([z.string(), z.string(), z.int().min(0), z.number()])
const messageSchema = z.object({ node: z.string(), counts: z.array(countSchema) })
type Count = z.infer<typeof countSchema>

/** What other nodes have counted under the names of one limit. */
export class ForeignCounts {
  readonly #scope: string
  readonly #own = new Map<string, Count>()
  readonly #others = new Map<string, Map<string, { count: number; until: number }>>()

  constructor(scope: string) {
    this.#scope = scope
  }

  of(name: string): number {
    const nodes = this.#others.get(name)
    if (nodes === undefined) return 0
    const now = clock.now()
    let sum = 0
    for (const [node, { count, until }] of nodes) {
      if (until > now) sum += count
      else nodes.delete(node)
    }
    if (nodes.size === 0) this.#others.delete(name)
    return sum
  }

  /** Notes what is counted here. */
  note(name: string, count: number, limit: number, msBeforeNext: number): void {
    if (count < limit * SENT_FROM || (this.#own.size >= MOST_SENT && !this.#own.has(name))) return
    this.#own.set(name, [this.#scope, name, count, clock.now() + msBeforeNext])
  }

  /** What has changed here since it was asked last. */
  changed(): Count[] {
    const counts = [...this.#own.values()]
    this.#own.clear()
    return counts
  }

  take(node: string, [, name, count, until]: Count): void {
    const nodes = this.#others.get(name) ?? new Map()
    nodes.set(node, { count, until })
    this.#others.delete(name)
    this.#others.set(name, nodes)
    const [oldest] = this.#others.keys()
    if (this.#others.size > MOST_REMEMBERED && oldest !== undefined) this.#others.delete(oldest)
  }
}

/**
 * Limits of requests that count over all nodes: each decides by what it has counted itself and by what the others have sent in the last second. Nothing
 * is asked of the database for a request. One process alone sends nothing.
 */
export class SharedRates {
  readonly #node = randomUUID()
  readonly #send: ((payload: string) => Promise<unknown>) | undefined
  readonly #scopes = new Map<string, ForeignCounts>()
  #timer: Timer | undefined
  #sending: Promise<unknown> = Promise.resolve()

  /** @param others sends counts to other nodes; undefined without other nodes */
  constructor(others: { db: Db; signals: DatabaseSignals } | undefined) {
    if (others === undefined) return
    const { db, signals } = others
    this.#send = (payload) => sql`SELECT pg_notify('rate', ${payload})`.execute(db)
    signals.on('rate', { heard: (payload) => this.#hear(payload), missed: () => undefined })
  }

  /** A limit by a word of its own, the same on every node. */
  limiter(scope: string, windowSeconds = WINDOW_SECONDS): RateLimiter {
    if (this.#send === undefined) return new RateLimiter(windowSeconds)
    const counts = new ForeignCounts(scope)
    this.#scopes.set(scope, counts)
    return new RateLimiter(windowSeconds, counts)
  }

  start(): void {
    if (this.#send === undefined) return
    this.#timer = clock.every(EXCHANGE_MS, () => {
      // One after the other: with the database slow they must not pile up. What was not sent is sent with the next count.
      this.#sending = this.#sending.then(() => this.#exchange()).catch(() => undefined)
    })
  }

  async stop(): Promise<void> {
    this.#timer?.stop()
    await this.#sending
  }

  async #exchange(): Promise<void> {
    const counts = [...this.#scopes.values()].flatMap((scope) => scope.changed())
    while (counts.length > 0) await this.#send?.(this.#message(counts))
  }

  /** Takes as many counts as one notification holds. */
  #message(counts: Count[]): string {
    const taken: Count[] = []
    for (let bytes = 100; counts.length > 0; ) {
      const [next] = counts
      bytes += Buffer.byteLength(JSON.stringify(next)) + 1
      if (bytes > LARGEST_PAYLOAD && taken.length > 0) break
      taken.push(...counts.splice(0, 1))
    }
    return JSON.stringify({ node: this.#node, counts: taken })
  }

  #hear(payload: string): void {
    const message = messageSchema.safeParse(parsed(payload))
    if (!message.success || message.data.node === this.#node) return
    for (const count of message.data.counts) this.#scopes.get(count[0])?.take(message.data.node, count)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
