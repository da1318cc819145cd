import { planBatch } from '../../src/ingest/batch-plan.ts'
import { LateMachine, type Lookup } from '../../src/ingest/late/late-machine.ts'
import type { LateRecord, Readings, StoredTime } from '../../src/ingest/late/late-record.ts'
import { isSameRecord, type Repeat } from '../../src/ingest/repeats.ts'
import {
  COUNTER_GAP_LIMIT_MS,
  type LatestValues,
  type Rollup,
  RollupSpans,
  rollupTables,
  type StateInterval,
  stateIn,
  type TelemetryRecord,
} from '../../src/telemetry/index.ts'

const STALE_MS = 60_000
const offlineAfter = { staleAfterSeconds: STALE_MS / 1000 }

const speaksUntil = (at: number) => at + STALE_MS

/** Everything that is stored of one machine, in memory: what the writer of batches does with PostgreSQL. */
export class MemoryStore implements Lookup {
  records: TelemetryRecord[] = []
  times: StoredTime[] = []
  latest: LatestValues | undefined
  readonly sums = new Map<string, Rollup>()

  async firstState(_key: number, after: number, before: number): Promise<number | undefined> {
    return this.records.find((one) => one.at > after && one.at < before && stateIn(one) !== undefined)?.at
  }

  async timesBetween(_key: number, after: number, before: number): Promise<StoredTime[]> {
    return this.times.filter(({ from }) => from > after && from < before)
  }

  async *recordTimes(_key: number, after: number, before: number): AsyncIterable<readonly number[]> {
    for (const { at } of this.records) if (at > after && at < before) yield [at]
  }

  /**
   * Takes records of this machine in, in the order in which they came.
   * @returns those that were not stored, since another one has their time
   */
  async store(batch: readonly TelemetryRecord[]): Promise<Map<TelemetryRecord, Repeat>> {
    const plan = planBatch(batch, { latestOf: () => this.latest, offlineAfterOf: () => offlineAfter })
    this.latest = [...plan.latest.values()][0] ?? this.latest
    this.records.push(...plan.fresh)
    this.#put(plan.account.intervals)
    this.#add(plan.account.rollups)
    const repeats = [...plan.duplicates, ...(await this.#storeLate(plan.late))]
    this.records.sort((a, b) => a.at - b.at)
    this.times.sort((a, b) => a.from - b.from)
    return new Map(repeats.map((record) => [record, this.#kindOf(record)]))
  }

  #kindOf(record: TelemetryRecord): Repeat {
    const stored = this.records.find(({ at }) => at === record.at)
    return stored !== undefined && isSameRecord(record, stored) ? 'duplicate' : 'conflict'
  }

  async #storeLate(batch: readonly TelemetryRecord[]): Promise<TelemetryRecord[]> {
    const stored = new Set(this.records.map(({ at }) => at))
    const records: TelemetryRecord[] = []
    const repeats: TelemetryRecord[] = []
    for (const record of batch) {
      if (stored.has(record.at)) repeats.push(record)
      else records.push(record)
      stored.add(record.at)
    }
    const [first] = records
    if (first === undefined || this.latest === undefined) return repeats
    const rollups = new RollupSpans()
    const machine = new LateMachine({ key: first.machineKey, latest: this.latest, speaksUntil }, rollups, this)
    await machine.insert(records.map((one) => this.#around(one)))
    const { removed, stored: changed } = machine.timeChanges()
    this.times = this.times.filter(({ from }) => !removed.includes(from))
    this.#put(changed)
    this.latest = machine.latest() ?? this.latest
    this.records.push(...records)
    this.#add(rollups)
    return repeats
  }

  #around(late: TelemetryRecord): LateRecord {
    const { at } = late
    const next = this.records.find((one) => one.at > at && one.at <= at + STALE_MS)
    const readings = (name: 'totalCycles' | 'totalRejects'): Readings => {
      const reported = this.records.flatMap((one) => {
        const value = one[name]
        return value === undefined || Math.abs(one.at - at) > COUNTER_GAP_LIMIT_MS ? [] : [{ at: one.at, value }]
      })
      return { before: reported.findLast((one) => one.at < at), after: reported.find((one) => one.at > at) }
    }
    const [before, after] = [this.times.findLast(({ from }) => from < at), this.times.find(({ from }) => from > at)]
    return {
      record: late,
      isStored: false,
      next: next && { at: next.at, reportsState: stateIn(next) !== undefined },
      cycles: readings('totalCycles'),
      rejects: readings('totalRejects'),
      times: [before, after].filter((one) => one !== undefined),
    }
  }

  #put(intervals: readonly StateInterval[]): void {
    for (const { from, to, state } of intervals) {
      this.times = this.times.filter((one) => one.from !== from)
      this.times.push({ from, to, state })
    }
    this.times.sort((a, b) => a.from - b.from)
  }

  #add(rollups: RollupSpans): void {
    for (const table of rollupTables)
      for (const row of rollups.rows(table)) {
        const name = `${table} ${row.at}`
        const sum = this.sums.get(name)
        this.sums.set(name, sum === undefined ? row : plus(sum, row))
      }
  }
}

function plus(a: Rollup, b: Rollup): Rollup {
  const sum = { ...a }
  for (const name of Object.keys(b) as (keyof Rollup)[])
    if (name !== 'machineKey' && name !== 'at') sum[name] += b[name]
  return sum
}
