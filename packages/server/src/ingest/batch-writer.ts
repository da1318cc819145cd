import { HOME_HISTORY_HOURS } from '@packhouse/contract'
import type pg from 'pg'
import type { StoredReadingNames } from '../history/index.ts'
import { hintOf, type MachineChange, type RingMinute } from '../live/index.ts'
import { clock } from '../platform/clock.ts'
import { isDataError } from '../platform/write-apart.ts'
import {
  HOUR_MS,
  type LatestValues,
  type Rollup,
  RollupSpans,
  speaksUntil,
  type TelemetryRecord,
} from '../telemetry/index.ts'
import type { Aside } from './aside/aside.ts'
import type { HeldRecord } from './aside/held-store.ts'
import type { RefusedMessage } from './aside/refused-message.ts'
import { type BatchPlan, type Known, planBatch } from './batch-plan.ts'
import { findContradicting, isBeside } from './beside-stored.ts'
import { beginAndCopy, copyRecords } from './copy-records.ts'
import type { IngestSession } from './ingest-session.ts'
import { SealedColumns } from './late/sealed-columns.ts'
import { lockAll, lockUnsealed, type StoredLate, storeLate } from './late/store-late.ts'
import { storeNewest } from './newest-sql.ts'
import { countOn, NewestValues } from './newest-values.ts'
import { type Repeats, sortRepeats, sortWithin } from './repeats.ts'
import { storeAtOnce } from './store-at-once.ts'
import { type FieldTimesOf, readMinutes } from './telemetry-sql.ts'

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
  /** Those that contradict nothing of the one of their time: they are to be stored beside it. */
  complements: readonly TelemetryRecord[]
  changes: MachineChange[]
  /** Refused messages and waiting records for which there was no room. */
  notStored: readonly (RefusedMessage | HeldRecord)[]
  /** Late records that were not stored, since their machines are being sealed just now or too much had to be read for one batch. */
  deferred: TelemetryRecord[]
}

/** Up to so many records are stored by one statement; COPY of more costs less. */
const AT_ONCE_RECORDS = 50
/** Where another process has written a machine in the meantime, it probably does so again: so many batches then lock first. */
const CONTESTED_BATCHES = 20
const NONE: ReadonlySet<number> = new Set()
const DAY_MS = 86_400_000

/**
 * Writes batches over its own connection: each in ONE transaction, so that it is stored whole or not at all. The
 * newest values of every machine are stored here beside the table `latest`; after a lost connection they are read again,
 * so that a batch whose commit was not heard of can simply be written again. Where other processes write too, each batch
 * begins with locking its machines (decision 0093).
 */
export class BatchWriter {
  readonly #session: IngestSession
  readonly #aside: Aside
  readonly #names: StoredReadingNames
  readonly #known: Known
  readonly #sealed = new SealedColumns()
  readonly #newest = new NewestValues()
  readonly #timesOf: FieldTimesOf
  readonly #days = new Set<number>()
  /** How many of the next batches lock their machines before anything else. */
  #contested = 0
  /** The answer to a commit was lost: what the next batch repeats may be stored already without an answer. */
  #uncertain = false

  /**
   * @param offlineAfterOf how long a record speaks for a machine
   * @param timesOf the times of values that are stored beside them
   * @param names of the readings in sealed blocks
   */
  constructor(
    session: IngestSession,
    offlineAfterOf: Known['offlineAfterOf'],
    timesOf: FieldTimesOf,
    aside: Aside,
    names: StoredReadingNames,
  ) {
    this.#session = session
    this.#names = names
    this.#aside = aside
    this.#known = { latestOf: (key) => this.#newest.of(key), offlineAfterOf }
    this.#timesOf = timesOf
  }

