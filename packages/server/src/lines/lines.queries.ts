import { type CallResult, MOST_LINE_MACHINES, MOST_LINES, type myLines } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Db, Transaction } from '../platform/database.ts'

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

/** The machines of a line in its order, by their ids: also those that a reader may not see, of which nothing else may be told. */
export async function readPlaces(system: Db, lineId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT m.id FROM line_machine o JOIN machine m ON m.id = o.machine_id AND m.deleted_at IS NULL
    WHERE o.line_id = ${lineId} ORDER BY o.place, m.machine_id LIMIT ${MOST_LINE_MACHINES}
  `.execute(system)
  return rows.map(({ id }) => id)
}

/** The machineIDs of the machines of a line that the transaction sees, by their ids. */
export async function readLineMachines(db: Transaction, lineId: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; machineID: string }>`
    SELECT m.id, m.machine_id AS "machineID" FROM line_machine o JOIN machine m ON m.id = o.machine_id
    WHERE o.line_id = ${lineId}
  `.execute(db)
  return new Map(rows.map(({ id, machineID }) => [id, machineID]))
}
