import type { HandlersOf } from '../engine/handlers.ts'
import { asSeenBy, isWithheldFrom, readLanes, scopeOf, type Telemetry } from '../monitoring/area.ts'
import { clock } from '../platform/clock.ts'
import type { Database } from '../platform/database.ts'
import { readFleet } from './fleet.queries.ts'

/** The wall and the map of all machines. */
export function fleetHandlers(database: Database, telemetry: Telemetry): HandlersOf<'fleet' | 'fleetLanes'> {
  const { live } = telemetry
  return {
    async fleet({ principal }) {
      const all = live.machines()
      const show = asSeenBy(principal)
      const [machines, withheld] = [
        all.flatMap((machine) => show(machine) ?? []),
        all.filter(isWithheldFrom(principal)),
      ]
      return await readFleet(database, scopeOf(principal), { machines, withheld }, clock.now())
    },

    async fleetLanes({ principal, body: { machine_ids, hours } }) {
      const show = asSeenBy(principal)
      const asked = [...new Set(machine_ids)].flatMap((id) => live.byID(id) ?? [])
      const machines = asked.flatMap((machine) => show(machine) ?? [])
      return await readLanes(database, telemetry.names, scopeOf(principal), machines, { hours, now: clock.now() })
    },
  }
}
