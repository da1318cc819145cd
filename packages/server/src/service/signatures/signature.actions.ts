import { type ServiceSignatures, serviceRecords } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import type { HandlersOf } from '../../engine/handlers.ts'
import { actorOf, type Principal } from '../../engine/principal.ts'
import { assertThat, ProblemError } from '../../engine/problem-error.ts'
import { writeAudit } from '../../engine/resource/audit.ts'
import { scopeOf } from '../../monitoring/area.ts'
import type { Database, Transaction } from '../../platform/database.ts'
import { doneByOf } from '../done-by.ts'
import { insertSignature, type NewSignature, readSignatures } from './signature.queries.ts'
import { isOfOtherTime, readSignedRecord, type SignedRecord, sha256Of, signedText } from './signed-record.ts'

/** Signing service records. Whoever sees the machine sees who has signed. */
export function signatureHandlers(database: Database): HandlersOf<'serviceSignatures' | 'signServiceRecord'> {
  return {
    serviceSignatures: ({ principal, params }) => findSignatures(database, principal, params.id),

    async signServiceRecord({ principal, params: { id }, body: { sha256, ...signature } }) {
      const scope = scopeOf(principal)
      await database.inScope(
        scope,
        async (db) => {
          const record = await findRecord(db, id)
          assertMaySign(principal, signature.party)
          // What was done for another customer is not theirs to sign, and they are not shown all of it.
          assertThat(!(await isOfOtherTime(db, id)), 'permission_missing', t('service.signedByOwnersOfThen'))
          const signed = signedText(record)
          if (sha256Of(signed) !== sha256) {
            throw new ProblemError('stale', t('service.recordChangedBeforeSigning'), undefined, {
              current: { sha256: sha256Of(signed) },
            })
          }
          await signIn(db, principal, record, { ...signature, signedAt: null })
        },
        actorOf(principal),
      )
      return await findSignatures(database, principal, id)
    },
  }
}

/**
 * Signs a record within a transaction that does more than this.
 * @throws ProblemError `permission_missing` where the caller may not sign for that side
 */
export async function signIn(
  db: Transaction,
  principal: Principal,
  record: SignedRecord,
  signature: Pick<NewSignature, 'party' | 'name' | 'drawing' | 'signedAt'>,
): Promise<void> {
  assertMaySign(principal, signature.party)
  const { id } = record
  await insertSignature(db, { ...signature, recordId: id, signed: signedText(record), signedBy: principal.userId })
  const before = { id, rowVersion: 1, signature: null }
  const after = { ...before, signature: signature.party }
  await writeAudit(db, principal, serviceRecords, 'sign', [{ before, after }])
}

/** What is signed of a record, and the signatures. @throws ProblemError `not_found` where the caller does not see its machine */
export async function findSignatures(database: Database, principal: Principal, id: string): Promise<ServiceSignatures> {
  const { record, isOfAnother, signatures } = await database.inScope(scopeOf(principal), async (db) => {
    const found = await findRecord(db, id)
    return { record: found, isOfAnother: await isOfOtherTime(db, id), signatures: await readSignatures(db, found) }
  })
  const [doneBy = null] = await doneByOf(database, [{ ...record, isOfAnother }])
  const { machineID, what, doneAt, notes } = record
  const sha256 = sha256Of(signedText(record))
  return { recordId: id, machineID, what, doneAt, doneBy, notes, sha256, isOfFormerOwner: isOfAnother, signatures }
}

export async function findRecord(db: Transaction, id: string): Promise<SignedRecord> {
  const record = await readSignedRecord(db, id)
  assertThat(record, 'not_found', t('server.noSuch', { noun: declared(serviceRecords.noun[0]) }))
  return record
}

/** @throws ProblemError `permission_missing` where a customer signs for the service, or staff may not change records */
function assertMaySign(principal: Principal, party: 'service' | 'customer'): void {
  // A program cannot sign for a person.
  assertThat(principal.apiKeyId === undefined, 'permission_missing', t('service.keysDoNotSign'))
  if (principal.customerId !== null) {
    assertThat(party === 'customer', 'permission_missing', t('service.customersSignForThemselves'))
    return
  }
  const mayChange = principal.permissions.has('serviceRecord.update')
  assertThat(mayChange, 'permission_missing', t('server.permissionNeeded', { permission: 'serviceRecord.update' }))
}
