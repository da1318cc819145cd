import type { PageQuery, TagMapEntry, TagMapVersion } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
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

const SELECT = sql`
  SELECT v.version, v.topic_filter, v.time_address, v.entries, v.created_at,
    nullif(trim(concat_ws(' ', u.first_name, u.last_name)), '') AS created_by, v.version IS NOT DISTINCT FROM m.active_version AS in_use
  FROM tag_map_version v JOIN tag_map m ON m.id = v.tag_map_id LEFT JOIN user_account u ON u.id = v.created_by`

export async function listVersions(db: Transaction, id: string, { page, pageSize }: PageQuery) {
  const { rows } = await sql<VersionRow>`
    ${SELECT} WHERE v.tag_map_id = ${id} ORDER BY v.version DESC LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}
  `.execute(db)
  const counted = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM tag_map_version WHERE tag_map_id = ${id}
  `.execute(db)
  return { items: rows.map(toVersion), total: counted.rows[0]?.total ?? 0, page, pageSize }
}

/** @throws ProblemError `not_found` */
export async function findVersion(db: Transaction, id: string, version: number): Promise<TagMapVersion> {
  const { rows } = await sql<VersionRow>`${SELECT} WHERE v.tag_map_id = ${id} AND v.version = ${version}`.execute(db)
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
