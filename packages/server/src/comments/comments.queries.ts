import type { Comment, PageQuery } from '@packhouse/contract'
import { type RawBuilder, sql } from 'kysely'
import { descending } from '../engine/paging/keyset.ts'
import { type ReadPage, readPage } from '../engine/paging/read-page.ts'
import type { Transaction } from '../platform/database.ts'
import type { RecordName } from './commented-records.ts'
import { nameOfPerson, type Person } from './people.queries.ts'

const MOST_MENTIONS = 50

/** A comment with the record that it is on. */
export interface StoredComment extends RecordName {
  id: string
  text: string
  author: Person | null
  mentions: Person[]
  createdAt: Date
  changedAt: Date | null
}

/** The comments `c` that meet a condition, newest first. */
export async function readComments(
  db: Transaction,
  where: RawBuilder<unknown>,
  query: PageQuery,
): Promise<ReadPage<StoredComment>> {
  const person = sql`jsonb_build_object('id', u.id, 'name', ${nameOfPerson})`
  const select = sql`
    c.id, c.resource, c.record_id AS "recordId", c.text, c.created_at AS "createdAt", c.changed_at AS "changedAt",
      (SELECT ${person} FROM user_account u WHERE u.id = c.author_id) AS author,
      coalesce((
        SELECT jsonb_agg(${person} ORDER BY ${nameOfPerson}) FROM comment_mention m JOIN user_account u ON u.id = m.user_id
        WHERE m.comment_id = c.id
      ), '[]') AS mentions`
  const listed = { select, from: sql`record_comment c`, where, keys: [descending(sql`c.id`)] }
  return await readPage<StoredComment>(db, listed, query)
}

export async function countComments(db: Transaction, record: RecordName): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM record_comment c WHERE ${ofRecord(record)}
  `.execute(db)
  return rows[0]?.total ?? 0
}

/** Comments that name somebody who has not seen them, newest first. */
export async function readUnseen(db: Transaction, userId: string): Promise<StoredComment[]> {
  const names = sql`EXISTS (SELECT FROM comment_mention m WHERE m.comment_id = c.id AND m.user_id = ${userId} AND m.seen_at IS NULL)`
  return (await readComments(db, names, { page: 1, pageSize: MOST_MENTIONS })).rows
}

export function ofRecord({ resource, recordId }: RecordName): RawBuilder<unknown> {
  return sql`c.resource = ${resource} AND c.record_id = ${recordId}`
}

export function toComment(
  { id, text, author, mentions, createdAt, changedAt }: StoredComment,
  userId: string,
): Comment {
  return {
    id,
    text,
    author,
    mentions,
    createdAt: createdAt.toISOString(),
    changedAt: changedAt?.toISOString() ?? null,
    isMine: author?.id === userId,
  }
}
