import { MOST_OPEN_REQUESTS, serviceRequests } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { HandlersOf } from '../../engine/handlers.ts'
import { actorOf } from '../../engine/principal.ts'
import { assertThat } from '../../engine/problem-error.ts'
import { writeAudit } from '../../engine/resource/audit.ts'
import { findKnownMachine, scopeOf, type Telemetry } from '../../monitoring/area.ts'
import type { Database } from '../../platform/database.ts'
import {
  countOpenRequests,
  findEntry,
  findMachineId,
  insertEntry,
  insertRequest,
  type RequestEntry,
  readRequests,
} from './request.queries.ts'

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

    async askForService({ principal, params, body: { entryId, ...asked } }) {
      const machine = findKnownMachine(telemetry, principal, params.id)
      const scope = scopeOf(principal)
      const requestId = await database.inScope(
        scope,
        async (db) => {
          const machineId = await findMachineId(db, machine.entry.key)
          // Requests of a machine follow each other from here on: the same one that is sent twice at once too.
          const open = await countOpenRequests(db, machineId)
          const entered = entryId === undefined ? undefined : await findEntry(db, entryId)
          assertThat(entered === undefined || isSame(entered, { machineId, userId: principal.userId }), 'duplicate')
          if (entered !== undefined) return entered.requestId
          assertThat(open < MOST_OPEN_REQUESTS, 'not_usable', t('service.tooManyOpenRequests', { count: open }))
          const after = await insertRequest(db, principal.userId, { ...asked, machineId })
          await writeAudit(db, principal, serviceRequests, 'create', [{ before: undefined, after: { ...after } }])
          if (entryId !== undefined) {
            const isNew = await insertEntry(db, { entryId, requestId: after.id, receivedFrom: principal.userId })
            // Of a machine that the sender does not see.
            assertThat(isNew, 'duplicate')
          }
          return after.id
        },
        actorOf(principal),
      )
      return { ...(await readRequests(database, scope, machine)), requestId }
    },
  }
}

/** Whether an entry was sent by the same person for the same machine. */
function isSame(entered: RequestEntry, { machineId, userId }: { machineId: string; userId: string }): boolean {
  return entered.receivedFrom === userId && entered.machineId === machineId
}
