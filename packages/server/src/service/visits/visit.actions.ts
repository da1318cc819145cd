import type { HandlersOf } from '../../engine/handlers.ts'
import { findKnownMachine, scopeOf, type Telemetry } from '../../monitoring/area.ts'
import { readCalendar } from './calendar.queries.ts'
import { completeWith, type VisitStores } from './complete-visit.ts'
import { readMachineVisits } from './visit.queries.ts'
import { readVisitForm } from './visit-form.queries.ts'

export interface VisitParts extends VisitStores {
  telemetry: Telemetry
}

/** Visits of engineers: when they come, what they did, and where everybody is. */
export function visitHandlers({
  telemetry,
  ...stores
}: VisitParts): HandlersOf<'machineVisits' | 'visitForm' | 'completeVisit' | 'serviceCalendar'> {
  const { database, visits } = stores
  return {
    machineVisits: async ({ principal, params }) =>
      await readMachineVisits(database, scopeOf(principal), findKnownMachine(telemetry, principal, params.id)),
    visitForm: async ({ principal, params }) =>
      await visits.read(principal, (db) => readVisitForm(database, db, params.id)),
    completeVisit: async ({ principal, params, body }) => await completeWith(stores, principal, params.id, body),
    serviceCalendar: async ({ principal, query }) =>
      await visits.read(principal, (db) =>
        readCalendar(database, db, {
          ...query,
          parts: principal.permissions.has('orderedMachine.read') ? ['tests'] : [],
        }),
      ),
  }
}
