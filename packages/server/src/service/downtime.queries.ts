import type { StopReason } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Db, Transaction } from '../platform/database.ts'
import type { Said, Span } from './stops.ts'

/** What a machine is asked about stops with. */
export interface DowntimeFacts {
  said: Said[]
  version: number
  minorStopSeconds: number
  designSpeed: number | null
}

interface SaidRow {
  from_at: Date
  to_at: Date
  reason_id: string
  note: string | null
  updated_at: Date
}

/** What was said of a stretch of a machine, in order, and what its stops are judged by. */
export async function readDowntime(db: Transaction, key: number, { from, to }: Span): Promise<DowntimeFacts> {
  const { rows: facts } = await sql<{ version: number; minor: number; speed: number | null }>`
    SELECT coalesce(v.version, 0) AS version, m.minor_stop_seconds AS minor, m.design_speed AS speed
    FROM machine m LEFT JOIN downtime_version v ON v.machine_key = m.key WHERE m.key = ${key}
  `.execute(db)
  const { rows } = await sql<SaidRow>`
    SELECT from_at, to_at, reason_id, note, updated_at FROM downtime
    WHERE machine_key = ${key} AND from_at < ${new Date(to)} AND to_at > ${new Date(from)}
    ORDER BY from_at
  `.execute(db)
  const [fact] = facts
  return {
    version: fact?.version ?? 0,
    minorStopSeconds: fact?.minor ?? 60,
    designSpeed: fact?.speed ?? null,
    said: rows.map((row) => ({
      from: row.from_at.getTime(),
      to: row.to_at.getTime(),
      reasonId: row.reason_id,
      note: row.note,
      saidAt: row.updated_at.getTime(),
    })),
  }
}

/** Every reason in the order of its branch; deleted ones too, which older stops may name. They belong to no customer. */
export async function readReasons(system: Db): Promise<(StopReason & { deleted: boolean })[]> {
  const { rows } = await sql<StopReason & { deleted: boolean }>`
    SELECT id, code, name, parent_id AS "parentId", kind, active, deleted_at IS NOT NULL AS deleted
    FROM downtime_reason ORDER BY sort, name, id
  `.execute(system)
  return rows
}
