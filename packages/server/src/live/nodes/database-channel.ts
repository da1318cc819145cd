import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { clock } from '../../platform/clock.ts'
import { IssueLog } from '../../platform/issue-log.ts'
import type { Log } from '../../platform/log.ts'
import type { ChannelListener, NodeChannel } from './node-channel.ts'

const POLL_MS = 100
/** How soon a node that has started is heard. */
const DISCOVER_MS = 1_000
/** So much of one node is read at once. */
const ROWS_AT_ONCE = 50
/** Rows are removed after so long: whoever has not read them by then has lost the thread. */
const LIFETIME = '1 minute'
const CLEAN_MS = 10_000
/** And no more bytes of this node are there at once. */
const MOST_BYTES = 64 * 1024 * 1024

const NODES = `SELECT node, min(seq)::float8 AS first, max(seq)::float8 AS last FROM live_feed WHERE node <> $1 GROUP BY node`
const NEXT = `SELECT row.node, row.seq::float8 AS seq, row.body FROM unnest($1::uuid[], $2::bigint[]) AS read (node, seq)
  CROSS JOIN LATERAL (SELECT f.node, f.seq, f.body FROM live_feed f WHERE f.node = read.node AND f.seq > read.seq
    ORDER BY f.seq LIMIT ${ROWS_AT_ONCE}) AS row
  ORDER BY row.node, row.seq`
const SEND = `INSERT INTO live_feed (node, seq, body) SELECT $1, seq, body FROM unnest($2::bigint[], $3::bytea[]) AS given (seq, body)`

interface Row {
  node: string
  seq: number
  body: Buffer
}

/**
 * Messages between nodes by way of a table that is not logged. Rows of one node are committed in the order of their numbers, so a number that is
 * left out was lost: with the server's crash, or because it was removed before it was read.
 */
export class DatabaseChannel implements NodeChannel {
  readonly #pool: pg.Pool
  readonly #issues: IssueLog
  /** This run of this node. */
  readonly #node = randomUUID()
  #seq = 0
  /** Of the rows that may still be there. */
  #sent: { seq: number; bytes: number }[] = []
  #cleanedAt = clock.monotonic()
  /** Up to where the rows of each node were read. */
  readonly #cursors = new Map<string, number>()
  #discoveredAt = 0
  #stop = new AbortController()
  #reading: Promise<void> = Promise.resolve()

  constructor(pool: pg.Pool, log: Log) {
    this.#pool = pool
    this.#issues = new IssueLog(log, 'Messages of other nodes are read again')
  }

  async start(listener: ChannelListener): Promise<void> {
    const { rows } = await this.#pool.query<{ node: string; last: number }>(NODES, [this.#node])
    for (const { node, last } of rows) this.#cursors.set(node, last)
    this.#discoveredAt = clock.monotonic()
    this.#reading = this.#read(listener)
  }

  async send(bodies: readonly Buffer[]): Promise<void> {
    const seqs = bodies.map(() => ++this.#seq)
    await this.#pool.query(SEND, [this.#node, seqs, bodies])
    this.#sent.push(...bodies.map(({ length: bytes }, place) => ({ seq: seqs[place] ?? 0, bytes })))
    await this.#clean()
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#reading
  }

  async #read(listener: ChannelListener): Promise<void> {
    const { signal } = this.#stop
    for (; !signal.aborted; await clock.sleep(POLL_MS, { signal }).catch(() => undefined)) {
      try {
        await this.#discover()
        while (!signal.aborted && (await this.#readNext(listener)));
        this.#issues.end()
      } catch (error) {
        this.#issues.meet('Messages of other nodes cannot be read', { error: (error as Error).message })
      }
    }
  }

  async #discover(): Promise<void> {
    if (clock.monotonic() - this.#discoveredAt < DISCOVER_MS) return
    this.#discoveredAt = clock.monotonic()
    const { rows } = await this.#pool.query<{ node: string; first: number }>(NODES, [this.#node])
    for (const { node, first } of rows) if (!this.#cursors.has(node)) this.#cursors.set(node, first - 1)
    const present = new Set(rows.map(({ node }) => node))
    for (const node of this.#cursors.keys()) if (!present.has(node)) this.#cursors.delete(node)
  }

  /** @returns whether there may be more */
  async #readNext(listener: ChannelListener): Promise<boolean> {
    if (this.#cursors.size === 0) return false
    const cursors = [...this.#cursors]
    const { rows } = await this.#pool.query<Row>(NEXT, [cursors.map(([node]) => node), cursors.map(([, seq]) => seq)])
    for (const { node, seq, body } of rows) {
      if (seq !== (this.#cursors.get(node) ?? 0) + 1) listener.missed()
      this.#cursors.set(node, seq)
      listener.message(node, body)
    }
    return rows.length >= ROWS_AT_ONCE
  }

  /** Removes what is old, also of nodes that are gone, and what is too much of this one. */
  async #clean(): Promise<void> {
    let bytes = this.#sent.reduce((sum, row) => sum + row.bytes, 0)
    const isDue = clock.monotonic() - this.#cleanedAt >= CLEAN_MS
    if (!isDue && bytes <= MOST_BYTES) return
    let upTo = 0
    while (bytes > MOST_BYTES / 2 && bytes > 0) {
      const oldest = this.#sent.shift()
      if (oldest === undefined) break
      bytes -= oldest.bytes
      upTo = oldest.seq
    }
    this.#cleanedAt = clock.monotonic()
    const { rows } = await this.#pool.query<{ node: string; seq: number }>(
      `DELETE FROM live_feed WHERE at < clock_timestamp() - $1::interval OR (node = $2 AND seq <= $3)
       RETURNING node, seq::float8 AS seq`,
      [LIFETIME, this.#node, upTo],
    )
    const gone = new Set(rows.filter(({ node }) => node === this.#node).map(({ seq }) => seq))
    this.#sent = this.#sent.filter(({ seq }) => !gone.has(seq))
  }
}
