import pg from 'pg'
import { clock } from '../platform/clock.ts'
import type { DatabaseFaults } from '../platform/database-faults.ts'
import type { Log } from '../platform/log.ts'
import { HOUR_MS, startOf } from '../telemetry/index.ts'
import { mergeBlocks } from './merge.ts'
import { emptyOut, type Partition, partitionsOf } from './partitions.ts'
import { StoredReadingNames } from './reading-names.ts'
import { removeOld } from './retention.ts'
import { sealMachine } from './seal.ts'
import { type BlockPlace, noteColumns } from './stored-blocks.ts'

const DAY_MS = 86_400_000
/** An hour is sealed when it has been over for so long: most of what comes late has come by then. */
const SEAL_AFTER_MS = HOUR_MS
/** The blocks of a day become one when it has been over for so long: what comes late then is rare. */
const MERGE_AFTER_MS = 6 * HOUR_MS
/** Held by the one that seals, for as long as a round takes: even if the lease is lost, no other process seals. */
const RETENTION_LOCK = 7_225_004
/** Blocks of older code are looked at in batches, for so long in a round. */
const NOTED_AT_ONCE = 50
const NOTING_MS = 20_000

/**
 * Keeps history small: seals the records of past hours into blocks and removes what is older than its retention period. One
 * machine after the other, over its own connection, so that the ingest goes on in the meantime.
 */
export class RetentionJob {
  readonly #url: string
  readonly #log: Log
  readonly #isClockTrusted: () => boolean
  readonly #faults: DatabaseFaults | undefined
  readonly #names: StoredReadingNames
  #removedFor = 0
  /** Up to where blocks were merged; the first round looks at all of them. */
  #mergedTo = Number.NEGATIVE_INFINITY

  /**
   * @param pool for the numbers of readings' names
   * @param isClockTrusted by a clock that is ahead nothing may be removed
   * @param faults hears what the server says of its disk and its data
   */
  constructor(
    url: string,
    pool: pg.Pool,
    log: Log,
    { isClockTrusted = () => true, faults }: { isClockTrusted?: () => boolean; faults?: DatabaseFaults } = {},
  ) {
    this.#isClockTrusted = isClockTrusted
    this.#faults = faults
    this.#url = url
    this.#names = new StoredReadingNames(() => pool)
    this.#log = log
  }

  /** The round of a periodic job, which says in the log what it did. */
  async run(signal: AbortSignal): Promise<void> {
    const done = await this.round(clock.now(), signal)
    if (done !== undefined && (done.sealed > 0 || done.removed > 0))
      this.#log.info(done, 'History was sealed and old data removed')
  }

  /**
   * Seals and removes whatever is due.
   * @param now Unix ms
   * @param signal ends it early; what is left is due the next time
   * @returns how many records were sealed and how many rows removed; undefined while another round is under way
   */
  async round(now: number, signal?: AbortSignal): Promise<{ sealed: number; removed: number } | undefined> {
    const client = new pg.Client({ connectionString: this.#url, connectionTimeoutMillis: 5_000 })
    client.on('error', () => undefined)
    this.#faults?.watch(client)
    await client.connect()
    try {
      const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
        RETENTION_LOCK,
      ])
      if (rows[0]?.taken !== true) return undefined
      const sealed = await this.#seal(client, startOf(now - SEAL_AFTER_MS, HOUR_MS), signal)
      await this.#merge(client, startOf(now - MERGE_AFTER_MS, DAY_MS), signal)
      await this.#noteColumns(client, signal)
      return { sealed, removed: await this.#remove(client, now) }
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  /** @param before start of the first hour that stays open, Unix ms */
  async #seal(client: pg.Client, before: number, signal?: AbortSignal): Promise<number> {
    const { rows } = await client.query<{ machine_key: number }>('SELECT machine_key FROM latest ORDER BY machine_key')
    let sealed = 0
    for (const partition of await partitionsOf(client, 'record')) {
      if (partition.bytes === 0 || partition.from >= before) continue
      for (const { machine_key: machineKey } of rows) {
        if (signal?.aborted) return sealed
        sealed += await sealMachine(client, this.#names, {
          partition,
          machineKey,
          before: Math.min(before, partition.to),
        })
      }
      if (partition.to <= before) await this.#emptyOut(client, partition)
    }
    return sealed
  }

  /** @param before start of the first day whose blocks stay as they are, Unix ms */
  async #merge(client: pg.Client, before: number, signal?: AbortSignal): Promise<void> {
    if (before <= this.#mergedTo) return
    const { rows } = await client.query<{ machine_key: number }>('SELECT machine_key FROM latest ORDER BY machine_key')
    for (const { machine_key: machineKey } of rows) {
      if (signal?.aborted) return
      await mergeBlocks(client, this.#names, machineKey, [this.#mergedTo, before])
    }
    this.#mergedTo = before
  }

  /** The lock of a round keeps everybody else from writing blocks. */
  async #noteColumns(client: pg.Client, signal?: AbortSignal): Promise<void> {
    const until = clock.monotonic() + NOTING_MS
    let last: BlockPlace | undefined = { machineKey: 0, from: 0 }
    while (last !== undefined && !signal?.aborted && clock.monotonic() < until) {
      last = await noteColumns(client, last, NOTED_AT_ONCE)
    }
  }

  async #emptyOut(client: pg.Client, partition: Partition): Promise<void> {
    await emptyOut(client, partition).catch((error: Error) => {
      this.#log.debug(
        { error: error.message, partition: partition.name },
        'A partition is in use; its room is given back later',
      )
    })
  }

  /** Once an hour is enough, since whole hours are removed. */
  async #remove(client: pg.Client, now: number): Promise<number> {
    const hour = startOf(now, HOUR_MS)
    if (this.#removedFor === hour || !this.#isClockTrusted()) return 0
    const removed = await removeOld(client, now)
    this.#removedFor = hour
    return removed
  }
}
