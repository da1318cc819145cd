import { type CallResult, MOST_LINES, type myLines } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database.ts'

type Line = CallResult<typeof myLines>['lines'][number]

/** Lines with a machine that the transaction sees. */
export async function readLines(db: Transaction): Promise<Line[]> {
  const { rows } = await sql<Line>`
    SELECT p.id, p.name, l.name AS location, c.name AS customer, count(m.id)::int AS machines
    FROM production_line p JOIN location l ON l.id = p.location_id LEFT JOIN customer c ON c.id = l.customer_id
      JOIN line_machine o ON o.line_id = p.id JOIN machine m ON m.id = o.machine_id AND m.deleted_at IS NULL
    WHERE p.deleted_at IS NULL GROUP BY p.id, p.name, l.name, c.name ORDER BY c.name NULLS LAST, p.name, p.id LIMIT ${MOST_LINES}
  `.execute(db)
  return rows
}

export async function findLine(db: Transaction, id: string): Promise<{ id: string; name: string } | undefined> {
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT id, name FROM production_line WHERE id = ${id} AND deleted_at IS NULL
  `.execute(db)
  return rows[0]
}

/** The machineIDs of a line, in its order. */
export async function readLineMachines(db: Transaction, lineId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ machineID: string }>`
    SELECT m.machine_id AS "machineID" FROM line_machine o JOIN machine m ON m.id = o.machine_id AND m.deleted_at IS NULL
    WHERE o.line_id = ${lineId} ORDER BY o.place, m.machine_id LIMIT ${limit}
  `.execute(db)
  return rows.map(({ machineID }) => machineID)
}
