import { type FoundRecord, MAX_COMMENTS, MAX_OFFERED_PEOPLE } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { HandlersOf } from '../engine/handlers.ts'
import { actorOf, type Principal } from '../engine/principal.ts'
import { assertThat } from '../engine/problem-error.ts'
import { writeAudit } from '../engine/resource/audit.ts'
import type { Database, Transaction } from '../platform/database.ts'
import { assertStaff, type CommentedRecords, keyOf, type RecordName } from './commented-records.ts'
import { countComments, ofRecord, readComments, readUnseen, type StoredComment, toComment } from './comments.queries.ts'
import type { MentionMails } from './mention-mails.ts'
import { findReaders, readersOf } from './people.queries.ts'

/** How comments are named in the audit, which has no texts of them. */
const COMMENTS = { name: 'comment', fields: {} }

export interface CommentParts {
  database: Database
  records: CommentedRecords
  mails: MentionMails
}

type CommentCalls =
  | 'listComments'
  | 'createComment'
  | 'changeComment'
  | 'removeComment'
  | 'commentPeople'
  | 'myMentions'
  | 'seeMentions'

/** Comments of staff on records that they may read. Only its author changes one. */
export function commentHandlers({ database, records, mails }: CommentParts): HandlersOf<CommentCalls> {
  const asStaff = <T>(principal: Principal, work: (db: Transaction) => Promise<T>) => {
    assertStaff(principal)
    return database.inScope('all', work, actorOf(principal))
  }

  /** For what stores mails, which the role of staff may not: asked for before is whether the caller may. */
  const asSystem = <T>(work: (db: Transaction) => Promise<T>) => database.system.transaction().execute(work)

  /** An own comment, locked. */
  const lockOwn = async (db: Transaction, { userId }: Principal, id: string): Promise<RecordName> => {
    const { rows } = await sql<RecordName>`
      SELECT resource, record_id AS "recordId" FROM record_comment WHERE id = ${id} AND author_id = ${userId} FOR UPDATE
    `.execute(db)
    const [own] = rows
    assertThat(own, 'not_found', t('comment.noSuchOwn'))
    return own
  }

  return {
    async listComments({ principal, query: { resource, recordId, ...query } }) {
      const record = { resource, recordId }
      await records.find(principal, record)
      return await asStaff(principal, async (db) => {
        const { rows, next } = await readComments(db, ofRecord(record), query)
        const items = rows.map((comment) => toComment(comment, principal.userId))
        const total = await countComments(db, record)
        return { items, total, page: query.page, pageSize: query.pageSize, next }
      })
    },

    async createComment({ principal, body: { resource, recordId, text, mentions } }) {
      const record = { resource, recordId }
      const found = await records.find(principal, record)
      const created = await asSystem(async (db) => {
        // Two at once must not both be the last one.
        await sql`SELECT pg_advisory_xact_lock(hashtextextended(${keyOf(record)}, 7225079))`.execute(db)
        const isFull = (await countComments(db, record)) >= MAX_COMMENTS
        assertThat(!isFull, 'not_usable', t('comment.tooMany', { most: MAX_COMMENTS }))
        const { rows } = await sql<{ id: string }>`
          INSERT INTO record_comment (resource, record_id, text, author_id)
          VALUES (${resource}, ${recordId}, ${text}, ${principal.userId}) RETURNING id
        `.execute(db)
        const [{ id } = { id: '' }] = rows
        await audit(db, principal, 'create', id, record)
        return await name(db, principal, { id, found, record, mentions })
      })
      mails.wake()
      return toComment(created, principal.userId)
    },

    async changeComment({ principal, params: { id }, body: { text, mentions } }) {
      const record = await asStaff(principal, (db) => lockOwn(db, principal, id))
      const found = await records.find(principal, record)
      const changed = await asSystem(async (db) => {
        await lockOwn(db, principal, id)
        await sql`
          UPDATE record_comment SET text = ${text}, changed_at = now() WHERE id = ${id} AND text <> ${text}
        `.execute(db)
        await audit(db, principal, 'update', id, record)
        return await name(db, principal, { id, found, record, mentions })
      })
      mails.wake()
      return toComment(changed, principal.userId)
    },

    async removeComment({ principal, params: { id } }) {
      await asStaff(principal, async (db) => {
        const record = await lockOwn(db, principal, id)
        await sql`DELETE FROM record_comment WHERE id = ${id}`.execute(db)
        await audit(db, principal, 'delete', id, record)
      })
    },

    async commentPeople({ principal, query: { resource, recordId, search } }) {
      const record = { resource, recordId }
      await records.find(principal, record)
      return await asStaff(principal, (db) => findReaders(db, record, search, MAX_OFFERED_PEOPLE))
    },

    async myMentions({ principal }) {
      const unseen = await asStaff(principal, (db) => readUnseen(db, principal.userId))
      const named = await records.named(principal, unseen)
      return unseen.flatMap((comment) => {
        const record = named.get(keyOf(comment))
        return record === undefined ? [] : [{ comment: toComment(comment, principal.userId), record }]
      })
    },

    async seeMentions({ principal, body: record }) {
      await asStaff(principal, (db) =>
        sql`
          UPDATE comment_mention m SET seen_at = now() FROM record_comment c
          WHERE c.id = m.comment_id AND ${ofRecord(record)} AND m.user_id = ${principal.userId} AND m.seen_at IS NULL
        `.execute(db),
      )
    },
  }

  /** Stores whom a comment names and mails those who are new. @returns the comment as it is now */
  async function name(db: Transaction, principal: Principal, comment: NamingComment): Promise<StoredComment> {
    const { id, found, record, mentions } = comment
    const wanted = [...new Set(mentions)]
    const people = await readersOf(db, record, wanted)
    assertThat(people.length === wanted.length, 'invalid_request', t('comment.cannotBeNamed'))
    await sql`DELETE FROM comment_mention WHERE comment_id = ${id} AND user_id <> ALL(${wanted}::uuid[])`.execute(db)
    const { rows: added } = await sql<{ user_id: string }>`
      INSERT INTO comment_mention (comment_id, user_id) SELECT ${id}, unnest(${wanted}::uuid[])
      ON CONFLICT DO NOTHING RETURNING user_id
    `.execute(db)
    const [stored] = (await readComments(db, sql`c.id = ${id}`, { page: 1, pageSize: 1 })).rows
    if (stored === undefined) throw new Error(`The comment ${id} was stored and is gone.`)
    const isNew = new Set(added.map(({ user_id }) => user_id))
    // Nobody writes to themselves.
    const addressees = people.filter((person) => isNew.has(person.id) && person.id !== principal.userId)
    await mails.write(db, stored, found, addressees)
    return stored
  }
}

interface NamingComment {
  id: string
  record: RecordName
  found: FoundRecord
  mentions: readonly string[]
}

async function audit(
  db: Transaction,
  principal: Principal,
  action: 'create' | 'update' | 'delete',
  id: string,
  { resource, recordId }: RecordName,
): Promise<void> {
  const row = { id, rowVersion: 1, resource, recordId }
  const change = { before: action === 'create' ? undefined : row, after: action === 'delete' ? undefined : row }
  await writeAudit(db, principal, COMMENTS, action, [change])
}
