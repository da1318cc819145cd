import { MOST_SHIFT_MACHINES, type ProductionFigures } from '@packhouse/contract'
import { sql } from 'kysely'
import { asOwned, isShared } from '../../live/index.ts'
import type { Telemetry } from '../../monitoring/area.ts'
import { clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import { figuresOf, readTargets } from '../../production/area.ts'
import { lookAtProduction, readReasons } from '../../service/area.ts'
import type { DueShift, ShiftReader } from './due-shifts.queries.ts'

/** What a machine did in a shift. */
export interface MachineShift {
  key: number
  machineID: string
  figures: ProductionFigures
  /** Whether staff may read it (decision 0117). */
  isShared: boolean
  /** Good cycles that its orders ask for in this shift; null without orders. */
  target: number | null
}

export interface ShiftFacts {
  machines: MachineShift[]
  /** Of the site that are not among them. */
  more: number
  /** Whether something of a machine was not heard. */
  isMissing: boolean
}

export interface FactParts {
  database: Database
  telemetry: Telemetry
}

/** What the machines of a site did in a shift, read with the rights of the customer's own people. */
export async function readShiftFacts({ database, telemetry }: FactParts, shift: DueShift): Promise<ShiftFacts> {
  const context = { names: telemetry.names, reasons: await readReasons(database.system), now: clock.now() }
  const span = { from: shift.from.getTime(), to: shift.to.getTime() }
  const scope = shift.customerId === null ? 'all' : { customerId: shift.customerId }
  return await database.inSnapshot(scope, async (db) => {
    const { rows } = await sql<{ key: number; count: number }>`
      SELECT key, count(*) OVER ()::int AS count FROM machine WHERE location_id = ${shift.locationId} AND deleted_at IS NULL
      ORDER BY machine_id LIMIT ${MOST_SHIFT_MACHINES}
    `.execute(db)
    const machines: MachineShift[] = []
    for (const { key } of rows) {
      const found = telemetry.live.byKey(key)
      if (found === undefined) continue
      const machine = shift.customerId === null ? found : asOwned(found)
      const figures = figuresOf(await lookAtProduction(db, context, machine, span))
      const [target = null] = await readTargets(db, key, [span])
      const { machineID } = machine.entry
      machines.push({ key, machineID, isShared: isShared(machine.entry), figures, target })
    }
    return {
      machines,
      more: (rows[0]?.count ?? 0) - rows.length,
      isMissing: machines.some(({ figures }) => figures.unknownMs > 0),
    }
  })
}

/** What of it somebody may read: staff only what customers share with them. */
export function factsFor(facts: ShiftFacts, { isStaff }: Pick<ShiftReader, 'isStaff'>): ShiftFacts {
  return isStaff ? { ...facts, machines: facts.machines.filter((machine) => machine.isShared) } : facts
}
