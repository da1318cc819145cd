import type { Fleet } from '@packhouse/contract'
import { compareNames } from '../../lib/format/order.ts'
import type { FleetMachine } from './use-fleet.ts'

export const fleetSorts = ['attention', 'customer', 'speedLoss', 'name'] as const
export type FleetSort = (typeof fleetSorts)[number]

/** What machines are shown; an empty text lets all through. */
export interface FleetFilter {
  /** Id. */
  customer: string
  type: string
  model: string
  standing: string
  alarm: string
}

export const NO_FILTER: FleetFilter = { customer: '', type: '', model: '', standing: '', alarm: '' }

/** A line of the wall: the head of a group, or a machine. */
export type WallLine = { key: string; group: WallGroupFacts } | { key: string; machine: FleetMachine }

export interface WallGroupFacts {
  isAttention: boolean
  /** Of the customer; undefined for machines that nobody has claimed, and for those of several. */
  name: string | undefined
  /** ISO 3166-1 alpha-2. */
  countries: readonly string[]
  sites: number
  machines: number
}

export function filterFleet({ machines, customers }: Fleet, filter: FleetFilter): readonly FleetMachine[] {
  return machines.filter(
    (machine) =>
      isOfKind(machine, customers, filter) &&
      (filter.standing === '' || machine.standing === filter.standing) &&
      (filter.alarm === '' || machine.alarms > 0 === (filter.alarm === 'active')),
  )
}

/** How many machines of those that a filter asks for are not shared with the reader. Their states and alarms are not known, so that filters by these do not count. */
export function countNotShared({ notShared, customers }: Fleet, filter: FleetFilter): number {
  return notShared.filter((group) => isOfKind(group, customers, filter)).reduce((sum, { count }) => sum + count, 0)
}

/** Whether it is what is asked for, by what staff know of every machine. */
function isOfKind(
  { customer, type, model }: Pick<FleetMachine, 'customer' | 'type' | 'model'>,
  customers: Fleet['customers'],
  filter: FleetFilter,
): boolean {
  return (
    (filter.customer === '' || (customer !== null && customers[customer]?.id === filter.customer)) &&
    (filter.type === '' || type === filter.type) &&
    (filter.model === '' || model === filter.model)
  )
}

const gravity: Partial<Record<FleetMachine['standing'], number>> = { Faulted: 0, Offline: 1, Stopped: 2, NoLiveData: 3 }

/** Faulted, offline, stopped, never heard, others with an alarm; what has lasted longest first. */
function byGravity(one: FleetMachine, other: FleetMachine): number {
  const [first, second] = [gravity[one.standing] ?? 4, gravity[other.standing] ?? 4]
  return first - second || (one.since ?? Number.MAX_SAFE_INTEGER) - (other.since ?? Number.MAX_SAFE_INTEGER)
}

/** By how much a machine that runs is slower than it is built for, as a share; negative where it is faster, undefined where it is not known. */
export function speedLoss({ standing, perMin, designSpeed }: FleetMachine): number | undefined {
  const isKnown = standing === 'Running' && perMin !== null && designSpeed !== null && designSpeed > 0
  return isKnown ? 1 - perMin / designSpeed : undefined
}

/** The largest first, and last those of which none is known. */
function byLoss(one: FleetMachine, other: FleetMachine): number {
  const [first, second] = [speedLoss(one), speedLoss(other)]
  if (first === undefined || second === undefined) return Number(first === undefined) - Number(second === undefined)
  return second - first
}

const ATTENTION = 'attention'

/** The lines of the wall. By attention: those that need somebody first, then each customer with the others. */
export function wallLines(fleet: Fleet, machines: readonly FleetMachine[], sort: FleetSort): readonly WallLine[] {
  if (sort === 'name') return machines.map(toLine)
  if (sort === 'speedLoss') return [...machines].sort(byLoss).map(toLine)
  const first = sort === 'attention' ? machines.filter(({ attention }) => attention).sort(byGravity) : []
  const rest = sort === 'attention' ? machines.filter(({ attention }) => !attention) : machines
  const customers = [...Map.groupBy(rest, ({ customer }) => customer)]
    .map(([customer, own]) => ({ name: fleet.customers[customer ?? -1]?.name, own, key: String(customer) }))
    .sort(byName)
  const head = first.length > 0 ? [groupLine(fleet, ATTENTION, undefined, first), ...first.map(toLine)] : []
  return [
    ...head,
    ...customers.flatMap(({ key, name, own }) => [groupLine(fleet, `customer ${key}`, name, own), ...own.map(toLine)]),
  ]
}

/** Machines that nobody has claimed come last. */
function byName(one: { name: string | undefined }, other: { name: string | undefined }): number {
  if (one.name === undefined || other.name === undefined)
    return Number(one.name === undefined) - Number(other.name === undefined)
  return compareNames(one.name, other.name)
}

function toLine(machine: FleetMachine): WallLine {
  return { key: machine.machineID, machine }
}

function groupLine(
  { sites }: Fleet,
  key: string,
  name: string | undefined,
  machines: readonly FleetMachine[],
): WallLine {
  const places = new Set(machines.flatMap(({ site }) => (site === null ? [] : [site])))
  const countries = new Set([...places].flatMap((place) => sites[place]?.country ?? []))
  return {
    key,
    group: {
      isAttention: key === ATTENTION,
      name,
      countries: [...countries],
      sites: places.size,
      machines: machines.length,
    },
  }
}

/** Rows of lanes that are asked for together. */
const BLOCK = 50

/** The machines of the blocks in which the drawn lines lie. */
export function blocksInView(
  lines: readonly WallLine[],
  drawn: { first: number; end: number },
): readonly (readonly string[])[] {
  const blocks: string[][] = []
  for (let start = Math.floor(drawn.first / BLOCK) * BLOCK; start < drawn.end; start += BLOCK) {
    const ids = lines.slice(start, start + BLOCK).flatMap((line) => ('machine' in line ? [line.machine.machineID] : []))
    if (ids.length > 0) blocks.push(ids)
  }
  return blocks
}
