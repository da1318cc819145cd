import { hintOf, type MachineChange } from '../live-feed.ts'
import type { RingMinute } from '../minute-ring.ts'

/** Of a machine that waits no more changes are stored: whoever hears of it then reads it. */
const MOST_WAITING = 20

/**
 * Adds a change to those of a machine that wait, as one with the last of them where it goes on from it: however often a machine is written, it
 * waits as one change, as long as no other node writes it too.
 */
export function joinChange(waiting: readonly MachineChange[], change: MachineChange): MachineChange[] {
  const last = waiting.at(-1)
  if (waiting.length >= MOST_WAITING) return [hintOf(change.machineKey, change.version)]
  if (last === undefined || last.version !== change.since || last.since === last.version) return [...waiting, change]
  const joined: MachineChange = {
    ...change,
    since: last.since,
    latest: change.latest ?? last.latest,
    added: sumOf(last.added, change.added),
    corrected: sumOf(last.corrected, change.corrected),
  }
  return [...waiting.slice(0, -1), joined]
}

/** In time order. */
function sumOf(one: readonly RingMinute[], other: readonly RingMinute[]): readonly RingMinute[] {
  if (one.length === 0 || other.length === 0) return one.length === 0 ? other : one
  const sums = new Map(one.map((minute) => [minute.at, minute]))
  for (const minute of other) {
    const known = sums.get(minute.at)
    sums.set(minute.at, known === undefined ? minute : plus(known, minute))
  }
  return [...sums.values()].sort((a, b) => a.at - b.at)
}

function plus(one: RingMinute, other: RingMinute): RingMinute {
  return {
    at: one.at,
    records: one.records + other.records,
    cycles: one.cycles + other.cycles,
    rejects: one.rejects + other.rejects,
    runningMs: one.runningMs + other.runningMs,
    knownMs: one.knownMs + other.knownMs,
  }
}
