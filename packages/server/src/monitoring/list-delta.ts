import { createHash } from 'node:crypto'
import type { MachineListChanges } from '@packhouse/contract'
import type { FastifyRequest } from 'fastify'
import { knownTag } from '../engine/entity-tags.ts'
import type { LiveMachine } from '../live/index.ts'
import { MINUTE_MS, startOf } from '../telemetry/index.ts'
import {
  changedFrom,
  countedCycles,
  countedEntries,
  machineFields,
  toPoint,
  windowStart,
  withEntriesFrom,
} from './machine-json.ts'
import { utilization } from './utilization.ts'

/** The name of the differences, as a client asks for them in `A-IM` (RFC 3229, 10.5.3). */
export const MACHINE_CHANGES = 'machine-changes'
/** Where the past of more machines was rewritten, such as after a restart, the whole list is smaller, and it is shared. */
const MOST_REWRITTEN = 0.25

/** What a list depends on. Its tag says it, so that nothing of a list needs to be remembered to tell what has changed since. */
export interface ListState {
  /** The newest of its machines. */
  version: number
  /** Names the set of its machines. */
  members: string
  /** Of history; undefined for none. */
  hours: number | undefined
  /** The minute that its history ends with, in minutes since the epoch. */
  minute: number
}

type Change = MachineListChanges['machines'][number]

const TAG = /^"(\d{1,16})-([0-9a-f]{16})(?:-([1-9]\d?)-(\d{1,10}))?"$/

export function stateOfList(machines: readonly LiveMachine[], hours: number | undefined, now: number): ListState {
  return {
    version: machines.reduce((version, machine) => Math.max(version, machine.version), 0),
    members: membersOf(machines),
    hours,
    minute: startOf(now, MINUTE_MS) / MINUTE_MS,
  }
}

/** Names a set of machines. */
export function membersOf(machines: readonly LiveMachine[]): string {
  const ids = machines.map(({ entry }) => entry.machineID).join('\n')
  return createHash('sha256').update(ids).digest('hex').slice(0, 16)
}

/** With history the window moves on every minute, even where nothing is heard. */
export function tagOfList({ version, members, hours, minute }: ListState): string {
  return hours === undefined ? `"${version}-${members}"` : `"${version}-${members}-${hours}-${minute}"`
}

/** Whether a client asks for a form that is no whole answer (RFC 3229, 10.5.3). */
export function asksFor(headers: FastifyRequest['headers'], form: string): boolean {
  const wanted = String(headers['a-im'] ?? '').split(',')
  return wanted.some((one) => one.trim() === form)
}

/** The list that a client has and wants the differences from; undefined where it wants the whole one. */
export function baseOf({ headers }: Pick<FastifyRequest, 'headers'>): ListState | undefined {
  if (!asksFor(headers, MACHINE_CHANGES)) return undefined
  const [, version, members, hours, minute] = TAG.exec(knownTag(headers, (tag) => TAG.test(tag)) ?? '') ?? []
  if (version === undefined || members === undefined) return undefined
  return {
    version: Number(version),
    members,
    hours: hours === undefined ? undefined : Number(hours),
    minute: Number(minute ?? 0),
  }
}

/**
 * What has changed from one list to the next as JSON: machines with a newer version, and those whose figures moved with the window alone.
 * @param now Unix ms
 * @returns undefined where the whole list has to be sent: it has other machines than the base, so that none is named that the reader may
 *   no longer see; the base is of a later time; or it is of another length
 */
export function encodeDelta(
  machines: readonly LiveMachine[],
  base: ListState,
  next: ListState,
  now: number,
): string | undefined {
  const isOther = base.members !== next.members || base.hours !== next.hours
  if (isOther || base.version > next.version || (next.hours !== undefined && base.minute > next.minute))
    return undefined
  const rewritten = machines.filter(({ historyVersion }) => historyVersion > base.version).length
  if (rewritten > MOST_REWRITTEN * machines.length) return undefined
  const { hours } = next
  const changes = machines.flatMap((machine): Change[] => {
    const isNewer = machine.version > base.version
    if (hours === undefined) return isNewer ? [machineFields(machine)] : []
    if (isNewer) return [changeSince(base, machine, hours, now)]
    return base.minute === next.minute ? [] : movedFigures(machine, { since: base.minute * MINUTE_MS, hours, now })
  })
  const from = hours === undefined ? null : new Date(windowStart(hours, now)).toISOString()
  return JSON.stringify({ from, machines: changes })
}

function changeSince(base: ListState, machine: LiveMachine, hours: number, now: number): Change {
  // Versions are times, but for a clock that was set back; the minute is of the clock as it was.
  const at = Math.min(base.version / 1000, base.minute * MINUTE_MS)
  const from = changedFrom(machine, { since: base.version, at })
  const change = withEntriesFrom(machine, from, hours, now)
  return { ...change, cycleCounts: { ...change.cycleCounts, from: new Date(from).toISOString() } }
}

/** The figures of a machine that has sent nothing, where they differ from those of an earlier minute. */
function movedFigures(machine: LiveMachine, { since, hours, now }: { since: number; hours: number; now: number }) {
  const before = figuresOf(machine, hours, since)
  const figures = figuresOf(machine, hours, now)
  // Those of a machine whose clock is ahead begin to count now.
  const entries = countedEntries(machine, since + MINUTE_MS, now).map(toPoint)
  const isSame = before.total === figures.total && before.utilization === figures.utilization && entries.length === 0
  if (isSame) return []
  const cycleCounts = { total: figures.total, hours, from: new Date(since + MINUTE_MS).toISOString(), entries }
  return [{ machineID: machine.entry.machineID, utilization: figures.utilization, cycleCounts }]
}

function figuresOf(machine: LiveMachine, hours: number, now: number) {
  return { total: countedCycles(machine, windowStart(hours, now), now), utilization: utilization(machine, now) }
}