  /**
   * Connects, takes the lock and reads the newest values.
   * @throws IngestTaken while another process holds the lock
   */
  async open(): Promise<void> {
    await this.#session.open()
    try {
      await this.#session.within((client) => this.#newest.read(client))
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

  /** Whether there is a record of its machine that is not older, as far as this process knows. */
  isLate({ machineKey, at }: TelemetryRecord): boolean {
    const latest = this.#newest.of(machineKey)
    return latest !== undefined && at <= latest.at
  }

  /** Stores a batch. When it resolves, everything is committed; when it throws, nothing is (or it is unknown). */
  async write(batch: Batch): Promise<BatchResult> {
    return await this.#session.within((client) => this.#write(client, batch))
  }

  async #write(client: pg.Client, batch: Batch): Promise<BatchResult> {
    await this.#ensureDays(client, batch.records)
    const plan = planBatch(batch.records, this.#known)
    if (this.#isSimple(batch, plan) && (await this.#storeAtOnce(client, plan))) {
      const late = { stored: [], rollups: new RollupSpans(), latest: new Map(), deferred: [] }
      const counted = this.#session.isShared ? new Set(plan.latest.keys()) : NONE
      const repeats = sortWithin(plan.fresh, plan.duplicates)
      return await this.#committed(client, batch, plan, { late, counted, repeats, notStored: [] })
    }
    return await this.#writeInSteps(client, batch, plan)
  }

  /** Whether there is nothing to look up: some records in order, of machines that are known. */
  #isSimple({ records, refused, held }: Batch, plan: BatchPlan): boolean {
    if (records.length === 0 || records.length > AT_ONCE_RECORDS) return false
    if (plan.late.length > 0 || refused.length > 0 || held.length > 0 || records.some(isBeside)) return false
    if (!this.#session.isShared) return true
    if (this.#contested > 0) {
      this.#contested -= 1
      return false
    }
    return [...plan.latest.keys()].every((key) => this.#newest.of(key) !== undefined)
  }

  /** @returns false, with nothing changed, where another process has written one of the machines */
  async #storeAtOnce(client: pg.Client, plan: BatchPlan): Promise<boolean> {
    const versionOf = this.#session.isShared ? (key: number) => this.#newest.versionOf(key) : undefined
    try {
      const isStored = await storeAtOnce(client, plan, this.#timesOf, versionOf)
      if (!isStored) this.#contested = CONTESTED_BATCHES
      return isStored
    } catch (error) {
      // Whatever else ends it may do so behind the commit.
      this.#uncertain ||= !isDataError(error)
      throw error
    }
  }

  async #writeInSteps(client: pg.Client, batch: Batch, planned: BatchPlan): Promise<BatchResult> {
    const { records, refused, held } = batch
    let committing = false
    try {
      const { plan, contradicting, unread } = await this.#begin(client, records, planned)
      if (plan.fresh.length > 0) await storeNewest(client, plan, this.#timesOf)
      const fresh = new Set(plan.latest.keys())
      const late = await this.#storeLate(client, plan)
      const counted = await this.#count(client, fresh, late)
      const repeats = await sortRepeats(client, this.#names, {
        fresh: plan.fresh,
        within: plan.duplicates,
        late: without(plan.late, [...late.deferred, ...late.stored]),
      })
      repeats.conflicts.push(...contradicting)
      repeats.unread.push(...unread)
      const notStored = [
        ...(await this.#aside.letters.store(client, refused)),
        ...(await this.#aside.held.store(client, held)),
      ]
      committing = true
      await client.query('COMMIT')
      return await this.#committed(client, batch, plan, { late, counted, repeats, notStored })
    } catch (error) {
      this.#uncertain ||= committing
      this.#aside.letters.recount()
      this.#aside.held.recount()
      await client.query('ROLLBACK').catch(() => undefined)
      throw error
    }
  }

  /** Takes over what is in the database now. */
  async #committed(client: pg.Client, batch: Batch, plan: BatchPlan, rest: Rest): Promise<BatchResult> {
    const { late, counted, repeats, notStored } = rest
    this.#aside.letters.committed(batch.refused)
    this.#newest.committed(plan.latest, counted)
    const changes = await this.#changes(client, { plan, late, counted, records: batch.records })
    this.#uncertain = false
    const { unread, ...compared } = repeats
    const deferred = [...late.deferred, ...unread]
    return { stored: plan.fresh.length + late.stored.length, ...compared, changes, notStored, deferred }
  }

  /** Begins the transaction and copies in what is new. @param planned as far as this process knows the machines */
  async #begin(client: pg.Client, records: readonly TelemetryRecord[], planned: BatchPlan): Promise<Begun> {
    const beside = records.filter(isBeside)
    if (this.#session.isShared || beside.length > 0) {
      await client.query('BEGIN')
      if (this.#session.isShared) await this.#newest.lock(client, records)
      const { contradicting, unread } = await findContradicting(client, this.#names, beside)
      const plan = planBatch(without(records, [...contradicting, ...unread]), this.#known)
      if (plan.fresh.length > 0) await copyRecords(client, plan.fresh)
      return { plan, contradicting, unread }
    }
    if (planned.fresh.length === 0) await client.query('BEGIN')
    else await beginAndCopy(client, planned.fresh)
    return { plan: planned, contradicting: [], unread: [] }
  }

  /** Counts machines on for other processes. @param fresh those that were counted on with their newest values @returns all of them */
  async #count(client: pg.Client, fresh: ReadonlySet<number>, { stored }: StoredLate): Promise<ReadonlySet<number>> {
    if (!this.#session.isShared) return NONE
    const more = [...new Set(stored.map(({ machineKey }) => machineKey))].filter((key) => !fresh.has(key))
    if (more.length > 0) await countOn(client, more)
    return new Set([...fresh, ...more])
  }

  /**
   * Stores late records. Those of machines that are being sealed can wait, but not where they may be stored already: others
   * must not be reported before them then.
   */
  async #storeLate(client: pg.ClientBase, plan: BatchPlan): Promise<Rest['late']> {
    const lock = this.#uncertain ? lockAll : lockUnsealed
    const locked = plan.late.length === 0 ? new Set<number>() : await lock(client, plan.late)
    const [now = [], deferred = []] = [true, false].map((isLocked) =>
      plan.late.filter(({ machineKey }) => locked.has(machineKey) === isLocked),
    )
    const late = await storeLate(client, this.#sealed, now, {
      latestOf: (key) => plan.latest.get(key) ?? this.#known.latestOf(key),
      speaksUntil: (key, at) => speaksUntil(this.#known.offlineAfterOf(key), at),
      timesOf: this.#timesOf,
    })
    for (const [key, latest] of late.latest) plan.latest.set(key, latest)
    return { ...late, deferred }
  }

  async #changes(client: pg.Client, done: Done): Promise<MachineChange[]> {
    const { plan, late, counted, records } = done
    const isShared = this.#session.isShared
    if (this.#uncertain && !isShared) return await this.#readChanges(client, records)
    const changes = toChanges(
      plan.latest,
      plan.account.rollups.rows('minute_rollup'),
      late.rollups.rows('minute_rollup'),
    )
    if (!isShared) return changes
    const numbered = changes.map((change) => {
      const version = this.#newest.versionOf(change.machineKey)
      return { ...change, since: version - 1, version }
    })
    if (!this.#uncertain) return numbered
    // An earlier attempt may have stored something and published nothing: the version alone says that it is to be read.
    const others = new Set(records.map(({ machineKey }) => machineKey).filter((key) => !counted.has(key)))
    return [...numbered, ...[...others].map((key) => hintOf(key, this.#newest.versionOf(key)))]
  }

  /** What is stored of the machines of a batch, whichever attempt has stored it. */
  async #readChanges(client: pg.Client, records: readonly TelemetryRecord[]): Promise<MachineChange[]> {
    const keys = [...new Set(records.map(({ machineKey }) => machineKey))]
    const minutes = await readMinutes(client, clock.now() - HOME_HISTORY_HOURS * HOUR_MS, keys)
    const again = Map.groupBy(minutes, ({ machineKey }) => machineKey)
    return keys.map((machineKey) => ({
      ...hintOf(machineKey, 0),
      latest: this.#newest.of(machineKey),
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

/** A batch whose transaction has begun. */
interface Begun {
  plan: BatchPlan
  /** Records that contradict what is stored beside the record of their time. */
  contradicting: TelemetryRecord[]
  /** Records of which that is not known yet. */
  unread: TelemetryRecord[]
}

/** What a batch is beside its records in order. */
interface Rest {
  late: StoredLate & { deferred: TelemetryRecord[] }
  /** Machines whose version has grown. */
  counted: ReadonlySet<number>
  repeats: Repeats
  notStored: BatchResult['notStored']
}

/** What a batch came down to. */
interface Done extends Pick<Rest, 'late' | 'counted'> {
  plan: BatchPlan
  records: readonly TelemetryRecord[]
}

/** What a batch has changed, by machine: what minutes grew by, and what late records changed them by. */
function toChanges(latest: ReadonlyMap<number, LatestValues>, added: Rollup[], corrected: Rollup[]): MachineChange[] {
  const grown = Map.groupBy(added, ({ machineKey }) => machineKey)
  const changed = Map.groupBy(corrected, ({ machineKey }) => machineKey)
  return [...new Set([...latest.keys(), ...changed.keys()])].map((machineKey) => ({
    ...hintOf(machineKey, 0),
    latest: latest.get(machineKey),
    added: toRing(grown.get(machineKey)),
    corrected: toRing(changed.get(machineKey)),
  }))
}

function toRing(rows: readonly Rollup[] = []): RingMinute[] {
  return rows.map(({ at, records, cycles, rejects, runningMs, idleMs, stoppedMs, faultedMs }) => ({
    ...{ at, records, cycles, rejects, runningMs },
    knownMs: runningMs + idleMs + stoppedMs + faultedMs,
  }))
}
