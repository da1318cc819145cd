import { type MachineSharing, MOST_ACCESS_ASKED_A_DAY } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { HandlersOf } from '../engine/handlers.ts'
import { actorOf, type Principal, rowScope } from '../engine/principal.ts'
import { assertThat } from '../engine/problem-error.ts'
import { type AuditAction, writeAudit } from '../engine/resource/audit.ts'
import { isShared, type LiveMachine } from '../live/index.ts'
import { findKnownMachine, scopeOf } from '../monitoring/area.ts'
import type { Transaction } from '../platform/database.ts'
import type { AccessMessages } from './access-messages.ts'
import { assertCustomer, assertDecides, type SharingParts } from './sharing.actions.ts'
import {
  type AccessState,
  answerAccess,
  countAsked,
  findAccess,
  insertAccess,
  namesOf,
  readAccess,
  readMachine,
} from './support-access.queries.ts'

const AUDITED = { name: 'supportAccess', fields: {} }

/** Access for hours to machines that are not shared: staff ask, the customer answers. */
export function supportAccessHandlers({
  database,
  telemetry,
  messages,
}: SharingParts & { messages: AccessMessages }): HandlersOf<
  'mySupportAccess' | 'machineSharing' | 'askForSupportAccess' | 'answerSupportAccess'
> {
  const listFor = async (principal: Principal) => {
    const rows = await database.inScope(rowScope(principal), (db) => readAccess(db, null))
    return { items: await namesOf(database, rows) }
  }

  const sharingOf = async (principal: Principal, machine: LiveMachine): Promise<MachineSharing> => {
    const { key, machineID, customer, sharedUntil } = machine.entry
    const { about, rows } = await database.inScope(scopeOf(principal), async (db) => ({
      about: await readMachine(db, key),
      rows: await readAccess(db, key),
    }))
    assertThat(about, 'not_found', t('monitoring.noSuchMachine'))
    return {
      ...{ machineID, machineId: about.id, description: about.description, model: about.model, customer },
      shared: isShared(machine.entry),
      until: sharedUntil === null || sharedUntil === 0 ? null : new Date(sharedUntil).toISOString(),
      access: await namesOf(database, rows),
    }
  }

  return {
    async mySupportAccess({ principal }) {
      assertCustomer(principal)
      return await listFor(principal)
    },

    machineSharing: async ({ principal, params }) =>
      await sharingOf(principal, findKnownMachine(telemetry, principal, params.id)),

    async askForSupportAccess({ principal, params, body }) {
      const machine = findKnownMachine(telemetry, principal, params.id)
      assertThat(principal.customerId === null, 'permission_missing', t('sharing.onlyStaffAsk'))
      assertThat(!isShared(machine.entry), 'not_usable', t('sharing.isShared'))
      // It stores mails, which the role of staff may not. Whether the caller may ask was checked before.
      await database.system.transaction().execute(async (db) => {
        const lately = await countAsked(db, machine.entry.key)
        const most = MOST_ACCESS_ASKED_A_DAY
        assertThat(lately < most, 'not_usable', t('sharing.isAskedTooOften', { count: most }))
        const after = await insertAccess(db, principal.userId, machine.entry.key, body)
        assertThat(after, 'not_usable', t('sharing.isAskedAlready'))
        await audit(db, principal, 'create', undefined, after)
        await messages.write(db, after)
      })
      messages.wake()
      return await sharingOf(principal, machine)
    },

    async answerSupportAccess({ principal, params, body: { answer } }) {
      assertDecides(principal)
      await database.inScope(
        rowScope(principal),
        async (db) => {
          const before = await findAccess(db, params.id)
          assertThat(before, 'not_found')
          const isOpen = answer === 'end' ? before.status === 'granted' : before.status === 'asked'
          assertThat(isOpen, 'not_usable', t('sharing.isAnswered'))
          const after = await answerAccess(db, principal.userId, params.id, answer)
          await audit(db, principal, 'update', before, after)
        },
        actorOf(principal),
      )
      await telemetry.refreshMachines()
      return await listFor(principal)
    },
  }
}

async function audit(
  db: Transaction,
  principal: Principal,
  action: AuditAction,
  before: AccessState | undefined,
  after: AccessState,
): Promise<void> {
  const rowOf = (state: AccessState) => ({ ...state, rowVersion: 1 })
  await writeAudit(db, principal, AUDITED, action, [{ before: before && rowOf(before), after: rowOf(after) }])
}
