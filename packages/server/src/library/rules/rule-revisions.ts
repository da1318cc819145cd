import { createHash } from 'node:crypto'
import {
  type Page,
  type PageQuery,
  type RevisionContent,
  type RuleRevision,
  revisionContentSchema,
  type WholeRuleRevision,
} from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import { descending } from '../../engine/paging/keyset.ts'
import { readPage } from '../../engine/paging/read-page.ts'
import type { Principal } from '../../engine/principal.ts'
import { assertThat } from '../../engine/problem-error.ts'
import { type Selected, toJson } from '../../engine/resource/columns.ts'
import type { Transaction } from '../../platform/database.ts'
import { canonicalJson } from './canonical-json.ts'
import { readContentRows } from './content-rows.ts'
import { toRuleContent } from './rule-content.ts'

type Stored = Selected<Omit<RuleRevision, 'isCurrent'>>

/** What a machine has now, as it is stored in a revision. */
interface Present {
  content: RevisionContent
  text: string
  hash: string
}

/**
 * The revision of what a machine has now; created if there is no equal one. Equal content is one revision, also when it comes back later. Within the
 * lock nobody's change of the rules becomes visible, so that the content is of one moment.
 * @throws ProblemError `not_found`
 */
export async function presentRevision(
  db: Transaction,
  principal: Principal,
  machineId: string,
): Promise<WholeRuleRevision> {
  const known = await readPresent(db, machineId)
  assertThat(known, 'not_found', t('library.noSuchMachine'))
  const found = await findByHash(db, machineId, known.hash)
  if (found !== undefined) return { ...found, isCurrent: true, content: known.content }
  await sql`SELECT lock_option_rules(${machineId}::uuid)`.execute(db)
  const present = (await readPresent(db, machineId)) ?? known
  await sql`
    INSERT INTO machine_rule_revision (machine_id, number, hash, content, created_by)
    SELECT ${machineId}, coalesce(max(number), 0) + 1, ${present.hash}, ${present.text}, ${principal.userId}
    FROM machine_rule_revision WHERE machine_id = ${machineId}
    ON CONFLICT (machine_id, hash) DO NOTHING
  `.execute(db)
  const made = await findByHash(db, machineId, present.hash)
  assertThat(made, 'internal')
  return { ...made, isCurrent: true, content: present.content }
}

/** A revision by its number, also of a machine that is gone. @throws ProblemError `not_found` */
export async function readRevision(db: Transaction, machineId: string, number: number): Promise<WholeRuleRevision> {
  const { rows } = await sql<Stored & { content: string }>`
    SELECT number, hash, created_at AS "createdAt", created_by AS "createdBy", content
    FROM machine_rule_revision WHERE machine_id = ${machineId} AND number = ${number}
  `.execute(db)
  const [row] = rows
  assertThat(row, 'not_found', t('library.noSuchRevision'))
  const { content, ...revision } = row
  const isCurrent = (await readPresent(db, machineId))?.hash === row.hash
  return { ...toJson(revision), isCurrent, content: revisionContentSchema.parse(JSON.parse(content)) }
}

/** Newest first. @throws ProblemError `not_found` where there is neither the machine nor a revision of it */
export async function listRevisions(db: Transaction, machineId: string, query: PageQuery): Promise<Page<RuleRevision>> {
  const present = await readPresent(db, machineId)
  const listed = {
    select: sql`number, hash, created_at AS "createdAt", created_by AS "createdBy"`,
    from: sql`machine_rule_revision`,
    where: sql`machine_id = ${machineId}`,
    keys: [descending(sql`number`)],
  }
  const { rows, next } = await readPage<Stored>(db, listed, query)
  const counted = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM machine_rule_revision WHERE machine_id = ${machineId}`.execute(db)
  const total = counted.rows[0]?.total ?? 0
  assertThat(present !== undefined || total > 0, 'not_found', t('library.noSuchMachine'))
  const items = rows.map((row) => ({ ...toJson(row), isCurrent: row.hash === present?.hash }))
  return { items, total, page: query.page, pageSize: query.pageSize, next }
}

async function readPresent(db: Transaction, machineId: string): Promise<Present | undefined> {
  const [rows] = await readContentRows(db, [machineId])
  if (rows === undefined) return undefined
  const { content } = toRuleContent(rows)
  const text = canonicalJson(content)
  return { content, text, hash: createHash('sha256').update(text).digest('hex') }
}

async function findByHash(db: Transaction, machineId: string, hash: string) {
  const { rows } = await sql<Stored>`
    SELECT number, hash, created_at AS "createdAt", created_by AS "createdBy"
    FROM machine_rule_revision WHERE machine_id = ${machineId} AND hash = ${hash}
  `.execute(db)
  return rows[0] && toJson(rows[0])
}
