import type { DataValue } from 'node-opcua-client'
import type { Reading } from '../mapping/apply-tag-map.ts'
import type { Moment, NodeTimes } from './node-times.ts'
import type { NodeChange } from './node-watch.ts'
import type { NodeValues, PlannedReading, ReadPlan } from './read-plan.ts'
import type { TakenTimes } from './taken-times.ts'

/** What was reported at one time. */
export interface Instant {
  /** Unix ms. */
  at: number
  readings: Reading[]
}

/** What a message of a server says. */
export interface Instants {
  /** In the order of time. */
  instants: Instant[]
  /** The newest of what was looked at, whether it has a value or not. */
  planned: PlannedReading[]
  /** Nodes whose clock is ahead. */
  ahead: string[]
}

/** What is known of the nodes of a connection. */
export interface Knowledge {
  times: NodeTimes
  taken: TakenTimes
  /** The newest value of every node. */
  values: Map<string, DataValue>
}

/**
 * Makes readings of changes: each at its own time, those of one time together. A value of bad quality is null, never the last
 * good one. What is known takes the changes over.
 */
export function instantsOf(
  plan: ReadPlan,
  changes: readonly NodeChange[],
  { times, taken, values }: Knowledge,
  moment: Moment,
): Instants {
  // A node is looked at in the order of its server, several nodes together in the order of time.
  const timed = changes.flatMap((change) => {
    const { at, isLate, isAhead } = times.timesOf(change, moment)
    return at.map((time) => ({ ...change, at: time, isLate, isAhead }))
  })
  timed.sort((a, b) => a.at - b.at)
  const instants: { at: number; values: Map<string, Reading['value']> }[] = []
  const newest = new Map<string, PlannedReading>()
  for (const { node, value, at, isLate } of timed) {
    const seen = isLate ? withOne(values, node, value) : values.set(node, value)
    for (const planned of plan.readingsOf(node, seen)) {
      if (!isLate) newest.set(planned.address, planned)
      if (planned.value === undefined) continue
      if (instants.at(-1)?.at !== at) instants.push({ at, values: new Map() })
      instants.at(-1)?.values.set(planned.address, planned.value)
    }
  }
  return {
    instants: instants.map(({ at, values: found }) => ({
      at: taken.free(at),
      readings: Array.from(found, ([address, value]) => ({ address, value })),
    })),
    planned: [...newest.values()],
    ahead: [...new Set(timed.flatMap(({ node, isAhead }) => (isAhead ? [node] : [])))],
  }
}

/** The values as they would be with another one of a node. */
function withOne(values: NodeValues, node: string, value: DataValue): NodeValues {
  return { get: (asked) => (asked === node ? value : values.get(asked)) }
}
