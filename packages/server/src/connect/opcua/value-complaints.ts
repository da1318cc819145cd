import { CLOCK_AHEAD_LIMIT_MS } from '@packhouse/contract'
import { sentence } from '../../platform/sentence.ts'
import { plainLine } from '../supervisor/connection-states.ts'
import type { Complaints } from './complaints.ts'
import type { Instants } from './instants.ts'
import type { Moment } from './node-times.ts'
import type { NodeChange } from './node-watch.ts'
import type { NodeValues, PlannedReading, ReadPlan } from './read-plan.ts'

/** So many nodes are named; of the others their number is. */
const NAMED = 5

/** Says which values of a connection cannot be used, and why. */
export class ValueComplaints {
  readonly #complaints: Pick<Complaints, 'set'>
  /** Readings without a value, by their address. */
  readonly #unusable = new Map<string, PlannedReading>()
  readonly #ahead = new Set<string>()
  #overflow = 0

  constructor(complaints: Pick<Complaints, 'set'>) {
    this.#complaints = complaints
  }

  /** Takes note of what a message has brought. */
  note(changes: readonly NodeChange[], { planned, ahead }: Instants, values: NodeValues): void {
    this.#noteClocks(changes, ahead)
    const overflown = changes.find(({ value }) => value.statusCode.hasOverflowBit)
    if (overflown !== undefined) {
      this.#overflow += 1
      this.#complaints.set(
        'overflow',
        sentence`The server could not store all values of ${overflown.node} until we had fetched them: some were lost, ${this.#overflow} times by now. Raise its queue, or its sampling interval.`,
      )
    }
    let isChanged = false
    for (const reading of planned) {
      const isUsable = reading.value !== undefined && reading.value !== null
      if (isUsable) isChanged = this.#unusable.delete(reading.address) || isChanged
      else isChanged = this.#unusable.set(reading.address, reading) !== undefined
    }
    if (isChanged) this.#complain(values)
  }

  #noteClocks(changes: readonly NodeChange[], found: readonly string[]): void {
    const ahead = new Set(found)
    if (ahead.size === 0 && this.#ahead.size === 0) return
    for (const { node } of changes) if (!ahead.has(node)) this.#ahead.delete(node)
    for (const node of ahead) this.#ahead.add(node)
    const nodes = [...this.#ahead]
    this.#complaints.set(
      'clock',
      nodes.length === 0
        ? undefined
        : sentence`The times of ${namesOf(nodes)} are ahead of ours by more than 5 minutes: the time of arrival counts for these. Set the clock of their source.`,
    )
  }

  #complain(values: NodeValues): void {
    const all = [...this.#unusable.values()]
    const quality = ({ node }: PlannedReading) => values.get(node)?.statusCode.name ?? 'no value'
    const state = all.find(({ role, value }) => role === 'state' && value === null)
    const bad = all.filter((reading) => reading !== state && reading.value === null)
    this.#complaints.set(
      'state',
      state && sentence`The server has no good value of the state (${quality(state)}): it is unknown.`,
    )
    this.#complaints.set('parts', all.find(({ fault }) => fault !== undefined)?.fault)
    this.#complaints.set(
      'values',
      bad.length === 0
        ? undefined
        : sentence`No good value of ${namesOf(bad.map((reading) => `${reading.address} (${quality(reading)})`))}: it is unknown.`,
    )
  }
}

/** Which nodes are not there, or not for us. */
export function missingWords(missing: ReadonlyMap<string, string>, { map, nodes }: ReadPlan): string | undefined {
  if (missing.size === 0) return undefined
  if (missing.size === nodes.length)
    return sentence`The server has none of the nodes of the tag map ${map.name}. Browse the nodes and mend the map.`
  return sentence`The server does not have or does not show ${namesWithStatus(missing)}. Their values are unknown. Browse the nodes and mend the tag map.`
}

/** Which nodes the server refuses to monitor, and what is done about it. */
export function unmonitoredWords(polled: ReadonlyMap<string, string>, samplingMs: number): string | undefined {
  if (polled.size === 0) return undefined
  return sentence`The server refuses to monitor ${namesWithStatus(polled)}. We read them every ${samplingMs} ms instead, and what changes in between is not seen. Raise its limit of monitored items, or take nodes out of the tag map.`
}

/** Whether the clock of the server is so far behind that what it reports is not of now. */
export function clockWords({ server, arrival }: Moment): string | undefined {
  if (server === undefined || arrival - server <= CLOCK_AHEAD_LIMIT_MS) return undefined
  return sentence`The clock of the server is behind ours by more than 5 minutes: its values are stored at its times, in the past. Set it.`
}

/** Why the nodes cannot be read that the server does not monitor. */
export function unreadWords(error: Error): string {
  return sentence`The nodes that the server does not monitor cannot be read at the moment, so that their values are unknown: ${plainLine(error.message).slice(0, 200)}`
}

function namesWithStatus(nodes: ReadonlyMap<string, string>): string {
  return namesOf(Array.from(nodes, ([node, status]) => `${node} (${status})`))
}

function namesOf(names: readonly string[]): string {
  const shown = names.slice(0, NAMED).join(', ')
  return names.length <= NAMED ? shown : `${shown} … (${names.length})`
}
