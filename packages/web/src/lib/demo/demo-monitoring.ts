import type { Heatmap, HistoryState, MachineTest, SampleMachine, StateIntervals } from '@packhouse/contract'
import { HISTORY_INTERVAL_MS } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { cyclesInMinute, type DemoSession, lastHeardAt, stateAt } from './demo-behaviour.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** A time zone for the demo: the reader's own. */
export function demoZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** The times in each state, Unknown where the machine was silent. */
export function demoStates(
  sample: SampleMachine,
  session: DemoSession,
  now: number,
  stretch: { from: number; to: number },
): StateIntervals {
  const to = Math.min(stretch.to, now)
  const from = Math.min(stretch.from, to)
  const heard = lastHeardAt(sample, session, now) ?? 0
  const totals = { runningMs: 0, idleMs: 0, stoppedMs: 0, faultedMs: 0, unknownMs: 0 }
  const intervals: StateIntervals['intervals'] = []
  for (let at = from; at < to; ) {
    const slotEnd = Math.min(to, (Math.floor(at / HISTORY_INTERVAL_MS) + 1) * HISTORY_INTERVAL_MS)
    const end = at < heard ? Math.min(slotEnd, heard) : slotEnd
    const state: HistoryState = at < heard ? stateAt(sample, session, at) : 'Unknown'
    totals[`${state.toLowerCase()}Ms` as keyof typeof totals] += end - at
    const last = intervals.at(-1)
    if (last?.state === state) last.to = iso(end)
    else intervals.push({ from: iso(at), to: iso(end), state, reportedState: state === 'Unknown' ? null : state })
    at = end
  }
  return { machineID: sample.machineID, timeZone: demoZone(), from: iso(from), to: iso(to), intervals, totals }
}

/** Hour by hour, a cycle count from one minute of each twelve: nobody waits for ten thousand. */
export function demoHeatmap(sample: SampleMachine, session: DemoSession, now: number, days: number): Heatmap {
  const heard = lastHeardAt(sample, session, now) ?? 0
  // The hours of the wall clock: in some places they do not begin with those of UTC.
  const first = new Date(now).setMinutes(0, 0, 0) - (days * 24 - 1) * HOUR
  const hours: Heatmap['hours'] = []
  for (let at = first; at < Math.min(now, heard); at += HOUR) {
    const hour = { time: iso(at), cycles: 0, rejects: 0, runningMs: 0, knownMs: 0 }
    for (let slot = at; slot < Math.min(at + HOUR, now, heard); slot += HISTORY_INTERVAL_MS) {
      hour.cycles += (HISTORY_INTERVAL_MS / MINUTE) * cyclesInMinute(sample, session, slot, slot + MINUTE)
      hour.knownMs += HISTORY_INTERVAL_MS
      if (stateAt(sample, session, slot) === 'Running') hour.runningMs += HISTORY_INTERVAL_MS
    }
    hours.push(hour)
  }
  const span = { from: iso(first), to: iso(now) }
  return { days, machineID: sample.machineID, timeZone: demoZone(), ...span, machines: 1, hours }
}

/** What the test of a machine finds: whether it is heard. */
export function demoTest(sample: SampleMachine, session: DemoSession, now: number): MachineTest {
  const heard = lastHeardAt(sample, session, now)
  const works = heard !== undefined && now - heard <= MINUTE
  const words = works ? t('app.demoIsFresh') : t('app.demoIsSilent')
  return { machineID: sample.machineID, works, checks: [{ name: 'fresh', works, words }] }
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
