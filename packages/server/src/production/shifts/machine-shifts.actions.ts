import { SHIFTS_LOOK_BACK_DAYS, SHIFTS_SHOWN } from '@packhouse/contract'
import type { HandlersOf } from '../../engine/handlers.ts'
import { findMachine, scopeOf, type Telemetry } from '../../monitoring/area.ts'
import { clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import { lookAtProduction, type NamedShift, readReasons, readShifts } from '../../service/area.ts'
import { HOUR_MS } from '../../telemetry/index.ts'
import { figuresOf } from '../figures.ts'
import { readTargets } from './shift-targets.queries.ts'

export interface ProductionParts {
  database: Database
  telemetry: Telemetry
}

/** The shifts of a machine with what it did in them. */
export function shiftHandlers({ database, telemetry }: ProductionParts): HandlersOf<'machineShifts'> {
  return {
    async machineShifts({ principal, params }) {
      const machine = findMachine(telemetry, principal, params.id)
      const { key, machineID, timeZone } = machine.entry
      const reasons = await readReasons(database.system)
      const now = clock.now()
      return await database.inSnapshot(scopeOf(principal), async (db) => {
        const shifts = []
        const context = { names: telemetry.names, reasons, now }
        const window = { from: now - SHIFTS_LOOK_BACK_DAYS * 24 * HOUR_MS, to: now }
        const newest = newestShifts(await readShifts(db, key, window), now)
        const targets = await readTargets(db, key, newest)
        for (const [place, { shiftId, name, from, to }] of newest.entries()) {
          const figures = figuresOf(await lookAtProduction(db, context, machine, { from, to }))
          const times = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
          shifts.push({
            ...{ shiftId, name, ...times, isUnderWay: to > now },
            target: targets[place] ?? null,
            ...figures,
          })
        }
        return { machineID, timeZone, shifts }
      })
    },
  }
}

/** Those that have begun, the newest first. A shift in the hour that clocks leave out has no length. */
function newestShifts(shifts: readonly NamedShift[] | undefined, now: number): NamedShift[] {
  return (shifts ?? [])
    .filter(({ from, to }) => from < to && from < now)
    .toReversed()
    .slice(0, SHIFTS_SHOWN)
}
