import type { Reading } from '../mapping/apply-tag-map.ts'
import type { NodeValues, PlannedReading, ReadPlan } from './read-plan.ts'

/** The values of a machine at one time. */
export interface Snapshot {
  readings: Reading[]
  /** The newest source time of the values, Unix ms. */
  newest: number | undefined
  isUsable: boolean
  /** What could not be used, in words. */
  complaint: string | undefined
}

/**
 * All current values of a machine. A value of bad quality is null, never the last good one. A record cannot know that the
 * state is not known, and one without a state would prolong the last: then none is made, and the machine falls silent.
 */
export function snapshotOf(plan: ReadPlan, values: NodeValues): Snapshot {
  const planned = plan.readings(values)
  const readings = planned.flatMap(({ address, value }) => (value === undefined ? [] : [{ address, value }]))
  const states = new Set(plan.map.compiled.entries.flatMap(({ role, address }) => (role === 'state' ? [address] : [])))
  const stateless = planned.find(({ address, value }) => states.has(address) && value === null)
  const isUsable = stateless === undefined && readings.some(({ value }) => value !== null)
  return { readings, newest: newestOf(values), isUsable, complaint: complaintOf(planned, stateless, values) }
}

function complaintOf(
  planned: readonly PlannedReading[],
  stateless: PlannedReading | undefined,
  values: NodeValues,
): string | undefined {
  if (stateless !== undefined) {
    const quality = qualityOf(stateless.node, values)
    return `The server tells no good value of the state (${quality}). Until it does there are no records.`
  }
  const lists = planned.filter(({ value }) => value === undefined).map(({ address }) => address)
  if (lists.length > 0) return `${lists.slice(0, 5).join(', ')}: there is a list or a structure, and no value.`
  const bad = planned.filter(({ value }) => value === null).map(({ node }) => `${node} (${qualityOf(node, values)})`)
  return bad.length === 0 ? undefined : `No good value of ${bad.slice(0, 5).join(', ')}: it is unknown.`
}

function qualityOf(address: string, values: NodeValues): string {
  return values.get(address)?.statusCode.name ?? 'no such node'
}

function newestOf(values: NodeValues): number | undefined {
  const times = [...values.values()].flatMap(({ sourceTimestamp }) =>
    sourceTimestamp ? [sourceTimestamp.getTime()] : [],
  )
  return times.length === 0 ? undefined : Math.max(...times)
}
