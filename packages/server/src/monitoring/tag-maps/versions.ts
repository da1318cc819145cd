import type { PageQuery, TagMapEntry, TagMapVersion } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import { descending } from '../../engine/paging/keyset.ts'
import { readPage } from '../../engine/paging/read-page.ts'
import { assertThat } from '../../engine/problem-error.ts'
import type { Transaction } from '../../platform/database.ts'

interface VersionRow {
  version: number
  topic_filter: string | null
  time_address: string | null
  entries: TagMapEntry[]
  created_at: Date
  created_by: string | null
  in_use: boolean
}

const COLUMNS = sql`
  v.version, v.topic_filter, v.time_address, v.entries, v.created_at,
    nullif(trim(concat_ws(' ', u.first_name, u.last_name)), '') AS created_by, v.version IS NOT DISTINCT FROM m.active_version AS in_use`
const FROM = sql`
  tag_map_version v JOIN tag_map m ON m.id = v.tag_map_id LEFT JOIN user_account u ON u.id = v.created_by`

export async function listVersions(db: Transaction, id: string, query: PageQuery) {
  const where = sql`v.tag_map_id = ${id}`
  const listed = { select: COLUMNS, from: FROM, where, keys: [descending(sql`v.version`)] }
  const { rows, next } = await readPage<VersionRow>(db, listed, query)
  const counted = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM tag_map_version WHERE tag_map_id = ${id}
  `.execute(db)
  const total = counted.rows[0]?.total ?? 0
  return { items: rows.map(toVersion), total, page: query.page, pageSize: query.pageSize, next }
}

/** @throws ProblemError `not_found` */
export async function findVersion(db: Transaction, id: string, version: number): Promise<TagMapVersion> {
  const { rows } = await sql<VersionRow>`
    SELECT ${COLUMNS} FROM ${FROM} WHERE v.tag_map_id = ${id} AND v.version = ${version}
  `.execute(db)
  const [row] = rows
  assertThat(row, 'not_found', t('monitoring.noSuchTagMapVersion', { version }))
  return toVersion(row)
}

function toVersion(row: VersionRow): TagMapVersion {
  return {
    version: row.version,
    topicFilter: row.topic_filter,
    timeAddress: row.time_address,
    entries: row.entries,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    inUse: row.in_use,
  }
}
