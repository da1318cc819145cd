import { EVIDENCE_MONTHS, type Matrix } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database.ts'

/** Which part of the matrix is wanted. */
export interface MatrixWindow {
  machineFrom: number
  machineCount: number
  styleFrom: number
  styleCount: number
}

/** The number of the matrix as a transaction sees it, and the day on which evidence is judged. */
export interface Revision {
  number: number
  day: string
  /** Before this day evidence is stale. */
  oldest: string
}

export async function readRevision(db: Transaction): Promise<Revision> {
  const { rows } = await sql<Revision>`
    SELECT number, current_date::text AS day,
      (current_date - make_interval(months => ${sql.lit(EVIDENCE_MONTHS)}))::date::text AS oldest FROM compatibility_revision
  `.execute(db)
  // Users of customers see nothing of it, nor of the matrix.
  return rows[0] ?? { number: 0, day: '', oldest: '-infinity' }
}

/** Answers as they are read: the small ones are stale. */
const LETTERS = 'YCNUycnu'
/** Where the characters begin that carry a style and an answer together; above the pairs that stand for one. */
const FIRST = 0x10000
/** Aggregates of the whole matrix take about 4 MB, of which PostgreSQL would write a part to the disk by itself. */
const WORK_MEMORY = '32MB'

type Machines = Matrix['machines']
type Styles = Matrix['styles']

/** The whole matrix as it was read at a revision, for one material. */
export interface KnownMatrix {
  revision: Revision
  matrix: Matrix
}

/**
 * A window of the matrix. Its transaction is a snapshot, so that lines, columns and answers agree with the revision.
 * @param material null: the answers of the cells themselves
 * @param known the whole matrix of the same material, of which lines without a change are taken
 */
export async function readMatrix(
  db: Transaction,
  window: MatrixWindow,
  material: string | null,
  revision: Revision,
  known?: KnownMatrix,
): Promise<Matrix> {
  const machines = await readMachines(db, window.machineFrom, window.machineCount)
  const styles = await readStyles(db, window.styleFrom, window.styleCount)
  const counts = await sql<{ machines: number; styles: number }>`
    SELECT (SELECT count(*)::int FROM library_machine WHERE deleted_at IS NULL) AS machines,
      (SELECT count(*)::int FROM packaging_style WHERE deleted_at IS NULL) AS styles`.execute(db)
  return {
    revision: revision.number,
    machineCount: counts.rows[0]?.machines ?? 0,
    styleCount: counts.rows[0]?.styles ?? 0,
    machines,
    styles,
    rows: await readLines(db, { machines, styles }, material, revision, known),
  }
}

/** The lines of all machines, in their order; only changed ones are read if the others are known. */
async function readLines(
  db: Transaction,
  parts: { machines: Machines; styles: Styles },
  material: string | null,
  { number, oldest }: Revision,
  known?: KnownMatrix,
): Promise<string[]> {
  const lines = known && (await unchangedLines(db, parts.styles, number, oldest, known))
  if (lines === undefined) return await readRows(db, parts, material, oldest)
  const missing = parts.machines.filter(({ id }) => !lines.has(id))
  if (missing.length > FEW) return await readRows(db, parts, material, oldest)
  const read = await readRows(db, { ...parts, machines: missing }, material, oldest)
  for (const [place, { id }] of missing.entries()) lines.set(id, read[place] ?? '')
  return parts.machines.map(({ id }) => lines.get(id) ?? '')
}

/** @returns lines by machine that are now as they were; undefined if columns or stale evidence may differ in every line */
async function unchangedLines(
  db: Transaction,
  styles: Styles,
  number: number,
  oldest: string,
  { revision, matrix }: KnownMatrix,
): Promise<Map<string, string> | undefined> {
  // A snapshot that began earlier may be read later.
  if (revision.oldest !== oldest || revision.number > number) return undefined
  if (matrix.styles.length !== styles.length || matrix.styles.some(({ id }, place) => id !== styles[place]?.id))
    return undefined
  const { rows } = await sql<{ machine: string }>`
    SELECT machine_id AS machine FROM compatibility_line WHERE number > ${revision.number}`.execute(db)
  const lines = new Map(matrix.machines.map(({ id }, place) => [id, matrix.rows[place] ?? '']))
  for (const { machine } of rows) lines.delete(machine)
  return lines
}

export async function readMachines(db: Transaction, from: number, count: number): Promise<Machines> {
  const { rows } = await sql<Machines[number]>`
    SELECT id, model, name FROM library_machine WHERE deleted_at IS NULL ORDER BY model, id
    LIMIT ${count} OFFSET ${from}`.execute(db)
  return rows
}

/** @param count null: all of them */
export async function readStyles(db: Transaction, from: number, count: number | null): Promise<Styles> {
  const { rows } = await sql<Styles[number]>`
    SELECT id, code, name, family FROM packaging_style WHERE deleted_at IS NULL ORDER BY code, id
    LIMIT ${count} OFFSET ${from}`.execute(db)
  return rows
}

/** More machines than this are read by going through all cells once. */
const FEW = 200

/**
 * A letter for every machine and style. A row for each machine leaves the database, not one for each cell: a whole matrix has a
 * million of these. Each cell is one character of its text, made of the place of the style and of the answer.
 * @param oldest before this day evidence is stale
 */
export async function readRows(
  db: Transaction,
  { machines, styles }: { machines: Machines; styles: Styles },
  material: string | null,
  oldest: string,
): Promise<string[]> {
  const ids = machines.map(({ id }) => id)
  const styleIds = styles.map(({ id }) => id)
  if (ids.length > FEW) await sql`SELECT set_config('work_mem', ${WORK_MEMORY}, true)`.execute(db)
  const which =
    ids.length > FEW ? sql`true` : sql`a.machine_id = ANY(${ids}::uuid[]) AND a.style_id = ANY(${styleIds}::uuid[])`
  const { rows } = await sql<{ machine: string; cells: string }>`
    SELECT a.machine_id AS machine, string_agg(chr(s.base + CASE a.result WHEN 'no' THEN 2 WHEN 'yes' THEN 0 WHEN 'conditional' THEN 1
      ELSE 3 END + CASE WHEN a.answered_on < ${oldest}::date THEN 4 ELSE 0 END), '') AS cells
    FROM compatibility_answers(${material}::uuid) a
      JOIN (SELECT id, (${sql.lit(FIRST)} + (place - 1) * 8)::int AS base
        FROM unnest(${styleIds}::uuid[]) WITH ORDINALITY AS styles (id, place)) s ON s.id = a.style_id
    WHERE ${which} GROUP BY a.machine_id
  `.execute(db)
  const byMachine = new Map(rows.map(({ machine, cells }) => [machine, cells]))
  return ids.map((id) => toLine(byMachine.get(id) ?? '', styles.length))
}

function toLine(cells: string, styles: number): string {
  const line = Array<string>(styles).fill('U')
  for (const cell of cells) {
    const code = (cell.codePointAt(0) ?? FIRST) - FIRST
    line[code >> 3] = LETTERS[code & 7] ?? 'U'
  }
  return line.join('')
}
