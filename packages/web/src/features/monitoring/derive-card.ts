import type { Machine } from '@packhouse/contract'
import { type MachineStatus, machineStatus } from '../../entities/machine/status.ts'
import { formatPlainDate } from '../../lib/format/dates.ts'
import { DASH } from '../../lib/format/numbers.ts'

/** What a machine card shows, derived from a machine as section 3 of the specification states. */
export interface DerivedCard {
  id: string
  name: string
  description: string
  location: string
  status: MachineStatus
  /** ISO 8601. */
  lastUpdated: string
  /** Percent; 0 where the answer has none, as the specification states. */
  utilization: number
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
    status: machineStatus(machine.online),
    lastUpdated: machine.lastSeen ?? new Date(now).toISOString(),
    utilization: machine.utilization ?? 0,
    temperature: machine.temperature,
    cyclesPerMin: machine.cyclesPerMin,
    lastService: formatPlainDate(machine.lastService),
    nextDue: formatPlainDate(machine.nextDue),
  }
}
