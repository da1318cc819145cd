import { t } from '@packhouse/messages'
import type { HandlersOf } from '../engine/handlers.ts'
import { actorOf, type Principal, rowScope } from '../engine/principal.ts'
import { assertThat } from '../engine/problem-error.ts'
import { writeAudit } from '../engine/resource/audit.ts'
import type { Telemetry } from '../monitoring/area.ts'
import { clock } from '../platform/clock.ts'
import type { Database } from '../platform/database.ts'
import { insertDecisions, readDecisions, readSharing } from './sharing.queries.ts'

export interface SharingParts {
  database: Database
  telemetry: Telemetry
}

const AUDITED = { name: 'sharing', fields: {} }

/** What customers decide about the data of their machines. */
export function sharingHandlers({
  database,
  telemetry,
}: SharingParts): HandlersOf<'mySharing' | 'decideSharing' | 'sharingHistory'> {
  return {
    async mySharing({ principal }) {
      assertCustomer(principal)
      return { machines: await database.inScope(rowScope(principal), readSharing) }
    },

    async decideSharing({ principal, body }) {
      const customerId = assertDecides(principal)
      const { purpose, shared, until } = body
      const names = [...new Set(body.machine_ids)]
      assertThat(shared || until === null, 'invalid_request', t('sharing.untilOnlyOfShared'))
      assertThat(until === null || Date.parse(until) > clock.now(), 'invalid_request', t('sharing.untilInThePast'))
      const machines = await database.inScope(
        rowScope(principal),
        async (db) => {
          const before = new Map((await readSharing(db)).map((machine) => [machine.machineID, machine[purpose]]))
          const made = await insertDecisions(db, principal.userId, { customerId, names, purpose, shared, until })
          assertThat(made.length === names.length, 'not_found', t('monitoring.noSuchMachine'))
          const stateOf = (machineID: string, state: { shared: boolean; until: string | null } | undefined) =>
            state && { machineID, purpose, shared: state.shared, until: state.until }
          const changes = made.map(({ id, machineID }) => ({
            before: { id, rowVersion: 1, ...stateOf(machineID, before.get(machineID)) },
            after: { id, rowVersion: 1, ...stateOf(machineID, { shared, until }) },
          }))
          await writeAudit(db, principal, AUDITED, 'update', changes)
          return await readSharing(db)
        },
        actorOf(principal),
      )
      // What is not shared any more is no longer shown from now on, here as in other processes.
      await telemetry.refreshMachines()
      return { machines }
    },

    async sharingHistory({ principal, query }) {
      assertCustomer(principal)
      return {
        decisions: await database.inScope(rowScope(principal), (db) => readDecisions(db, query.machineID ?? null)),
      }
    },
  }
}

/** Only people of the customer decide, not programs: staff can make a key for a customer. @throws ProblemError `not_found` */
export function assertDecides(principal: Principal): string {
  assertThat(principal.sessionId !== undefined, 'not_found', t('sharing.onlyCustomers'))
  return assertCustomer(principal)
}

/** @throws ProblemError for staff, who have nothing to share */
export function assertCustomer({ customerId }: Principal): string {
  assertThat(customerId !== null, 'not_found', t('sharing.onlyCustomers'))
  return customerId
}
