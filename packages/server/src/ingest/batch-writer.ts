import { HOME_HISTORY_HOURS } from '@packhouse/contract'
import type pg from 'pg'
import type { StoredReadingNames } from '../history/index.ts'
import type { MachineUpdate } from '../live/index.ts'
import { HOUR_MS, type LatestValues, type Rollup, speaksUntil, type TelemetryRecord } from '../telemetry/index.ts'
import type { Aside } from './aside/aside.ts'
import type { HeldRecord } from './aside/held-store.ts'
import type { RefusedMessage } from './aside/refused-message.ts'
import { type BatchPlan, type Known, planBatch } from './batch-plan.ts'
import { beginAndCopy } from './copy-records.ts'
import type { IngestSession } from './ingest-session.ts'
import { SealedColumns } from './late/sealed-columns.ts'
import { lockAll, lockUnsealed, type StoredLate, storeLate } from './late/store-late.ts'
import { storeNewest } from './newest-sql.ts'
import { sortRepeats } from './repeats.ts'
import { readLatest, readMinutes } from './telemetry-sql.ts'

export interface Batch {
  records: readonly TelemetryRecord[]
  refused: readonly RefusedMessage[]
  /** Records that wait until our clock is right. */
  held: readonly HeldRecord[]
}

export interface BatchResult {
  stored: number
  /** Those that were there already. */
  duplicates: readonly TelemetryRecord[]
  /** Those whose machine has another one of the same time: the first one counts. */
  conflicts: readonly TelemetryRecord[]
  updates: MachineUpdate[]
  /** Refused messages and waiting records for which there was no room. */
  notStored: readonly (RefusedMessage | HeldRecord)[]
  /** Late records that were not stored, since their machines are being sealed just now. */
  deferred: TelemetryRecord[]
}

const DAY_MS = 86_400_000

/**
 * Writes batches over its own connection: each in ONE transaction, so that it is stored whole or not at all. The
 * newest values of every machine are stored here beside the table `latest`; after a lost connection they are read again,
 * so that a batch whose commit was not heard of can simply be written again.
 */
export class BatchWriter {
  readonly #session: IngestSession
  readonly #aside: Aside
  readonly #names: StoredReadingNames
  readonly #known: Known
  readonly #sealed = new SealedColumns()
  #latest = new Map<number, LatestValues>()
  readonly #days = new Set<number>()
  /** The answer to a commit was lost: what the next batch repeats may be stored already without an answer. */
  #uncertain = false

  /**
   * @param offlineAfterOf how long a record speaks for a machine
   * @param names of the readings in sealed blocks
   */
  constructor(
    session: IngestSession,
    offlineAfterOf: Known['offlineAfterOf'],
    aside: Aside,
    names: StoredReadingNames,
  ) {
    this.#session = session
    this.#names = names
    this.#aside = aside
    this.#known = { latestOf: (key) => this.#latest.get(key), offlineAfterOf }
  }

  /**
   * Connects, takes the lock and reads the newest values.
   * @throws IngestTaken while another process holds the lock
   */
  async open(): Promise<void> {
    await this.#session.open()
    try {
      this.#latest = await this.#session.within(readLatest)
      await this.#session.within((client) => this.#aside.held.count(client))
    } catch (error) {
      // Nothing may be written beside values that are not the newest.
      await this.close()
      throw error
    }
  }

  async close(): Promise<void> {
    await this.#session.close()
  }

  /** Whether there is a record of its machine that is not older. */
  isLate({ machineKey, at }: TelemetryRecord): boolean {
    const latest = this.#latest.get(machineKey)
    return latest !== undefined && at <= latest.at
  }

  /** Stores a batch. When it resolves, everything is committed; when it throws, nothing is (or it is unknown). */
  async write(batch: Batch): Promise<BatchResult> {
    return await this.#session.within((client) => this.#write(client, batch))
  }

