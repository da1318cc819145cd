import { MATRIX_MACHINES, MATRIX_STYLES, type Matrix } from '@packhouse/contract'
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

export const WHOLE_MATRIX = {
  machineFrom: 0,
  machineCount: MATRIX_MACHINES,
  styleFrom: 0,
  styleCount: MATRIX_STYLES,
} as const

/** The number of the matrix as the transaction sees it, and the day on which evidence is judged. */
export async function readRevision(db: Transaction): Promise<{ number: number; day: string }> {
  const { rows } = await sql<{ number: number; day: string }>`
    SELECT number, current_date::text AS day FROM compatibility_revision
  `.execute(db)
  // Users of customers see nothing of it, nor of the matrix.
  return rows[0] ?? { number: 0, day: '' }
}

interface Cell {
  machine: number
  style: number
  letter: string
}

/** A window of the matrix. Its transaction is a snapshot, so that lines, columns and answers agree with the revision. */
export async function readMatrix(db: Transaction, window: MatrixWindow): Promise<Matrix> {
  const { number } = await readRevision(db)
  const machines = await sql<Matrix['machines'][number]>`
    SELECT id, model, name FROM library_machine WHERE deleted_at IS NULL ORDER BY model, id
    LIMIT ${window.machineCount} OFFSET ${window.machineFrom}`.execute(db)
  const styles = await sql<Matrix['styles'][number]>`
    SELECT id, code, name, family FROM packaging_style WHERE deleted_at IS NULL ORDER BY code, id
    LIMIT ${window.styleCount} OFFSET ${window.styleFrom}`.execute(db)
  const counts = await sql<{ machines: number; styles: number }>`
    SELECT (SELECT count(*)::int FROM library_machine WHERE deleted_at IS NULL) AS machines,
      (SELECT count(*)::int FROM packaging_style WHERE deleted_at IS NULL) AS styles`.execute(db)
  const of = { machines: machines.rows, styles: styles.rows }
  return {
    revision: number,
    machineCount: counts.rows[0]?.machines ?? 0,
    styleCount: counts.rows[0]?.styles ?? 0,
    ...of,
    rows: toRows(of, await readCells(db, of, window.material)),
  }
}

async function readCells(
  db: Transaction,
  { machines, styles }: Pick<Matrix, 'machines' | 'styles'>,
  material: string | undefined,
): Promise<Cell[]> {
  const told = material === undefined ? sql`true` : sql`(materials = '{}' OR ${material} = ANY(materials))`
  const { rows } = await sql<Cell>`
    SELECT m.place::int - 1 AS machine, s.place::int - 1 AS style,
      CASE WHEN ${isStale} THEN left(result, 1) ELSE upper(left(result, 1)) END AS letter
    FROM compatibility
      JOIN unnest(${machines.map(({ id }) => id)}::uuid[]) WITH ORDINALITY AS m (id, place) ON m.id = machine_id
      JOIN unnest(${styles.map(({ id }) => id)}::uuid[]) WITH ORDINALITY AS s (id, place) ON s.id = style_id
    WHERE ${told}
  `.execute(db)
  return rows
}

function toRows({ machines, styles }: Pick<Matrix, 'machines' | 'styles'>, cells: readonly Cell[]): string[] {
  const letters = machines.map(() => new Array<string>(styles.length).fill('U'))
  for (const { machine, style, letter } of cells) {
    const line = letters[machine]
    if (line !== undefined) line[style] = letter
  }
  return letters.map((line) => line.join(''))
}

/** The matrix as the text of a CSV file. */
export function matrixLines({ machines, styles, rows }: Matrix): string {
  const head = toLine(['model', 'name', ...styles.map(({ code }) => savedText(code))])
  const lines = machines.map(({ model, name }, place) => {
    const answers = [...(rows[place] ?? '')].map((letter) => WORDS[letter.toUpperCase()] ?? 'unknown')
    return toLine([savedText(model), savedText(name), ...answers])
  })
  return BYTE_ORDER_MARK + head + lines.join('')
}
