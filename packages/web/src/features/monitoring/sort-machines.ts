import type { HistoryState } from '@packhouse/contract'
import { compareNames } from '../../lib/format/order.ts'
import type { RosterEntry } from './machine-store.ts'

export const machineSorts = ['name', 'attention', 'customer'] as const
export type MachineSort = (typeof machineSorts)[number]

const states: Record<HistoryState, number> = { Faulted: 0, Stopped: 2, Idle: 3, Unknown: 4, Running: 6 }
const OFFLINE = 1
const NEVER_HEARD = 5
const ON_ORDER = 7

/** Faulted, offline, stopped, idle, in an unknown state, never heard, running, on order: what needs somebody comes first. */
function urgency({ status, state }: RosterEntry): number {
  if (status === 'offline') return OFFLINE
  if (status === 'onOrder') return ON_ORDER
  return status === 'unknown' ? NEVER_HEARD : states[state]
}

/** What has lasted longest comes first; of machines that run nobody asks for how long. */
function byAttention(a: RosterEntry, b: RosterEntry): number {
  const [first, second] = [urgency(a), urgency(b)]
  if (first !== second) return first - second
  return first === states.Running ? 0 : timeOf(a) - timeOf(b)
}

function timeOf({ since }: RosterEntry): number {
  return since === null ? Number.MAX_SAFE_INTEGER : Date.parse(since)
}

function byCustomer(a: RosterEntry, b: RosterEntry): number {
  if (a.customer === b.customer) return 0
  // Those that nobody has claimed come last.
  if (a.customer === null) return 1
  return b.customer === null ? -1 : compareNames(a.customer, b.customer)
}

/** The machines in the order somebody chose; those that are equal in it by name, as the server sends them. */
export function sortMachines(roster: readonly RosterEntry[], sort: MachineSort): readonly RosterEntry[] {
  if (sort === 'name') return roster
  return [...roster].sort(sort === 'attention' ? byAttention : byCustomer)
}

/** Whether a reader sees machines of several customers; those that nobody has claimed count as one. */
export function hasSeveralCustomers(roster: readonly RosterEntry[]): boolean {
  return roster.some(({ customer }) => customer !== roster[0]?.customer)
}
