import type { MachineState } from '@packhouse/contract'
import type { TelemetryRecord } from './record.ts'

export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000

/** What a span of a machine amounts to; `at` is its start, Unix ms. */
export interface Rollup {
  machineKey: number
  at: number
  records: number
  cycles: number
  speedSum: number
  speedCount: number
  temperatureSum: number
  temperatureCount: number
  humiditySum: number
  humidityCount: number
  /** How long it was in each state; what is left of the span is unknown. */
  runningMs: number
  idleMs: number
  stoppedMs: number
  faultedMs: number
  rejects: number
  /** Records that say how many rejects there are. */
  rejectsCount: number
}

const heldIn = {
  Running: 'runningMs',
  Idle: 'idleMs',
  Stopped: 'stoppedMs',
  Faulted: 'faultedMs',
} as const satisfies Record<MachineState, keyof Rollup>

export function startOf(at: number, span: number): number {
  return Math.floor(at / span) * span
}

/** Roll-ups of one span length, built up record by record. */
export class RollupTable {
  readonly #span: number
  /** By machine, in time order. */
  readonly #rows = new Map<number, Rollup[]>()

  /** @param span length in ms: a minute or an hour */
  constructor(span: number) {
    this.#span = span
  }

  /**
   * Adds a record.
   * @param cycles counted since the record before it
   * @param rejects likewise
   */
  add(record: TelemetryRecord, cycles: number, rejects: number): void {
    const row = this.#row(record.machineKey, startOf(record.at, this.#span))
    row.records += 1
    row.cycles += cycles
    row.rejects += rejects
    if (record.totalRejects !== undefined) row.rejectsCount += 1
    if (record.cyclesPerMin !== undefined && record.cyclesPerMin !== null) {
      row.speedSum += record.cyclesPerMin
      row.speedCount += 1
    }
    if (record.temperature !== undefined && record.temperature !== null) {
      row.temperatureSum += record.temperature
      row.temperatureCount += 1
    }
    if (record.humidity !== undefined && record.humidity !== null) {
      row.humiditySum += record.humidity
      row.humidityCount += 1
    }
  }

  /** Corrects what was counted at a record (Unix ms) that is counted already. @param cycles may be below 0; @param rejects likewise */
  addSteps(machineKey: number, at: number, cycles: number, rejects: number): void {
    const row = this.#row(machineKey, startOf(at, this.#span))
    row.cycles += cycles
    row.rejects += rejects
  }

  /** Adds the time from `from` to `to` (Unix ms) to a state in whole milliseconds, each span its part. @param sign -1 takes it away */
  addHeld(machineKey: number, state: MachineState, exactFrom: number, exactTo: number, sign: 1 | -1 = 1): void {
    const [from, to] = [Math.floor(exactFrom), Math.floor(exactTo)]
    for (let start = startOf(from, this.#span); start < to; start += this.#span)
      this.#row(machineKey, start)[heldIn[state]] += sign * (Math.min(to, start + this.#span) - Math.max(from, start))
  }

  /** In the order of the key, so that two writers would meet in the same order and never block each other. */
  rows(): Rollup[] {
    return [...this.#rows.values()].flat().sort((a, b) => a.machineKey - b.machineKey || a.at - b.at)
  }

  #row(machineKey: number, at: number): Rollup {
    const rows = this.#rows.get(machineKey) ?? []
    const place = placeOf(rows, at)
    const known = rows[place]
    if (known?.at === at) return known
    const row = emptyRollup(machineKey, at)
    rows.splice(place, 0, row)
    this.#rows.set(machineKey, rows)
    return row
  }
}

/** Where the row of a start is or belongs; mostly it is the newest one. */
function placeOf(rows: readonly Rollup[], at: number): number {
  const newest = rows.at(-1)
  if (newest === undefined || newest.at < at) return rows.length
  let [low, high] = newest.at === at ? [rows.length - 1, rows.length - 1] : [0, rows.length - 1]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((rows[middle]?.at ?? at) < at) low = middle + 1
    else high = middle
  }
  return low
}

function emptyRollup(machineKey: number, at: number): Rollup {
  return {
    machineKey,
    at,
    records: 0,
    cycles: 0,
    speedSum: 0,
    speedCount: 0,
    temperatureSum: 0,
    temperatureCount: 0,
    humiditySum: 0,
    humidityCount: 0,
    runningMs: 0,
    idleMs: 0,
    stoppedMs: 0,
    faultedMs: 0,
    rejects: 0,
    rejectsCount: 0,
  }
}