  async #write(client: pg.Client, { records, refused, held }: Batch): Promise<BatchResult> {
    const plan = planBatch(records, this.#known)
    await this.#ensureDays(client, records)
    let committing = false
    try {
      if (plan.fresh.length === 0) await client.query('BEGIN')
      else {
        await beginAndCopy(client, plan.fresh)
        await storeNewest(client, plan)
      }
      const late = await this.#storeLate(client, plan)
      const repeats = await sortRepeats(client, this.#names, {
        fresh: plan.fresh,
        within: plan.duplicates,
        late: without(plan.late, [...late.deferred, ...late.stored]),
      })
      const notStored = [
        ...(await this.#aside.letters.store(client, refused)),
        ...(await this.#aside.held.store(client, held)),
      ]
      committing = true
      await client.query('COMMIT')
      this.#aside.letters.committed(refused)
      for (const [key, values] of plan.latest) this.#latest.set(key, values)
      const updates = this.#uncertain
        ? await this.#readUpdates(client, records)
        : toUpdates(plan.latest, plan.account.rollups.rows('minute_rollup'), late.rollups.rows('minute_rollup'))
      this.#uncertain = false
      return {
        stored: plan.fresh.length + late.stored.length,
        ...repeats,
        updates,
        notStored,
        deferred: late.deferred,
      }
    } catch (error) {
      this.#uncertain ||= committing
      this.#aside.letters.recount()
      this.#aside.held.recount()
      await client.query('ROLLBACK').catch(() => undefined)
      throw error
    }
  }

  /**
   * Stores late records. Those of machines that are being sealed can wait, but not where they may be stored already: others
   * must not be reported before them then.
   */
  async #storeLate(client: pg.ClientBase, plan: BatchPlan): Promise<StoredLate & { deferred: TelemetryRecord[] }> {
    const lock = this.#uncertain ? lockAll : lockUnsealed
    const locked = plan.late.length === 0 ? new Set<number>() : await lock(client, plan.late)
    const [now = [], deferred = []] = [true, false].map((isLocked) =>
      plan.late.filter(({ machineKey }) => locked.has(machineKey) === isLocked),
    )
    const late = await storeLate(client, this.#sealed, now, {
      latestOf: (key) => plan.latest.get(key) ?? this.#known.latestOf(key),
      speaksUntil: (key, at) => speaksUntil(this.#known.offlineAfterOf(key), at),
    })
    for (const [key, latest] of late.latest) plan.latest.set(key, latest)
    return { ...late, deferred }
  }

  /** What is stored of the machines of a batch, whichever attempt has stored it. */
  async #readUpdates(client: pg.Client, records: readonly TelemetryRecord[]): Promise<MachineUpdate[]> {
    const minutes = await readMinutes(client, Date.now() - HOME_HISTORY_HOURS * HOUR_MS)
    const again = Map.groupBy(minutes, ({ machineKey }) => machineKey)
    return [...new Set(records.map(({ machineKey }) => machineKey))].map((machineKey) => ({
      machineKey,
      latest: this.#latest.get(machineKey),
      added: [],
      corrected: [],
      reread: again.get(machineKey) ?? [],
    }))
  }

  /**
   * Makes the partitions of the days that a batch can reach, outside its transaction: they stay if it fails. A record
   * speaks for its machine for a while, which may reach into the next day.
   */
  async #ensureDays(client: pg.Client, records: readonly TelemetryRecord[]): Promise<void> {
    for (const { at, machineKey } of records) {
      const last = Math.floor(speaksUntil(this.#known.offlineAfterOf(machineKey), at) / DAY_MS)
      for (let day = Math.floor(at / DAY_MS); day <= last; day++) {
        if (this.#days.has(day)) continue
        await client.query('SELECT ensure_day($1)', [new Date(day * DAY_MS).toISOString().slice(0, 10)])
        this.#days.add(day)
      }
    }
  }
}

function without<T>(all: readonly T[], some: readonly T[]): T[] {
  const left = new Set(some)
  return all.filter((one) => !left.has(one))
}

/** What a batch has changed, by machine: what minutes grew by, and what late records changed them by. */
function toUpdates(latest: ReadonlyMap<number, LatestValues>, added: Rollup[], corrected: Rollup[]): MachineUpdate[] {
  const grown = Map.groupBy(added, ({ machineKey }) => machineKey)
  const changed = Map.groupBy(corrected, ({ machineKey }) => machineKey)
  return [...new Set([...latest.keys(), ...changed.keys()])].map((machineKey) => ({
    machineKey,
    latest: latest.get(machineKey),
    added: grown.get(machineKey) ?? [],
    corrected: changed.get(machineKey) ?? [],
    reread: [],
  }))
}
