import { MOST_PARTNER_DAYS, MOST_PARTNERS, type PartnerAccess } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { createPartnerKey } from '../access/area.ts'
import type { HandlersOf } from '../engine/handlers.ts'
import type { Principal } from '../engine/principal.ts'
import { assertThat, ProblemError } from '../engine/problem-error.ts'
import { writeAudit } from '../engine/resource/audit.ts'
import { findMachine, type Telemetry } from '../monitoring/area.ts'
import { clock } from '../platform/clock.ts'
import type { Database } from '../platform/database.ts'
import { readAgreements, readHasDeclined } from './agreements.queries.ts'
import { assertIsOfCustomer, inOwnScope } from './customer-person.ts'
import {
  countWorking,
  endAccess,
  findCustomer,
  insertAccess,
  insertMachines,
  readAccesses,
} from './partner-access.queries.ts'
import type { PartnerReadCounter } from './partner-read-counter.ts'
import { findCustomerOfAccess, readReads } from './partner-reads.queries.ts'

const DAY_MS = 86_400_000

/** As the audit has it: it is no resource, since nobody changes it. */
const ACCESS = { name: 'partnerAccess', fields: {} }

/** Who reads data of a customer's machines: given and ended by its people, seen by both sides. */
export function partnerAccessHandlers(
  database: Database,
  telemetry: Telemetry,
  counter: PartnerReadCounter,
): HandlersOf<'partnerAccesses' | 'partnerReads' | 'givePartnerAccess' | 'endPartnerAccess'> {
  return {
    async partnerAccesses({ principal, query }) {
      const customerId = principal.customerId ?? query.customerId
      const isOwn = principal.customerId === null || query.customerId === undefined || query.customerId === customerId
      assertThat(isOwn, 'not_found')
      if (principal.customerId === null) {
        assertThat(customerId !== undefined, 'invalid_request', t('dataAct.nameTheCustomer'))
        assertThat(await staffSee(database, principal, customerId), 'not_found')
      }
      const whose = customerId ?? ''
      return {
        accesses: await readAccesses(database, { customerId: whose }),
        agreements: await readAgreements(database, whose),
        hasDeclined: await readHasDeclined(database, whose),
      }
    },

    async partnerReads({ principal, params: { id } }) {
      const whose = await findCustomerOfAccess(database.system, id)
      assertThat(whose !== undefined, 'not_found')
      const isOwn =
        principal.customerId === null ? await staffSee(database, principal, whose) : principal.customerId === whose
      assertThat(isOwn, 'not_found')
      await counter.flush()
      return { reads: await readReads(database.system, { id }) }
    },

    async givePartnerAccess({ principal, body: { machineIDs, ...given } }) {
      assertIsOfCustomer(principal)
      assertMayLast(given.expiresAt)
      for (const id of machineIDs) findMachine(telemetry, principal, id)
      const { id, key } = await inOwnScope(database, principal, async (db) => {
        const working = await countWorking(db, principal.customerId)
        assertThat(working < MOST_PARTNERS, 'not_usable', t('dataAct.tooManyPartners', { count: MOST_PARTNERS }))
        const made = await createPartnerKey(db, principal, {
          name: given.partner.slice(0, 100),
          expiresAt: given.expiresAt,
        })
        const owned = { customerId: principal.customerId, userId: principal.userId, apiKeyId: made.id }
        const accessId = await insertAccess(db, { ...given, ...owned })
        const inserted = await insertMachines(db, accessId, machineIDs)
        assertThat(inserted === machineIDs.length, 'not_found', t('monitoring.noSuchMachine'))
        // Whom to write to is a person: the log has it, the audit would have it for good.
        const { contact: _, ...audited } = given
        const after = { id: accessId, rowVersion: 1, ...audited, machineIDs, customerId: principal.customerId }
        await writeAudit(db, principal, ACCESS, 'create', [{ before: undefined, after }])
        return { id: accessId, key: made.key }
      })
      return { access: await findAccess(database, principal.customerId, id), key }
    },

    async endPartnerAccess({ principal, params: { id } }) {
      assertIsOfCustomer(principal)
      await inOwnScope(database, principal, async (db) => {
        const ended = await endAccess(db, id, principal.userId)
        if (!ended) return
        const before = { id, rowVersion: 1, customerId: principal.customerId, ended: false }
        await writeAudit(db, principal, ACCESS, 'revoke', [{ before, after: { ...before, ended: true } }])
      })
      return await findAccess(database, principal.customerId, id)
    },
  }
}

async function staffSee(database: Database, { permissions }: Principal, customerId: string): Promise<boolean> {
  return permissions.has('customer.read') && (await findCustomer(database, customerId))
}

/** @throws ProblemError `invalid_request` where it would not last, or for too long */
function assertMayLast(expiresAt: string): void {
  const days = (Date.parse(expiresAt) - clock.now()) / DAY_MS
  if (days > 0 && days <= MOST_PARTNER_DAYS) return
  const message = t('dataAct.mustEndWithin', { days: MOST_PARTNER_DAYS })
  throw new ProblemError('invalid_request', message, [{ path: 'body.expiresAt', code: 'rule', message }])
}

/** @throws ProblemError `not_found` where the customer has none of the id */
async function findAccess(database: Database, customerId: string, id: string): Promise<PartnerAccess> {
  const [found] = await readAccesses(database, { customerId, id })
  assertThat(found, 'not_found')
  return found
}
