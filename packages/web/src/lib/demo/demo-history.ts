import { HISTORY_INTERVAL_MS, type History, type SampleMachine } from '@packhouse/contract'
import {
  cyclesInMinute,
  type DemoSession,
  humidityAt,
  lastHeardAt,
  speedAt,
  stateAt,
  temperatureAt,
} from './demo-behaviour.ts'
import { sampleSeries } from './sample-series.ts'

const MINUTE = 60_000

/** The history of one machine at 5-minute intervals: cycles for the tag CycleCount, states for any other tag. */
export function demoHistory(
  sample: SampleMachine,
  session: DemoSession,
  now: number,
  query: { tag: string; hours: number },
): History {
  const from = firstSlot(now, query.hours)
  const span = { from: iso(from), to: iso(from + query.hours * 60 * MINUTE) }
  const base = { machineID: sample.machineID, ...query, ...span, intervalMs: HISTORY_INTERVAL_MS }
  const slots = heardSlots(sample, session, now, query.hours)
  if (query.tag !== 'CycleCount') {
    const points = slots.map(({ time }) => ({ time, value: stateAt(sample, session, Date.parse(time)) }))
    return { ...base, kind: 'state', points }
  }
  const points = slots.map(({ time }) => ({ time, value: cyclesInSlot(sample, session, Date.parse(time), now) }))
  return { ...base, kind: 'numeric', points }
}

/** The slots of the window in which the machine was heard; where it was silent there is no point, so a gap shows. */
function heardSlots(sample: SampleMachine, session: DemoSession, now: number, hours: number) {
  const heard = lastHeardAt(sample, session, now)
  const until = heard === undefined ? 0 : Math.min(now, heard) + 1
  return sampleSeries({
    seed: '',
    from: firstSlot(now, hours),
    until,
    intervalMs: HISTORY_INTERVAL_MS,
    valueAt: () => 0,
  })
}

/** Start of the first slot of a window whose last one is still filling. */
function firstSlot(now: number, hours: number): number {
  return Math.floor(now / HISTORY_INTERVAL_MS) * HISTORY_INTERVAL_MS - (hours * 12 - 1) * HISTORY_INTERVAL_MS
}

function cyclesInSlot(sample: SampleMachine, session: DemoSession, slot: number, now: number): number {
  return cyclesBetween(sample, session, { from: slot, to: slot + HISTORY_INTERVAL_MS, now })
}

function cyclesBetween(
  sample: SampleMachine,
  session: DemoSession,
  { from, to, now }: { from: number; to: number; now: number },
): number {
  let sum = 0
  for (let minute = from; minute < to; minute += MINUTE) sum += cyclesInMinute(sample, session, minute, now)
  return sum
}

/** What can be measured at a machine of the demo, by tag. */
const measures: Readonly<Record<string, typeof speedAt>> = {
  temperature: temperatureAt,
  humidity: humidityAt,
  cyclesPerMin: (sample, session, time) =>
    stateAt(sample, session, time) === 'Running' ? speedAt(sample, session, time) : 0,
}

/** A numeric series over a stretch, in whole minutes; null where the machine was silent. A tag the demo does not measure is silent. */
export function demoSeries(
  sample: SampleMachine,
  session: DemoSession,
  now: number,
  { tag, from, to, points: most }: { tag: string; from: number; to: number; points: number },
): History {
  const heard = Math.min(now, lastHeardAt(sample, session, now) ?? 0)
  const intervalMs = Math.ceil((to - from) / most / MINUTE) * MINUTE
  const measure = measures[tag]
  const valueAt = (at: number) => {
    if (at >= heard) return null
    if (tag === 'CycleCount') return cyclesBetween(sample, session, { from: at, to: at + intervalMs, now })
    return measure ? measure(sample, session, at) : null
  }
  const points = Array.from({ length: Math.ceil((to - from) / intervalMs) }, (_, i) => {
    const at = from + i * intervalMs
    return { time: iso(at), value: valueAt(at) }
  })
  const span = { from: iso(from), to: iso(to), hours: (to - from) / (60 * MINUTE) }
  return { machineID: sample.machineID, tag, ...span, intervalMs, kind: 'numeric', points }
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
