import type { HistoryState, LineFlow } from '@packhouse/contract'
import { overlapping } from '../telemetry/index.ts'

/** A time in one state, Unix ms. */
export interface Stretch {
  from: number
  to: number
  state: HistoryState
}

/** The states of a machine over a window, in order and without a gap. */
export interface MachineStates {
  machineID: string
  stretches: readonly Stretch[]
}

type MachineFlow = LineFlow['machines'][number]

/** A machine that is known for less of the window says nothing about the line. */
const KNOWN_SHARE = 0.5

/** What each machine of a line did, and why it was idle: the machine before it handed nothing on, or the one behind it took nothing. @param machines in the order of the line */
export function flowOf(machines: readonly MachineStates[]): MachineFlow[] {
  const pauses = machines.map(({ stretches }) => standstillsOf(stretches))
  return machines.map(({ machineID, stretches }, place) => {
    const flow: MachineFlow = {
      machineID,
      runningMs: 0,
      starvedMs: 0,
      blockedMs: 0,
      idleMs: 0,
      stoppedMs: 0,
      unknownMs: 0,
    }
    for (const stretch of stretches) {
      if (stretch.state === 'Idle') addIdle(flow, stretch, pauses[place - 1] ?? [], pauses[place + 1] ?? [])
      else flow[bucketOf[stretch.state]] += stretch.to - stretch.from
    }
    return flow
  })
}

const bucketOf = {
  Running: 'runningMs',
  Stopped: 'stoppedMs',
  Faulted: 'stoppedMs',
  Unknown: 'unknownMs',
} as const

interface Pause {
  from: number
  to: number
}

/** Times in which a machine did not run, whatever it did instead. Unknown time is not among them. */
function standstillsOf(stretches: readonly Stretch[]): Pause[] {
  const pauses: Pause[] = []
  for (const { from, to, state } of stretches) {
    if (state === 'Running' || state === 'Unknown') continue
    const last = pauses.at(-1)
    if (last?.to === from) last.to = to
    else pauses.push({ from, to })
  }
  return pauses
}

/** Cuts an idle time where a neighbour begins or ends to stand still, and puts each part where it belongs. */
function addIdle(flow: MachineFlow, idle: Stretch, before: readonly Pause[], behind: readonly Pause[]): void {
  const [upstream, downstream] = [overlapping(before, idle), overlapping(behind, idle)]
  const edges = [...upstream, ...downstream].flatMap(({ from, to }) => [from, to])
  const within = edges.filter((at) => at > idle.from && at < idle.to).sort((one, other) => one - other)
  const cuts = [idle.from, ...new Set(within), idle.to]
  for (const [place, from] of cuts.slice(0, -1).entries()) {
    const part = { from, to: cuts[place + 1] ?? idle.to }
    flow[reasonOf(overlapping(upstream, part)[0], overlapping(downstream, part)[0])] += part.to - part.from
  }
}

/** Where both neighbours stand still, the one that did first is why. */
function reasonOf(upstream: Pause | undefined, downstream: Pause | undefined): 'starvedMs' | 'blockedMs' | 'idleMs' {
  if (upstream === undefined) return downstream === undefined ? 'idleMs' : 'blockedMs'
  return downstream === undefined || upstream.from <= downstream.from ? 'starvedMs' : 'blockedMs'
}

/** The machine that waited least for the others. */
export function bottleneckOf(machines: readonly MachineFlow[]): string | null {
  const known = machines.flatMap((flow) => {
    const { runningMs, starvedMs, blockedMs, idleMs, stoppedMs, unknownMs } = flow
    const knownMs = runningMs + starvedMs + blockedMs + idleMs + stoppedMs
    const isKnown = knownMs > 0 && knownMs >= (knownMs + unknownMs) * KNOWN_SHARE
    return isKnown ? [{ machineID: flow.machineID, waited: (starvedMs + blockedMs) / knownMs }] : []
  })
  if (known.length < 2 || known.every(({ waited }) => waited === 0)) return null
  return known.reduce((least, one) => (one.waited < least.waited ? one : least)).machineID
}
