import type { DeadLetter, PageQuery } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { type RawBuilder, sql } from 'kysely'
import { whyNotReplayed } from '../../connect/index.ts'
import { descending } from '../../engine/paging/keyset.ts'
import { readPage } from '../../engine/paging/read-page.ts'
import { assertThat } from '../../engine/problem-error.ts'
import type { Encoding } from '../../ingest/index.ts'
import type { Transaction } from '../../platform/database.ts'

/** Which dead letters are meant. */
export interface Chosen {
  ids?: string[] | undefined
  code?: string | undefined
  device?: string | undefined
  topic?: string | undefined
  from?: string | undefined
  to?: string | undefined
  replayed?: 'without' | 'only' | 'with'
}

export interface LetterRow {
  id: string
  received_at: Date
  device: string
  customer_id: string | null
  topic: string
  bytes: number
  encoding: Encoding
  code: string
  reason: string
  attempts: number
  tried_at: Date | null
  replayed_at: Date | null
  seen: number
  last_at: Date | null
}

const COLUMNS = sql`letter_id AS id, received_at, device, customer_id, topic, octet_length(payload) AS bytes, encoding, code, reason,
  attempts, tried_at, replayed_at, seen::float8 AS seen, last_at`

/** The conditions that a choice makes. */
export function conditions({ ids, code, device, topic, from, to, replayed = 'without' }: Chosen): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`true`]
  if (ids !== undefined) parts.push(sql`letter_id = ANY(${ids}::uuid[])`)
  if (code) parts.push(sql`code = ${code}`)
  if (device) parts.push(sql`device = ${device}`)
  if (topic) parts.push(sql`position(fold_case(${topic}) IN fold_case(topic)) > 0`)
  if (from !== undefined) parts.push(sql`received_at >= ${from}::timestamptz`)
  if (to !== undefined) parts.push(sql`received_at <= ${to}::timestamptz`)
  if (replayed !== 'with') parts.push(replayed === 'only' ? sql`replayed_at IS NOT NULL` : sql`replayed_at IS NULL`)
  return sql.join(parts, sql` AND `)
}

export async function listLetters(db: Transaction, chosen: Chosen, query: PageQuery) {
  const { rows, next } = await readPage<LetterRow>(
    db,
    {
      select: COLUMNS,
      from: sql`refused_message`,
      where: conditions(chosen),
      keys: [descending(sql`refused_message.id`)],
    },
    query,
  )
  const counted = await sql<{ total: number; dropped: number; codes: string[]; devices: string[] }>`
    SELECT (SELECT count(*) FROM refused_message WHERE ${conditions(chosen)})::int AS total,
      coalesce((SELECT dropped FROM dead_letter_tally), 0)::float8 AS dropped,
      ARRAY(SELECT DISTINCT code FROM refused_message ORDER BY 1) AS codes,
      ARRAY(SELECT DISTINCT device FROM refused_message ORDER BY 1 LIMIT 200) AS devices
  `.execute(db)
  const { total = 0, dropped = 0, codes = [], devices = [] } = counted.rows[0] ?? {}
  const { page, pageSize } = query
  return { items: rows.map(toLetter), total, page, pageSize, next, dropped, codes, devices }
}

/** @throws ProblemError `not_found` */
export async function findLetter(db: Transaction, id: string): Promise<LetterRow & { payload: Buffer }> {
  const { rows } = await sql<LetterRow & { payload: Buffer }>`
    SELECT ${COLUMNS}, payload FROM refused_message WHERE letter_id = ${id}
  `.execute(db)
  const [row] = rows
  assertThat(row, 'not_found', t('monitoring.noSuchDeadLetter'))
  return row
}

/** The letters that are chosen, oldest first, behind the one with the given id. */
export async function chosenLetters(db: Transaction, chosen: Chosen, after: string | undefined, limit: number) {
  const behind =
    after === undefined ? sql`` : sql`AND id > coalesce((SELECT id FROM refused_message WHERE letter_id = ${after}), 0)`
  const { rows } = await sql<Pick<LetterRow, 'id' | 'encoding'>>`
    SELECT letter_id AS id, encoding FROM refused_message WHERE ${conditions(chosen)} ${behind} ORDER BY refused_message.id LIMIT ${limit}
  `.execute(db)
  return rows
}

function translated(words: string | null): string | null {
  return words === null ? null : declared(words)
}

export function toLetter(row: LetterRow): DeadLetter {
  return {
    id: row.id,
    receivedAt: row.received_at.toISOString(),
    device: row.device,
    topic: row.topic,
    bytes: row.bytes,
    unreplayable: translated(whyNotReplayed(row.encoding) ?? null),
    code: row.code,
    reason: declared(row.reason),
    attempts: row.attempts,
    triedAt: row.tried_at?.toISOString() ?? null,
    replayedAt: row.replayed_at?.toISOString() ?? null,
    seen: row.seen,
    lastAt: (row.last_at ?? row.received_at).toISOString(),
  }
}
