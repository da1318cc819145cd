import { type FleetLanes, type HistoryState, type LaneHours, laneLetters, laneWindows } from '@packhouse/contract'
import { sql } from 'kysely'
import type { StoredReadingNames } from '../history/index.ts'
import type { LiveMachine } from '../live/index.ts'
import type { CustomerScope, Database, Transaction } from '../platform/database.ts'
import { HOUR_MS, MINUTE_MS, startOf, tailOf } from '../telemetry/index.ts'
import { type Ahead, readAhead } from './counting/ahead.queries.ts'
import { readNewest } from './counting/newest.queries.ts'
import { addTime, knownMs, NO_STATE_TIME, type StateTime } from './counting/state-time.ts'

/** Unix ms; `to` is the end of the slot that is under way. */
interface Window {
  from: number
  to: number
  slotMs: number
}

type Lane = FleetLanes['lanes'][number]

/** What machines did over a window, slot by slot: from roll-ups, so that the work depends on the slots and not on what machines did. */
export async function readLanes(
  database: Database,
  names: StoredReadingNames,
  scope: CustomerScope,
  machines: readonly LiveMachine[],
  { hours, now }: { hours: LaneHours; now: number },
): Promise<FleetLanes> {
  const window = windowOf(hours, now)
  const keys = machines.map(({ entry }) => entry.key)
  const { slots, newest, ahead } = await database.inHistory(scope, async (db) => {
    const stored = await readNewest(db, keys)
    return {
      newest: stored,
      slots: await readSlots(db, keys, window),
      ahead: await readAhead(db, names, stored, { from: now, to: window.to }),
    }
  })
  const lanes = machines.map(({ entry }): Lane => {
    const times = slots.get(entry.key) ?? emptySlots(window)
    takeAway(times, ahead.get(entry.key))
    const tail = tailOf(newest.get(entry.key), entry, now)
    if (tail !== undefined) addTail(times, tail, window)
    return { machineID: entry.machineID, ...laneOf(times, window, now) }
  })
  return {
    from: new Date(window.from).toISOString(),
    to: new Date(window.to).toISOString(),
    slotMinutes: window.slotMs / MINUTE_MS,
    lanes,
  }
}

function windowOf(hours: LaneHours, now: number): Window {
  const slotMs = laneWindows[hours] * MINUTE_MS
  const to = startOf(now, slotMs) + slotMs
  return { from: to - Number(hours) * HOUR_MS, to, slotMs }
}

interface SlotRow extends Record<keyof StateTime, number> {
  key: number
  place: number
}

/** Slots of whole hours are read from hours, shorter ones from minutes. */
async function readSlots(db: Transaction, keys: readonly number[], window: Window): Promise<Map<number, StateTime[]>> {
  const rollup = sql.raw(window.slotMs % HOUR_MS === 0 ? 'hour_rollup' : 'minute_rollup')
  const { rows } = await sql<SlotRow>`
    SELECT machine_key AS key, (extract(epoch FROM at - ${new Date(window.from)}) * 1000)::bigint / ${window.slotMs}::int AS place,
      sum(running_ms)::int AS "runningMs", sum(idle_ms)::int AS "idleMs", sum(stopped_ms)::int AS "stoppedMs", sum(faulted_ms)::int AS "faultedMs"
    FROM ${rollup} WHERE machine_key = ANY (${keys}::int[]) AND at >= ${new Date(window.from)} AND at < ${new Date(window.to)}
    GROUP BY 1, 2
  `.execute(db)
  const found = new Map<number, StateTime[]>()
  for (const { key, place, ...time } of rows) {
    const slots = found.get(key) ?? emptySlots(window)
    slots[Number(place)] = time
    found.set(key, slots)
  }
  return found
}

function emptySlots({ from, to, slotMs }: Window): StateTime[] {
  return Array.from({ length: (to - from) / slotMs }, () => NO_STATE_TIME)
}

/** What lies behind now lies in the last slot. */
function takeAway(slots: StateTime[], ahead: Ahead | undefined): void {
  const last = slots.at(-1)
  if (ahead === undefined || last === undefined) return
  slots[slots.length - 1] = {
    runningMs: last.runningMs - ahead.runningMs,
    idleMs: last.idleMs - ahead.idleMs,
    stoppedMs: last.stoppedMs - ahead.stoppedMs,
    faultedMs: last.faultedMs - ahead.faultedMs,
  }
}

/** The time behind the newest record, in which its state goes on. */
function addTail(slots: StateTime[], tail: Parameters<typeof addTime>[1], { from, slotMs }: Window): void {
  const first = Math.max(0, Math.floor((tail.from - from) / slotMs))
  for (let place = first; place < slots.length; place += 1) {
    const start = from + place * slotMs
    if (start >= tail.to) return
    slots[place] = addTime(slots[place] ?? NO_STATE_TIME, tail, { from: start, to: start + slotMs })
  }
}

function laneOf(slots: readonly StateTime[], { from, slotMs }: Window, now: number): Pick<Lane, 'running' | 'states'> {
  let running = 0
  let known = 0
  let states = ''
  for (const [place, time] of slots.entries()) {
    const start = from + place * slotMs
    running += time.runningMs
    known += knownMs(time)
    states += laneLetters[mostOf(time, Math.min(slotMs, now - start))]
  }
  return { running: known > 0 ? Math.min(1, Math.max(0, running / (now - from))) : null, states }
}

/** The state that took most of a slot. @param lengthMs what is over of it */
function mostOf(time: StateTime, lengthMs: number): HistoryState {
  const times: [HistoryState, number][] = [
    ['Running', time.runningMs],
    ['Idle', time.idleMs],
    ['Stopped', time.stoppedMs],
    ['Faulted', time.faultedMs],
    ['Unknown', Math.max(0, lengthMs - knownMs(time))],
  ]
  return times.reduce((most, one) => (one[1] > most[1] ? one : most))[0]
}
