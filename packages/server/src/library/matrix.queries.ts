import type { Matrix } from '@packhouse/contract'
import { sql } from 'kysely'
import { savedText, toLine } from '../engine/resource/csv/cell.ts'
import type { Transaction } from '../platform/database.ts'
import { isStale } from './library.policy.ts'

/** With it spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'
const WORDS: Readonly<Record<string, string>> = { Y: 'yes', C: 'conditional', N: 'no', U: 'unknown' }

/** Which part of the matrix is wanted, and for which material. */
export interface MatrixWindow {
  machineFrom: number
  machineCount: number
  styleFrom: number
  styleCount: number
  material?: string | undefined
}

/** Machines of an export that are held at a time. */
const PORTION = 200

/** The number of the matrix as the transaction sees it, and the day on which evidence is judged. */
export async function readRevision(db: Transaction): Promise<{ number: number; day: string }> {
  const { rows } = await sql<{ number: number; day: string }>`
    SELECT number, current_date::text AS day FROM compatibility_revision
  `.execute(db)
  // Users of customers see nothing of it, nor of the matrix.
  return rows[0] ?? { number: 0, day: '' }
}

/** The cells of a machine: places of their styles, separated by commas, and a letter for each. */
interface Line {
  machine: number
  styles: string
  letters: string
}

type Machines = Matrix['machines']
type Styles = Matrix['styles']

/** A window of the matrix. Its transaction is a snapshot, so that lines, columns and answers agree with the revision. */
export async function readMatrix(db: Transaction, window: MatrixWindow): Promise<Matrix> {
  const { number } = await readRevision(db)
  const machines = await readMachines(db, window.machineFrom, window.machineCount)
  const styles = await readStyles(db, window.styleFrom, window.styleCount)
  const counts = await sql<{ machines: number; styles: number }>`
    SELECT (SELECT count(*)::int FROM library_machine WHERE deleted_at IS NULL) AS machines,
      (SELECT count(*)::int FROM packaging_style WHERE deleted_at IS NULL) AS styles`.execute(db)
  return {
    revision: number,
    machineCount: counts.rows[0]?.machines ?? 0,
    styleCount: counts.rows[0]?.styles ?? 0,
    machines,
    styles,
    rows: await readRows(db, machines, styles, window.material),
  }
}

async function readMachines(db: Transaction, from: number, count: number): Promise<Machines> {
  const { rows } = await sql<Machines[number]>`
    SELECT id, model, name FROM library_machine WHERE deleted_at IS NULL ORDER BY model, id
    LIMIT ${count} OFFSET ${from}`.execute(db)
  return rows
}

/** @param count null: all of them */
async function readStyles(db: Transaction, from: number, count: number | null): Promise<Styles> {
  const { rows } = await sql<Styles[number]>`
    SELECT id, code, name, family FROM packaging_style WHERE deleted_at IS NULL ORDER BY code, id
    LIMIT ${count} OFFSET ${from}`.execute(db)
  return rows
}

/** A row for each machine, not for each cell: a whole matrix has a million of these. */
async function readRows(
  db: Transaction,
  machines: Machines,
  styles: Styles,
  material: string | undefined,
): Promise<string[]> {
  const isAnswered = material === undefined ? sql`true` : sql`(materials = '{}' OR ${material} = ANY(materials))`
  const { rows } = await sql<Line>`
    SELECT m.place::int - 1 AS machine, string_agg((s.place - 1)::text, ',') AS styles,
      string_agg(CASE WHEN ${isStale} THEN left(result, 1) ELSE upper(left(result, 1)) END, '') AS letters
    FROM unnest(${machines.map(({ id }) => id)}::uuid[]) WITH ORDINALITY AS m (id, place)
      CROSS JOIN LATERAL (SELECT * FROM compatibility WHERE machine_id = m.id AND ${isAnswered} OFFSET 0) compatibility
      JOIN unnest(${styles.map(({ id }) => id)}::uuid[]) WITH ORDINALITY AS s (id, place) ON s.id = style_id
    GROUP BY m.place
  `.execute(db)
  const unknown = 'U'.repeat(styles.length)
  const lines = machines.map(() => unknown)
  for (const { machine, styles: places, letters } of rows) {
    const line = [...unknown]
    for (const [cell, place] of places.split(',').entries()) line[Number(place)] = letters[cell] ?? 'U'
    lines[machine] = line.join('')
  }
  return lines
}

/** The whole matrix as the text of a CSV file, portion by portion. Its transaction is a snapshot. */
export async function* matrixLines(db: Transaction, material: string | undefined): AsyncGenerator<string> {
  const styles = await readStyles(db, 0, null)
  yield BYTE_ORDER_MARK + toLine(['model', 'name', ...styles.map(({ code }) => savedText(code))])
  for (let from = 0; ; from += PORTION) {
    const machines = await readMachines(db, from, PORTION)
    if (machines.length === 0) return
    const rows = await readRows(db, machines, styles, material)
    const lines = machines.map(({ model, name }, place) => {
      const answers = [...(rows[place] ?? '')].map((letter) => WORDS[letter.toUpperCase()] ?? 'unknown')
      return toLine([savedText(model), savedText(name), ...answers])
    })
    yield lines.join('')
  }
}
