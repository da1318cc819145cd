import type { HistoryState, LineFlow } from '@packhouse/contract'
import { gapsOf, lengthOf, type Span, within } from '../service/area.ts'
import { overlapping } from '../telemetry/index.ts'

/** A time in one state, Unix ms. */
export interface Stretch extends Span {
  state: HistoryState
}

/** The states of a machine over a window, in order and without a gap. */
export interface MachineStates {
  machineID: string
  stretches: readonly Stretch[]
  /** When no production is planned at its site, in order: what it does then counts for nothing. */
  unplanned: readonly Span[]
}

type MachineFlow = LineFlow['machines'][number]
type Times = Omit<MachineFlow, 'machineID' | 'hiddenBefore' | 'hiddenBehind'>

/** A machine that is known for less of its planned time says nothing about the line. */
const KNOWN_SHARE = 0.5

/**
 * What each machine of a line did in planned time, and why it was idle: the machine before it handed nothing on, or the one behind it took nothing.
 * @param machines in the order of the line; undefined for one that the reader may not see, whose neighbours are no neighbours of each other
 */
export function flowOf(machines: readonly (MachineStates | undefined)[]): MachineFlow[] {
  const pauses = machines.map((machine) => (machine === undefined ? [] : standstillsOf(machine)))
  return machines.flatMap((machine, place) => {
    if (machine === undefined) return []
    const { machineID, unplanned } = machine
    const times: Times = { ...NO_TIME }
    for (const stretch of machine.stretches) {
      const unplannedParts = within(unplanned, stretch)
      times.unplannedMs += lengthOf(unplannedParts)
      for (const part of gapsOf(unplannedParts, stretch)) {
        if (stretch.state === 'Idle') addIdle(times, part, pauses[place - 1] ?? [], pauses[place + 1] ?? [])
        else times[bucketOf[stretch.state]] += part.to - part.from
      }
    }
    return [
      { machineID, hiddenBefore: isHidden(machines, place - 1), hiddenBehind: isHidden(machines, place + 1), ...times },
    ]
  })
}

const NO_TIME: Times = {
  runningMs: 0,
  starvedMs: 0,
  blockedMs: 0,
  idleMs: 0,
  stoppedMs: 0,
  unknownMs: 0,
  unplannedMs: 0,
}

/** Whether there is a machine at a place that the reader may not see. */
function isHidden(machines: readonly (MachineStates | undefined)[], place: number): boolean {
  return place >= 0 && place < machines.length && machines[place] === undefined
}

const bucketOf = {
  Running: 'runningMs',
  Stopped: 'stoppedMs',
  Faulted: 'stoppedMs',
  Unknown: 'unknownMs',
} as const

interface Pause extends Span {
  /** Since when in planned time: a machine that was switched off for the night stands still for others from the beginning of the shift on. */
  since: number
}

/** Times in which a machine did not run, whatever it did instead. Unknown time is not among them. */
function standstillsOf({ stretches, unplanned }: MachineStates): Pause[] {
  const pauses: Pause[] = []
  for (const { from, to, state } of stretches) {
    if (state === 'Running' || state === 'Unknown') continue
    const last = pauses.at(-1)
    if (last?.to === from) last.to = to
    else pauses.push({ from, to, since: overlapping(unplanned, { from, to: from + 1 })[0]?.to ?? from })
  }
  return pauses
}

/** Cuts an idle time where a neighbour begins or ends to stand still, and puts each part where it belongs. */
function addIdle(times: Times, idle: Span, before: readonly Pause[], behind: readonly Pause[]): void {
  const [upstream, downstream] = [overlapping(before, idle), overlapping(behind, idle)]
  const edges = [...upstream, ...downstream].flatMap(({ from, to }) => [from, to])
  const within = edges.filter((at) => at > idle.from && at < idle.to).sort((one, other) => one - other)
  const cuts = [idle.from, ...new Set(within), idle.to]
  for (const [place, from] of cuts.slice(0, -1).entries()) {
    const part = { from, to: cuts[place + 1] ?? idle.to }
    times[reasonOf(overlapping(upstream, part)[0], overlapping(downstream, part)[0])] += part.to - part.from
  }
}

/** Where both neighbours stand still, the one that did first in planned time is why. */
function reasonOf(upstream: Pause | undefined, downstream: Pause | undefined): 'starvedMs' | 'blockedMs' | 'idleMs' {
  if (upstream === undefined) return downstream === undefined ? 'idleMs' : 'blockedMs'
  return downstream === undefined || upstream.since <= downstream.since ? 'starvedMs' : 'blockedMs'
}

/** The machine that waited least for the others. Where one of them is hidden, nobody knows who waited for it: none is named. */
export function bottleneckOf(machines: readonly MachineFlow[]): string | null {
  if (machines.some(({ hiddenBefore, hiddenBehind }) => hiddenBefore || hiddenBehind)) return null
  const known = machines.flatMap((flow) => {
    const { runningMs, starvedMs, blockedMs, idleMs, stoppedMs, unknownMs } = flow
    const knownMs = runningMs + starvedMs + blockedMs + idleMs + stoppedMs
    const isKnown = knownMs > 0 && knownMs >= (knownMs + unknownMs) * KNOWN_SHARE
    return isKnown ? [{ machineID: flow.machineID, waited: (starvedMs + blockedMs) / knownMs }] : []
  })
  if (known.length < 2 || known.every(({ waited }) => waited === 0)) return null
  return known.reduce((least, one) => (one.waited < least.waited ? one : least)).machineID
}
