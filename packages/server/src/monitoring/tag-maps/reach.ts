import { readsTopic } from '@packhouse/contract'
import { sql } from 'kysely'
import type { RecentMessage, TagMaps } from '../../connect/index.ts'
import type { ResourceRow } from '../../engine/resource/columns.ts'
import type { Transaction } from '../../platform/database.ts'

const NAMED = 5
/** So many machines of a map are watched; more are no help to somebody who looks at single messages. */
const WATCHED = 100

interface Reached {
  count: number
  machineIDs: string[]
}

/** The machines that use a map once it is in use: those that name it, and those it is for that have none of their own. */
export async function machinesOf(db: Transaction, map: ResourceRow, limit: number): Promise<Reached> {
  const { rows } = await sql<{ machine_id: string; count: number }>`
    SELECT machine_id, count(*) OVER ()::int AS count FROM machine m
    WHERE deleted_at IS NULL AND (
      tag_map_id = ${map.id}
      OR (NOT EXISTS (SELECT FROM tag_map own WHERE own.id = m.tag_map_id AND own.active_version IS NOT NULL
          AND own.source = ${map.source}) AND (
        m.id = ${map.machineId}
        OR (${map.machineId}::uuid IS NULL AND configuration_id = ${map.machineType} AND NOT EXISTS (
          SELECT FROM tag_map nearer WHERE nearer.machine_id = m.id AND nearer.active_version IS NOT NULL
            AND nearer.source = ${map.source}))))
    ) ORDER BY machine_id LIMIT ${limit}
  `.execute(db)
  return { count: rows[0]?.count ?? 0, machineIDs: rows.map((row) => row.machine_id) }
}

export async function reachOf(db: Transaction, map: ResourceRow) {
  return { ...(await machinesOf(db, map, NAMED)), machineType: (map.machineType as string | null) ?? null }
}

/**
 * The newest messages that a map reads or would read, and from now on those of its machines.
 * @param isSeen whether the reader may see a message
 */
export async function messagesOf(
  db: Transaction,
  map: ResourceRow,
  { recent }: TagMaps,
  isSeen: (message: RecentMessage) => boolean,
): Promise<RecentMessage[]> {
  const { machineIDs } = await machinesOf(db, map, WATCHED)
  recent.watch(machineIDs)
  const machines = new Set(machineIDs)
  const levels = typeof map.topicFilter === 'string' ? map.topicFilter.split('/') : undefined
  return recent.newest((message) => {
    const { topic, machineID } = message
    if (!isSeen(message)) return false
    if (machineID !== undefined && machines.has(machineID)) return true
    return levels !== undefined && readsTopic(levels, topic.split('/'))
  })
}
