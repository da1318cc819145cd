import type { HandlersOf } from '../engine/handlers.ts'
import { isStaff, type Principal } from '../engine/principal.ts'
import { findKnownMachine, type Telemetry } from '../monitoring/area.ts'
import type { Database } from '../platform/database.ts'
import { sheetOfMachine } from './data-sheet.queries.ts'

/** Whose own machines a sheet may name. Staff who view as somebody are staff (decision 0090). */
export function sheetReader(principal: Principal): string | null {
  return isStaff(principal) ? null : principal.customerId
}

/** What data a machine makes. Staff read it of machines that are not shared too: it has none of their values. */
export function dataSheetHandlers(database: Database, telemetry: Telemetry): HandlersOf<'machineDataSheet'> {
  return {
    async machineDataSheet({ principal, params }) {
      const { entry } = findKnownMachine(telemetry, principal, params.id)
      return {
        machineID: entry.machineID,
        ...(await sheetOfMachine(database.system, entry.key, sheetReader(principal))),
      }
    },
  }
}
