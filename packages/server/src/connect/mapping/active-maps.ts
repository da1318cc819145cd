import type { TagMapEntry, TagSource } from '@packhouse/contract'
import type pg from 'pg'
import { type CompiledMap, compileMap } from './compiled-map.ts'

/** The version in use of a tag map. */
export interface ActiveMap {
  id: string
  name: string
  version: number
  source: TagSource
  machineType: string | null
  machineId: string | null
  /** The machine that it names; its topics need not name it then. */
  machineID: string | null
  topicLevels: readonly string[] | undefined
  compiled: CompiledMap
}

interface Row {
  id: string
  name: string
  version: number
  source: TagSource
  machine_type: string | null
  machine_id: string | null
  machine_name: string | null
  topic_filter: string | null
  time_address: string | null
  entries: TagMapEntry[]
}

type Queryable = Pick<pg.Pool, 'query'>

/** Changes whenever a tag map does; cheaper to ask for than the maps. */
export async function readMapsStamp(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ stamp: string }>(
    `SELECT concat_ws(' ', count(*), sum(row_version), max(updated_at), count(active_version)) AS stamp FROM tag_map`,
  )
  return rows[0]?.stamp ?? ''
}

/** The maps in use, in the order of their names: of two that read the same topic the first counts. */
export async function readActiveMaps(db: Queryable): Promise<ActiveMap[]> {
  const { rows } = await db.query<Row>(
    `SELECT m.id, m.name, v.version, m.source, m.machine_type, m.machine_id, n.machine_id AS machine_name, v.topic_filter,
       v.time_address, v.entries
     FROM tag_map m JOIN tag_map_version v ON v.tag_map_id = m.id AND v.version = m.active_version
       LEFT JOIN machine n ON n.id = m.machine_id
     ORDER BY m.name, m.id`,
  )
  return rows.map(toActiveMap)
}

function toActiveMap(row: Row): ActiveMap {
  const { id, name, version, source, entries } = row
  return {
    id,
    name,
    version,
    source,
    machineType: row.machine_type,
    machineId: row.machine_id,
    machineID: row.machine_name,
    topicLevels: row.topic_filter?.split('/'),
    compiled: compileMap({ source, entries, timeAddress: row.time_address }),
  }
}
