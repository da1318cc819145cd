import { type CustomerMachines, MAX_ATTENTION, type Standing } from '@packhouse/contract'
import { sql } from 'kysely'
import type { LiveMachine } from '../live/index.ts'
import type { Transaction } from '../platform/database.ts'
import { machineFields, stateOf } from './machine-json.ts'
import { needsAttention } from './machines.policy.ts'
import { standingOf } from './standing.ts'

/** So many that need attention are looked at to name the gravest. */
const LOOKED_AT = 200

/** How the machines of a customer are now. @param seen those that the reader may see, of this customer alone */
export async function readCustomerMachines(
  db: Transaction,
  customerId: string,
  seen: readonly LiveMachine[],
): Promise<CustomerMachines> {
  const counts: Record<Standing, number> = {
    Running: 0,
    Idle: 0,
    Stopped: 0,
    Faulted: 0,
    Unknown: 0,
    Offline: 0,
    NoLiveData: 0,
    OnOrder: 0,
  }
  for (const machine of seen) counts[standingOf(machine)]++
  const { rows } = await sql<{ id: string; total: number }>`
    SELECT machine_id AS id, count(*) OVER ()::int AS total FROM machine
    WHERE customer_id = ${customerId} AND deleted_at IS NULL AND ${needsAttention}
    ORDER BY machine_id LIMIT ${sql.lit(LOOKED_AT)}
  `.execute(db)
  const byID = new Map(seen.map((machine) => [machine.entry.machineID, machine]))
  const found = rows.flatMap(({ id }) => byID.get(id) ?? [])
  return {
    total: seen.length,
    counts,
    needAttention: rows[0]?.total ?? 0,
    attention: found.sort(byGravity).slice(0, MAX_ATTENTION).map(toAttention),
  }
}

/** A fault first, then what was heard last, then what was never heard. */
function byGravity(one: LiveMachine, other: LiveMachine): number {
  const faults = Number(standingOf(other) === 'Faulted') - Number(standingOf(one) === 'Faulted')
  return faults || (other.values?.at ?? 0) - (one.values?.at ?? 0)
}

function toAttention(machine: LiveMachine): CustomerMachines['attention'][number] {
  const { machineID, description, location, online, lastSeen } = machineFields(machine)
  return { machineID, description, location, online, machineState: stateOf(machine), lastSeen }
}
