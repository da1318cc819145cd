import type { HandlersOf } from '../engine/handlers.ts'
import { isWithheldFrom, mayBeSeenBy, readLanes, scopeOf, type Telemetry } from '../monitoring/area.ts'
import { clock } from '../platform/clock.ts'
import type { Database } from '../platform/database.ts'
import { readFleet } from './fleet.queries.ts'

/** The wall and the map of all machines. */
export function fleetHandlers(database: Database, telemetry: Telemetry): HandlersOf<'fleet' | 'fleetLanes'> {
  const { live } = telemetry
  return {
    async fleet({ principal }) {
      const all = live.machines()
      const [machines, withheld] = [all.filter(mayBeSeenBy(principal)), all.filter(isWithheldFrom(principal))]
      return await readFleet(database, scopeOf(principal), { machines, withheld }, clock.now())
    },

    async fleetLanes({ principal, body: { machine_ids, hours } }) {
      const sees = mayBeSeenBy(principal)
      const asked = [...new Set(machine_ids)].flatMap((id) => live.byID(id) ?? [])
      return await readLanes(database, telemetry.names, scopeOf(principal), asked.filter(sees), {
        hours,
        now: clock.now(),
      })
    },
  }
}
