import { HISTORY_INTERVAL_MS, type History, type SampleMachine } from '@packhouse/contract'
import { cyclesInMinute, type DemoSession, lastHeardAt, stateAt } from './demo-behaviour.ts'
import { sampleSeries } from './sample-series.ts'

const MINUTE = 60_000

/** The history of one machine at 5-minute intervals: cycles for the tag CycleCount, states for any other tag. */
export function demoHistory(
  sample: SampleMachine,
  session: DemoSession,
  now: number,
  query: { tag: string; hours: number },
): History {
  const base = { machineID: sample.machineID, ...query, intervalMs: HISTORY_INTERVAL_MS }
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
  const from = Math.floor(now / HISTORY_INTERVAL_MS) * HISTORY_INTERVAL_MS - (hours * 12 - 1) * HISTORY_INTERVAL_MS
  return sampleSeries({ seed: '', from, until, intervalMs: HISTORY_INTERVAL_MS, valueAt: () => 0 })
}

function cyclesInSlot(sample: SampleMachine, session: DemoSession, slot: number, now: number): number {
  let sum = 0
  for (let minute = slot; minute < slot + HISTORY_INTERVAL_MS; minute += MINUTE) {
    sum += cyclesInMinute(sample, session, minute, now)
  }
  return sum
}
