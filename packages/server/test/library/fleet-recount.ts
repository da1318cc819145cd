import { type ReportedState, stateGroup } from '@packhouse/contract'

/** What a machine reports at a whole second; what is absent is not reported. */
export interface FleetRecord {
  /** Unix ms. */
  at: number
  cyclesPerMin?: number
  machineState?: ReportedState
  /** Null: no recipe is set. */
  recipe?: string | number | null
}

/** Seconds of running: the speed of each whose speed is known, and how many there are of the others. */
export interface Seconds {
  speeds: number[]
  unknown: number
}

const SECOND_MS = 1_000
const HOUR_MS = 3_600_000
const STALE_MS = 60_000

/**
 * Counts running time in the plainest way there is: second by second over the records of one machine.
 * @returns by day and recipe, such as `2026-11-20 Pillow bag`; the recipe is empty where none is known
 */
export function recountRunning(records: readonly FleetRecord[]): Map<string, Seconds> {
  const byTime = new Map(records.map((record) => [record.at, record]))
  const times = [...byTime.keys()].sort((a, b) => a - b)
  const found = new Map<string, Seconds>()
  let state: ReportedState | undefined
  let heard = Number.NEGATIVE_INFINITY
  let runningSince: number | undefined
  let speed: { at: number; value: number } | undefined
  let recipe: { at: number; value: string } | undefined
  for (let at = times[0] ?? 0; at < (times.at(-1) ?? 0) + STALE_MS; at += SECOND_MS) {
    const record = byTime.get(at)
    if (record !== undefined) {
      heard = at
      state = record.machineState ?? state
      if (record.cyclesPerMin !== undefined) speed = { at, value: record.cyclesPerMin }
      if (record.recipe !== undefined) recipe = { at, value: String(record.recipe ?? '') }
    }
    const isRunning = state !== undefined && stateGroup(state) === 'Running' && at < heard + STALE_MS
    runningSince = isRunning ? (runningSince ?? at) : undefined
    if (runningSince === undefined) continue
    const name = recipe !== undefined && at < recipe.at + 7 * 24 * HOUR_MS ? recipe.value : ''
    const key = `${new Date(at).toISOString().slice(0, 10)} ${name}`
    const seconds = found.get(key) ?? { speeds: [], unknown: 0 }
    found.set(key, seconds)
    if (speed !== undefined && speed.at >= runningSince && at < speed.at + 24 * HOUR_MS)
      seconds.speeds.push(speed.value)
    else seconds.unknown += 1
  }
  return found
}

/** The speed that was not exceeded in a share of the seconds. */
export function quantileOf(speeds: readonly number[], share: number): number {
  const sorted = speeds.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

/** Everything but the day of the key. */
export function recipeIn(key: string): string {
  return key.slice(11)
}
