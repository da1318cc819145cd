import { type MachineRequests, REQUESTS_SHOWN, type RequestStatus, type RequestUrgency } from '@packhouse/contract'
import { sql } from 'kysely'
import type { LiveMachine } from '../../live/index.ts'
import type { CustomerScope, Database, Transaction } from '../../platform/database.ts'
import { isRequestOverdue } from '../overdue.ts'
import { namedItems } from '../parts/named-items.ts'
import { readLines } from '../parts/parts.queries.ts'
import { quoteState } from '../service.policy.ts'
import { userNames } from '../user-names.ts'
import { comingVisit, readVisitsOfRequests } from '../visits/visit.queries.ts'
import { readPhotos } from './photo.queries.ts'

type Request = MachineRequests['requests'][number]
interface RequestRow
  extends Omit<Request, 'askedAt' | 'askedBy' | 'engineer' | 'parts' | 'photos' | 'quote' | 'quoteState' | 'visit'> {
  askedAt: Date
  askedById: string | null
  engineerId: string | null
}

/** @returns the id of a machine that the transaction sees */
export async function findMachineId(db: Transaction, machineKey: number): Promise<string> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM machine WHERE key = ${machineKey}`.execute(db)
  return rows[0]?.id ?? ''
}

/** How many requests of a machine are not over. Two who ask at once follow each other. */
export async function countOpenRequests(db: Transaction, machineId: string): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtext(${`service of ${machineId}`}))`.execute(db)
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM service_request
    WHERE machine_id = ${machineId} AND status IN ('open', 'planned') AND deleted_at IS NULL
  `.execute(db)
  return rows[0]?.count ?? 0
}

/** What somebody asks for. */
export interface Asked {
  machineId: string
  subject: string
  details: string | null
  urgency: RequestUrgency
  phone: string | null
  wantedOn: string | null
}

/**
 * Enters a request as it is asked. Not through the store of the resource, which locks what a row refers to: customers may not lock their machine.
 * @returns the row, as the audit shows it
 */
export async function insertRequest(
  db: Transaction,
  userId: string,
  asked: Asked,
): Promise<Asked & { id: string; rowVersion: number; status: RequestStatus }> {
  const { machineId, subject, details, urgency, phone, wantedOn } = asked
  const { rows } = await sql<{ id: string }>`
    INSERT INTO service_request (machine_id, kind, subject, details, urgency, phone, wanted_on, status, created_by, updated_by)
    VALUES (${machineId}, 'service', ${subject}, ${details}, ${urgency}, ${phone}, ${wantedOn}, 'open', ${userId}, ${userId}) RETURNING id
  `.execute(db)
  return { ...asked, id: rows[0]?.id ?? '', rowVersion: 1, status: 'open' }
}

/** A request as a device has sent it. */
export interface RequestEntry {
  requestId: string
  machineId: string
  receivedFrom: string
}

export async function findEntry(db: Transaction, entryId: string): Promise<RequestEntry | undefined> {
  const { rows } = await sql<RequestEntry>`
    SELECT e.request_id AS "requestId", r.machine_id AS "machineId", e.received_from AS "receivedFrom"
    FROM service_request_entry e JOIN service_request r ON r.id = e.request_id WHERE e.id = ${entryId}
  `.execute(db)
  return rows[0]
}

/** @returns false where there is one of this id already */
export async function insertEntry(
  db: Transaction,
  { entryId, requestId, receivedFrom }: Pick<RequestEntry, 'requestId' | 'receivedFrom'> & { entryId: string },
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO service_request_entry (id, request_id, received_from) VALUES (${entryId}, ${requestId}, ${receivedFrom})
    ON CONFLICT (id) DO NOTHING RETURNING id
  `.execute(db)
  return rows.length > 0
}

/** What service was asked for at a machine, those that are not over first. */
export async function readRequests(
  database: Database,
  scope: CustomerScope,
  { entry }: LiveMachine,
): Promise<MachineRequests> {
  const { rows, lines, photos, visits } = await database.inScope(scope, async (db) => {
    const found = await sql<RequestRow>`
      SELECT id, kind, subject, details, wanted_on::text AS "wantedOn", urgency, status, created_at AS "askedAt", created_by AS "askedById", planned_on::text AS "plannedOn",
        engineer_id AS "engineerId", answer, ${isRequestOverdue('service_request')} AS "isOverdue"
      FROM service_request WHERE machine_id = (SELECT id FROM machine WHERE key = ${entry.key}) AND deleted_at IS NULL
      ORDER BY status IN ('open', 'planned') DESC, created_at DESC LIMIT ${REQUESTS_SHOWN}
    `.execute(db)
    const ofParts = found.rows.filter(({ kind }) => kind === 'parts').map(({ id }) => id)
    const ids = found.rows.map(({ id }) => id)
    const visits = await readVisitsOfRequests(db, ids)
    return { rows: found.rows, lines: await readLines(db, ofParts), photos: await readPhotos(db, ids), visits }
  })
  const names = await userNames(database, [
    ...rows.flatMap(({ askedById, engineerId }) => [askedById, engineerId]),
    ...visits.map(({ engineerId }) => engineerId),
  ])
  const items = await namedItems(
    database,
    lines.map(({ itemId }) => itemId),
  )
  const quotes = await quotesOf(database, rows)
  return {
    machineID: entry.machineID,
    requests: rows.map(({ askedAt, askedById, engineerId, ...request }) => ({
      ...request,
      parts: lines.flatMap(({ requestId, itemId, quantity }) => {
        const item = items.get(itemId)
        if (requestId !== request.id || item === undefined) return []
        return [{ number: item.number, name: item.name, unit: item.unit, quantity }]
      }),
      ...(quotes.get(request.id) ?? { quoteState: null, quote: null }),
      photos: photos.get(request.id) ?? [],
      askedAt: askedAt.toISOString(),
      askedBy: names.get(askedById) ?? null,
      engineer: names.get(engineerId) ?? null,
      visit:
        visits.filter(({ requestId }) => requestId === request.id).map((visit) => comingVisit(visit, names))[0] ?? null,
    })),
  }
}

/** Customers see how far a quote is, and its number once it was sent to them; what is in preparation is staff's. */
async function quotesOf(
  database: Database,
  rows: readonly RequestRow[],
): Promise<Map<string, Pick<Request, 'quoteState' | 'quote'>>> {
  const ids = rows.filter(({ kind }) => kind === 'parts').map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const { rows: found } = await sql<Pick<Request, 'quoteState' | 'quote'> & { id: string }>`
    SELECT id, ${quoteState} AS "quoteState", CASE WHEN ${quoteState} <> 'inPreparation' THEN (SELECT number FROM project WHERE id = project_id) END AS quote
    FROM service_request WHERE id = ANY(${ids}::uuid[])
  `.execute(database.system)
  return new Map(found.map(({ id, ...quote }) => [id, quote]))
}
