import { type FollowUp, MAX_OPEN_FOLLOW_UPS, type PageQuery } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type RawBuilder, sql } from 'kysely'
import type { HandlersOf } from '../engine/handlers.ts'
import { ascending, descending } from '../engine/paging/keyset.ts'
import { type ReadPage, readPage } from '../engine/paging/read-page.ts'
import { actorOf, type Principal } from '../engine/principal.ts'
import { assertThat } from '../engine/problem-error.ts'
import { writeAudit } from '../engine/resource/audit.ts'
import type { Database, Transaction } from '../platform/database.ts'
import { assertStaff, type CommentedRecords, keyOf, type RecordName } from './commented-records.ts'
import { nameOfPerson, type Person, readersOf } from './people.queries.ts'

const FOLLOW_UPS = { name: 'followUp', fields: {} }

interface StoredFollowUp extends RecordName {
  id: string
  what: string
  dueOn: string
  assignee: Person
  author: Person | null
  doneAt: Date | null
  createdAt: Date
}

type FollowUpCalls = 'listFollowUps' | 'createFollowUp' | 'changeFollowUp' | 'removeFollowUp'

/** What staff want to do about a record on a day. Its author and its assignee change it. */
export function followUpHandlers(database: Database, records: CommentedRecords): HandlersOf<FollowUpCalls> {
  const asStaff = <T>(principal: Principal, work: (db: Transaction) => Promise<T>) => {
    assertStaff(principal)
    return database.inScope('all', work, actorOf(principal))
  }

  const answer = async (principal: Principal, stored: readonly StoredFollowUp[]): Promise<FollowUp[]> => {
    const named = await records.named(principal, stored)
    return stored.map(({ resource, recordId, doneAt, createdAt, ...rest }) => ({
      ...rest,
      record: named.get(keyOf({ resource, recordId })) ?? null,
      doneAt: doneAt?.toISOString() ?? null,
      createdAt: createdAt.toISOString(),
    }))
  }

  const one = async (principal: Principal, stored: StoredFollowUp): Promise<FollowUp> => {
    const [answered] = await answer(principal, [stored])
    if (answered === undefined) throw new Error(`The follow-up ${stored.id} was stored and is gone.`)
    return answered
  }

  return {
    async listFollowUps({ principal, query: { resource, recordId, state, ...query } }) {
      assertStaff(principal)
      const isOfRecord = resource !== undefined && recordId !== undefined
      const isWhole = (resource === undefined) === (recordId === undefined)
      assertThat(isWhole, 'invalid_request', t('comment.resourceAndRecordId'))
      if (isOfRecord) await records.find(principal, { resource, recordId })
      const of = isOfRecord
        ? sql`f.resource = ${resource} AND f.record_id = ${recordId}`
        : sql`f.assignee_id = ${principal.userId}`
      const where = sql`${of} AND (f.done_at IS NULL) = ${state === 'open'}`
      const { stored, total } = await asStaff(principal, async (db) => ({
        stored: await readFollowUps(db, where, query),
        total: await countFollowUps(db, where),
      }))
      const items = await answer(principal, stored.rows)
      return { items, total, page: query.page, pageSize: query.pageSize, next: stored.next }
    },

    async createFollowUp({ principal, body: { resource, recordId, what, dueOn, assigneeId = principal.userId } }) {
      const record = { resource, recordId }
      await records.find(principal, record)
      const stored = await asStaff(principal, async (db) => {
        await assertAssignable(db, record, assigneeId)
        await assertRoom(db, assigneeId)
        const { rows } = await sql<{ id: string }>`
          INSERT INTO follow_up (resource, record_id, what, due_on, assignee_id, author_id)
          VALUES (${resource}, ${recordId}, ${what}, ${dueOn}, ${assigneeId}, ${principal.userId}) RETURNING id
        `.execute(db)
        const created = await readOne(db, rows[0]?.id ?? '')
        await audit(db, principal, 'create', undefined, created)
        return created
      })
      return await one(principal, stored)
    },

    async changeFollowUp({ principal, params: { id }, body }) {
      const { what, dueOn, done, assigneeId = principal.userId } = body
      const stored = await asStaff(principal, async (db) => {
        const before = await lockOwn(db, principal, id)
        if (assigneeId !== before.assignee.id) await assertAssignable(db, before, assigneeId)
        const opens = !done && (before.doneAt !== null || assigneeId !== before.assignee.id)
        if (opens) await assertRoom(db, assigneeId)
        await sql`
          UPDATE follow_up SET what = ${what}, due_on = ${dueOn}, assignee_id = ${assigneeId},
            done_at = CASE WHEN ${done} THEN coalesce(done_at, now()) END
          WHERE id = ${id}
        `.execute(db)
        const after = await readOne(db, id)
        await audit(db, principal, 'update', before, after)
        return after
      })
      return await one(principal, stored)
    },

    async removeFollowUp({ principal, params: { id } }) {
      await asStaff(principal, async (db) => {
        const before = await lockOwn(db, principal, id)
        await sql`DELETE FROM follow_up WHERE id = ${id}`.execute(db)
        await audit(db, principal, 'delete', before, undefined)
      })
    },
  }
}

