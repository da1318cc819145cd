import type { MachineColumns } from '@packhouse/contract'
import type { LiveMachine } from '../live/index.ts'
import { MINUTE_MS, startOf } from '../telemetry/index.ts'
import { machineFields, windowStart } from './machine-json.ts'
import { utilization } from './utilization.ts'

/** The name of a list as columns, as a client asks for it in `A-IM` (RFC 3229, 10.5.3). */
export const MACHINE_COLUMNS = 'machine-columns'

/** A list with history as columns. Its times are minutes, so that each is said by its place. @param now Unix ms */
export function encodeColumns(machines: readonly LiveMachine[], hours: number, now: number): Buffer {
  const from = windowStart(hours, now)
  const rows = machines.map((machine) => ({ ...machineFields(machine), utilization: utilization(machine, now) }))
  const columns: MachineColumns = {
    hours,
    from: new Date(from).toISOString(),
    fields: Object.keys(rows[0] ?? {}),
    machines: machines.map((machine, index) => [
      Object.values(rows[index] ?? {}),
      ...cyclesByMinute(machine, from, now),
    ]),
  }
  return Buffer.from(JSON.stringify(columns))
}

function cyclesByMinute(
  machine: LiveMachine,
  from: number,
  now: number,
): [total: number, first: number, cycles: (number | null)[]] {
  const { first, cycles } = machine.ring.column(from, startOf(now, MINUTE_MS) + MINUTE_MS)
  const total = cycles.reduce<number>((sum, value) => sum + (value ?? 0), 0)
  return [total, (first - from) / MINUTE_MS, cycles]
}
