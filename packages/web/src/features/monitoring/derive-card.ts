import type { HistoryState, Machine } from '@packhouse/contract'
import { reportedStateLabel, stateLabel } from '../../entities/machine/state-labels.ts'
import { type MachineStatus, machineStatus } from '../../entities/machine/status.ts'
import { formatPlainDate } from '../../lib/format/dates.ts'
import { DASH } from '../../lib/format/numbers.ts'

/** What a machine card shows, derived from a machine as section 3 of the specification states. */
export interface DerivedCard {
  id: string
  name: string
  description: string
  location: string
  /** Name of the customer; a dash while nobody has claimed it. */
  customer: string
  status: MachineStatus
  /** What the machine itself reports, whatever its status: one that is online may be stopped. */
  state: HistoryState
  stateLabel: string
  /** ISO 8601; null where nothing was ever heard of its state. */
  stateSince: string | null
  /** ISO 8601. */
  lastUpdated: string
  /** Percent; null where nothing is known of it; 0 where the answer does not speak of it, as the specification states. */
  utilization: number | null
  temperature: number | null
  cyclesPerMin: number | null
  lastService: string
  nextDue: string
}

/** Derives the card of a machine. `now` (milliseconds since 1970) replaces a missing lastSeen. */
export function deriveCard(machine: Machine, now: number): DerivedCard {
  return {
    id: machine.machineID,
    name: machine.machineID,
    description: machine.description || DASH,
    location: machine.location || DASH,
    customer: machine.customer || DASH,
    status: machineStatus(machine),
    state: machine.machineState ?? 'Unknown',
    stateLabel: ownStateLabel(machine),
    stateSince: machine.stateSince,
    lastUpdated: machine.lastSeen ?? new Date(now).toISOString(),
    utilization: machine.utilization === undefined ? 0 : machine.utilization,
    temperature: machine.temperature,
    cyclesPerMin: machine.cyclesPerMin,
    lastService: formatPlainDate(machine.lastService),
    nextDue: formatPlainDate(machine.nextDue),
  }
}

/** The state as the machine names it; of one that runs the plain word, which is what its badge says too. */
function ownStateLabel({ machineState, reportedState }: Machine): string {
  if (machineState === null || reportedState === null) return stateLabel('Unknown')
  return machineState === 'Running' ? stateLabel('Running') : reportedStateLabel(reportedState)
}
