import type { HandlersOf } from '../engine/handlers.ts'
import { findMachine, scopeOf, type Telemetry } from '../monitoring/area.ts'
import { clock } from '../platform/clock.ts'
import type { Database } from '../platform/database.ts'
import { weeksUntil } from './actual.ts'
import { readActual } from './machine-actual.queries.ts'
import { readMissed } from './missed.queries.ts'
import type { PromiseOutcomes } from './outcomes.ts'

/** Promises of machines, and what became of them. */
export function promiseHandlers(
  database: Database,
  telemetry: Telemetry,
  outcomes: PromiseOutcomes,
): HandlersOf<'machinePromises' | 'missedPromises'> {
  return {
    async machinePromises({ principal, params, query }) {
      const machine = findMachine(telemetry, principal, params.id)
      const weeks = weeksUntil(clock.now(), Number(query.weeks))
      return await readActual(database, telemetry, scopeOf(principal), machine, weeks)
    },

    async missedPromises({ principal }) {
      const now = clock.now()
      // A promise that was just entered is judged at once; where many are due, the job does the rest.
      await outcomes.judgeDue(now)
      return await readMissed(database, scopeOf(principal), now)
    },
  }
}
