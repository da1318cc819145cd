import { MOST_OPEN_REQUESTS, serviceRequests } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { HandlersOf } from '../../engine/handlers.ts'
import { actorOf } from '../../engine/principal.ts'
import { assertThat } from '../../engine/problem-error.ts'
import { writeAudit } from '../../engine/resource/audit.ts'
import { findKnownMachine, scopeOf, type Telemetry } from '../../monitoring/area.ts'
import type { Database } from '../../platform/database.ts'
import { countOpenRequests, findMachineId, insertRequest, readRequests } from './request.queries.ts'

export interface RequestParts {
  database: Database
  telemetry: Telemetry
}

/** Service that people ask for on the page of a machine. */
export function requestHandlers({
  database,
  telemetry,
}: RequestParts): HandlersOf<'machineRequests' | 'askForService'> {
  return {
    machineRequests: async ({ principal, params }) =>
      await readRequests(database, scopeOf(principal), findKnownMachine(telemetry, principal, params.id)),

    async askForService({ principal, params, body }) {
      const machine = findKnownMachine(telemetry, principal, params.id)
      const scope = scopeOf(principal)
      await database.inScope(
        scope,
        async (db) => {
          const machineId = await findMachineId(db, machine.entry.key)
          const open = await countOpenRequests(db, machineId)
          assertThat(open < MOST_OPEN_REQUESTS, 'not_usable', t('service.tooManyOpenRequests', { count: open }))
          const after = await insertRequest(db, principal.userId, { ...body, machineId })
          await writeAudit(db, principal, serviceRequests, 'create', [{ before: undefined, after: { ...after } }])
        },
        actorOf(principal),
      )
      return await readRequests(database, scope, machine)
    },
  }
}