/** Follow-ups `f`: open ones by their day, done ones the latest first. */
async function readFollowUps(
  db: Transaction,
  where: RawBuilder<unknown>,
  query: PageQuery,
): Promise<ReadPage<StoredFollowUp>> {
  const person = (id: RawBuilder<unknown>) =>
    sql`(SELECT jsonb_build_object('id', u.id, 'name', ${nameOfPerson}) FROM user_account u WHERE u.id = ${id})`
  const select = sql`
    f.id, f.resource, f.record_id AS "recordId", f.what, f.due_on::text AS "dueOn", f.done_at AS "doneAt",
      f.created_at AS "createdAt", ${person(sql`f.assignee_id`)} AS assignee, ${person(sql`f.author_id`)} AS author`
  const keys = [{ ...descending(sql`f.done_at`), mayBeEmpty: true }, ascending(sql`f.due_on`), ascending(sql`f.id`)]
  return await readPage<StoredFollowUp>(db, { select, from: sql`follow_up f`, where, keys }, query)
}

async function countFollowUps(db: Transaction, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`SELECT count(*)::int AS total FROM follow_up f WHERE ${where}`.execute(
    db,
  )
  return rows[0]?.total ?? 0
}

async function readOne(db: Transaction, id: string): Promise<StoredFollowUp> {
  const [found] = (await readFollowUps(db, sql`f.id = ${id}`, { page: 1, pageSize: 1 })).rows
  assertThat(found, 'not_found', t('comment.noSuchFollowUp'))
  return found
}

async function lockOwn(db: Transaction, { userId }: Principal, id: string): Promise<StoredFollowUp> {
  await sql`SELECT FROM follow_up WHERE id = ${id} FOR UPDATE`.execute(db)
  const found = await readOne(db, id)
  assertThat(found.assignee.id === userId || found.author?.id === userId, 'not_found', t('comment.noSuchFollowUp'))
  return found
}

/** @throws ProblemError where the person may not see the record */
async function assertAssignable(db: Transaction, record: RecordName, assigneeId: string): Promise<void> {
  const [reader] = await readersOf(db, record, [assigneeId])
  assertThat(reader, 'invalid_request', t('comment.cannotBeAssigned'))
}

async function assertRoom(db: Transaction, assigneeId: string): Promise<void> {
  // Two at once must not both be the last one.
  await sql`SELECT FROM user_account WHERE id = ${assigneeId} FOR NO KEY UPDATE`.execute(db)
  const open = await countFollowUps(db, sql`f.assignee_id = ${assigneeId} AND f.done_at IS NULL`)
  assertThat(open < MAX_OPEN_FOLLOW_UPS, 'not_usable', t('comment.tooManyFollowUps', { most: MAX_OPEN_FOLLOW_UPS }))
}

async function audit(
  db: Transaction,
  principal: Principal,
  action: 'create' | 'update' | 'delete',
  before: StoredFollowUp | undefined,
  after: StoredFollowUp | undefined,
): Promise<void> {
  await writeAudit(db, principal, FOLLOW_UPS, action, [{ before: auditRow(before), after: auditRow(after) }])
}

function auditRow(stored: StoredFollowUp | undefined) {
  if (stored === undefined) return undefined
  const { id, resource, recordId, what, dueOn, assignee, doneAt } = stored
  return { id, rowVersion: 1, resource, recordId, what, dueOn, assigneeId: assignee.id, doneAt }
}
