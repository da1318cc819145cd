import { HOME_HISTORY_HOURS } from '@packhouse/contract'
import pg from 'pg'
import { planBatch } from './batch-plan.ts'
import { beginAndCopy } from './copy-records.ts'
import type { MachineUpdate } from './live-store.ts'
import { storeNewest } from './newest-sql.ts'
import { type LatestValues, mergeLate, type TelemetryRecord } from './record.ts'
import { HOUR_MS, MINUTE_MS, startOf } from './rollup.ts'
import {
  insertIfNew,
  minutesAfter,
  type RefusedMessage,
  readLatest,
  readMinutes,
  recountMinutes,
  storeRefused,
  writeCounters,
} from './telemetry-sql.ts'

export interface BatchResult {
  stored: number
  duplicates: number
  updates: MachineUpdate[]
}

/** Held by the one ingest of a database, for as long as its connection lives. */
const INGEST_LOCK = 7_225_002
const DAY_MS = 86_400_000

/** The lock of the ingest is held by another process. */
export class IngestTaken extends Error {}

/**
 * Writes batches over one connection of its own: each in ONE transaction, so that it is stored whole or not at all. The
 * newest values of every machine are kept here beside the table `latest`; after a lost connection they are read again,
 * so that a batch whose commit was not heard of can simply be written again.
 */
export class BatchWriter {
  readonly #url: string
  #client: pg.Client | undefined
  #latest = new Map<number, LatestValues>()
  readonly #days = new Set<number>()
  /** The answer to a commit was lost: what the next batch repeats may be stored already without anybody having told. */
  #uncertain = false

  constructor(url: string) {
    this.#url = url
  }

  /**
   * Connects, takes the lock and reads the newest values.
   * @throws IngestTaken while another process holds the lock
   */
  async open(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#url, keepAlive: true, connectionTimeoutMillis: 5_000 })
    // The failure of the statement under way is what is acted on; without a listener this would end the process.
    client.on('error', () => undefined)
    await client.connect()
    try {
      const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [INGEST_LOCK])
      if (rows[0]?.taken !== true)
        throw new IngestTaken('Another process already stores the telemetry of this database.')
      await client.query("SET synchronous_commit = 'on'")
      this.#latest = await readLatest(client)
      this.#client = client
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    }
  }

  async close(): Promise<void> {
    const client = this.#client
    this.#client = undefined
    await client?.end().catch(() => undefined)
  }

  /** Stores a batch. When it resolves, everything is committed; when it throws, nothing is (or nobody knows). */
  async write(records: readonly TelemetryRecord[], refused: RefusedMessage[]): Promise<BatchResult> {
    const client = this.#client
    if (client === undefined) throw new Error('The batch writer is not open.')
    const plan = planBatch(records, (key) => this.#latest.get(key))
    await this.#ensureDays(client, records)
    let committing = false
    try {
      if (plan.fresh.length === 0) await client.query('BEGIN')
      else {
        await beginAndCopy(client, plan.fresh)
        await storeNewest(client, plan)
      }
      const late = await storeLate(client, plan.late)
      await this.#advanceCounters(client, plan.latest, late.stored)
      if (refused.length > 0) await storeRefused(client, refused)
      committing = true
      await client.query('COMMIT')
      for (const [key, values] of plan.latest) this.#latest.set(key, values)
      const updates = this.#uncertain
        ? await this.#readUpdates(client, records)
        : toUpdates(plan.latest, plan.added, late.recounted)
      this.#uncertain = false
      return {
        stored: plan.fresh.length + late.stored.length,
        duplicates: plan.duplicates + plan.late.length - late.stored.length,
        updates,
      }
    } catch (error) {
      this.#uncertain ||= committing
      await client.query('ROLLBACK').catch(() => undefined)
      throw error
    }
  }

  /** After late readings the next step of a counter is counted from the newest of them. */
  async #advanceCounters(client: pg.Client, latest: Map<number, LatestValues>, late: TelemetryRecord[]): Promise<void> {
    const advanced = new Map<number, LatestValues>()
    for (const record of late) {
      const known = latest.get(record.machineKey) ?? this.#latest.get(record.machineKey)
      if (known === undefined) continue
      const values = mergeLate(known, record)
      if (values === known) continue
      latest.set(record.machineKey, values)
      advanced.set(record.machineKey, values)
    }
    if (advanced.size > 0) await writeCounters(client, [...advanced])
  }

  /** What is stored of the machines of a batch, whichever attempt has stored it. */
  async #readUpdates(client: pg.Client, records: readonly TelemetryRecord[]): Promise<MachineUpdate[]> {
    const updates = new Map<number, MachineUpdate>()
    for (const { machineKey } of records) {
      updates.set(machineKey, { machineKey, latest: this.#latest.get(machineKey), added: [], recounted: [] })
    }
    for (const { machineKey, at, cycles } of await readMinutes(client, Date.now() - HOME_HISTORY_HOURS * HOUR_MS)) {
      updates.get(machineKey)?.recounted.push({ at, cycles })
    }
    return [...updates.values()]
  }

  /** Makes the partitions of the days of a batch, outside its transaction: they stay if it fails. */
  async #ensureDays(client: pg.Client, records: readonly TelemetryRecord[]): Promise<void> {
    for (const record of records) {
      const day = Math.floor(record.at / DAY_MS)
      if (this.#days.has(day)) continue
      await client.query('SELECT ensure_day($1)', [new Date(day * DAY_MS).toISOString().slice(0, 10)])
      this.#days.add(day)
    }
  }
}

/** @returns the records that were new, and the minutes that were counted again for them */
async function storeLate(client: pg.Client, records: TelemetryRecord[]) {
  const inserted = records.length === 0 ? [] : await insertIfNew(client, records)
  if (inserted.length === 0) return { stored: [], recounted: [] }
  const minutes = new Map<string, [number, number]>()
  const own = inserted.map(([key, at]): [number, number] => [key, startOf(at, MINUTE_MS)])
  for (const minute of [...own, ...(await minutesAfter(client, inserted))]) minutes.set(minute.join(':'), minute)
  // Of two with the same time the first was stored.
  const given = new Map(records.toReversed().map((record) => [`${record.machineKey}:${record.at}`, record]))
  const stored = inserted.flatMap((key) => given.get(key.join(':')) ?? [])
  return { stored, recounted: await recountMinutes(client, [...minutes.values()]) }
}

function toUpdates(
  latest: Map<number, LatestValues>,
  added: Map<number, { at: number; cycles: number }[]>,
  recounted: { machineKey: number; at: number; cycles: number }[],
): MachineUpdate[] {
  const updates = new Map<number, MachineUpdate>()
  for (const [machineKey, values] of latest) {
    updates.set(machineKey, { machineKey, latest: values, added: added.get(machineKey) ?? [], recounted: [] })
  }
  for (const { machineKey, at, cycles } of recounted) {
    const update = updates.get(machineKey) ?? { machineKey, added: [], recounted: [] }
    update.recounted.push({ at, cycles })
    updates.set(machineKey, update)
  }
  return [...updates.values()]
}
