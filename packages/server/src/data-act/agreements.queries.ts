import { AGREEMENTS_SHOWN, type AgreedUse } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Database, Transaction } from '../platform/database.ts'

interface AgreementRow extends Omit<AgreedUse, 'answer'> {
  answer: (Omit<NonNullable<AgreedUse['answer']>, 'answeredBy'> & { answeredById: string | null }) | null
}

/** What the maker may do with data of a customer and what the customer answered, the newest first; for whoever may see that customer. */
export async function readAgreements(database: Database, customerId: string): Promise<AgreedUse[]> {
  const rows = await database.inScope({ customerId }, async (db) => await selectAgreements(db, customerId))
  const ids = rows.flatMap(({ answer }) => answer?.answeredById ?? [])
  // Names of people who left are in no customer's scope.
  const { rows: people } = await sql<{ id: string; name: string }>`
    SELECT id, first_name || ' ' || last_name AS name FROM user_account WHERE id = ANY (${ids}::uuid[])
  `.execute(database.system)
  const names = new Map(people.map(({ id, name }) => [id, name]))
  return rows.map(({ answer, ...row }) => {
    if (answer === null) return { ...row, answer }
    const { answeredById, answeredAt, ...answered } = answer
    const answeredBy = names.get(answeredById ?? '') ?? null
    return { ...row, answer: { ...answered, answeredAt: new Date(answeredAt).toISOString(), answeredBy } }
  })
}

async function selectAgreements(db: Transaction, customerId: string): Promise<AgreementRow[]> {
  const { rows } = await sql<AgreementRow>`
    SELECT a.id, a.version, a.agreed_on::text AS "agreedOn", a.ended_on::text AS "endedOn", a.purposes, a.text, a.sha256,
      (SELECT jsonb_build_object('accepted', w.accepted, 'isCurrent', w.sha256 = a.sha256, 'answeredAt', w.answered_at, 'answeredById', w.answered_by)
        FROM data_use_answer w WHERE w.agreement_id = a.id ORDER BY w.id DESC LIMIT 1) AS answer
    FROM (SELECT *, data_use_sha256(version, purposes, text, agreed_on, ended_on) AS sha256 FROM data_use_agreement
      WHERE customer_id = ${customerId} AND deleted_at IS NULL ORDER BY agreed_on DESC, id DESC LIMIT ${AGREEMENTS_SHOWN}) a
    ORDER BY a.agreed_on DESC, a.id DESC
  `.execute(db)
  return rows
}

/** Whether a customer has declined the maker's own use and has accepted nothing since; for whoever may see that customer. */
export async function readHasDeclined({ system }: Database, customerId: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM data_use_declined WHERE customer_id = ${customerId}`.execute(system)
  return rows.length > 0
}

/** An agreement of the own customer, as it reads now. */
export async function findAgreement(db: Transaction, id: string) {
  const { rows } = await sql<{ version: string; sha256: string; hasEnded: boolean }>`
    SELECT version, data_use_sha256(version, purposes, text, agreed_on, ended_on) AS sha256, coalesce(ended_on < (now() AT TIME ZONE 'UTC')::date, false) AS "hasEnded"
    FROM data_use_agreement WHERE id = ${id} AND deleted_at IS NULL
  `.execute(db)
  return rows[0]
}

interface Answered {
  agreementId: string
  customerId: string
  userId: string
  accepted: boolean
  version: string
  sha256: string
}

/** @returns the id of the answer */
export async function insertAnswer(db: Transaction, answered: Answered): Promise<string> {
  const { agreementId, customerId, userId, accepted, version, sha256 } = answered
  const { rows } = await sql<{ id: string }>`
    INSERT INTO data_use_answer (agreement_id, customer_id, accepted, version, sha256, answered_by)
    VALUES (${agreementId}, ${customerId}, ${accepted}, ${version}, ${sha256}, ${userId}) RETURNING id
  `.execute(db)
  return rows[0]?.id ?? ''
}
