import { type CompatibilityResult, foldCase, MAX_GRID_CHANGES } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import { foldedTexts } from '../engine/resource/folded-texts.ts'
import type { Transaction } from '../platform/database.ts'
import { Turns } from '../platform/turns.ts'
import { answerWords, columnName, type GridFile, type Named } from './grid-file.ts'
import { readRevision, readRows } from './matrix.queries.ts'
import { results } from './matrix-grid.ts'

/** A pair whose answer a grid changes. */
export interface GridChange {
  row: number
  /** From 0. */
  column: number
  model: string
  code: string
  machineId: string
  styleId: string
  before: CompatibilityResult
  after: CompatibilityResult
}

export interface GridPlan {
  changes: GridChange[]
  unchanged: number
  empty: number
  /** The first ones, such as C7. */
  emptyCells: string[]
}

interface Found<Part extends Named> {
  id: string
  part: Part
}

/**
 * Compares a grid with the matrix as it is, and adds what is wrong with it to its faults. What it names stays until the transaction ends.
 * @param most changes of one grid; more are a fault of it
 */
export async function planGrid(
  db: Transaction,
  { styles, machines, faults }: GridFile,
  material: string | null,
  most: number,
): Promise<GridPlan> {
  const columns = await find(db, 'packaging_style', 'code', styles)
  const rows = await find(db, 'library_machine', 'model', machines)
  for (const { at } of unfound(styles, columns)) faults.add(1, at, 'unknown', t('library.gridNoSuchStyle'))
  for (const { at } of unfound(machines, rows)) faults.add(at, 0, 'unknown', t('library.gridNoSuchMachine'))
  const asMachines = rows.map(({ id, part }) => ({ id, model: part.text, name: '' }))
  const asStyles = columns.map(({ id, part }) => ({ id, code: part.text, name: '', family: '' }))
  const { oldest } = await readRevision(db)
  const lines = await readRows(db, { machines: asMachines, styles: asStyles }, material, oldest)
  const plan: GridPlan = { changes: [], unchanged: 0, empty: 0, emptyCells: [] }
  const words = answerWords()
  const turns = new Turns()
  for (const [place, row] of rows.entries()) {
    compareRow(plan, faults, { row, columns, words, line: lines[place] ?? '' })
    if (plan.changes.length > most) break
    if (turns.isDue) await turns.next()
  }
  if (plan.changes.length > most) faults.add(1, 0, 'size', t('library.gridChangesTooMuch', { most }))
  return plan
}

async function find<Part extends Named>(
  db: Transaction,
  table: string,
  column: string,
  parts: readonly Part[],
): Promise<Found<Part>[]> {
  const texts = await foldedTexts(
    db,
    parts.map(({ text }) => text),
  )
  const { rows } = await sql<{ id: string; text: string }>`
    SELECT id, fold_case(${sql.ref(column)}) AS text FROM ${sql.table(table)}
    WHERE fold_case(${sql.ref(column)}) = ANY(${[...texts.values()]}) AND deleted_at IS NULL ORDER BY id FOR KEY SHARE`.execute(
    db,
  )
  const ids = new Map(rows.map(({ id, text }) => [text, id]))
  return parts.flatMap((part) => {
    const id = ids.get(texts.get(part.text) ?? '')
    return id === undefined ? [] : [{ id, part }]
  })
}

function unfound<Part extends Named>(parts: readonly Part[], found: readonly Found<Part>[]): Part[] {
  const known = new Set(found.map(({ part }) => part))
  return parts.filter((part) => !known.has(part))
}

interface RowParts {
  row: Found<GridFile['machines'][number]>
  columns: readonly Found<Named>[]
  words: ReadonlyMap<string, CompatibilityResult>
  /** The answers as they are, a letter for each column. */
  line: string
}

function compareRow(plan: GridPlan, faults: GridFile['faults'], { row, columns, words, line }: RowParts): void {
  const { text: model, at, cells } = row.part
  for (const [place, { id: styleId, part }] of columns.entries()) {
    const text = cells[part.at] ?? ''
    const after = words.get(foldCase(text))
    const before = results[line[place]?.toUpperCase() ?? 'U'] ?? 'unknown'
    if (text === '') {
      plan.empty += 1
      if (plan.emptyCells.length < MAX_GRID_CHANGES) plan.emptyCells.push(`${columnName(part.at)}${at}`)
    } else if (after === undefined)
      faults.add(at, part.at, 'unknown', t('library.gridNoSuchAnswer', { text: text.slice(0, 50) }))
    else if (after === before) plan.unchanged += 1
    else {
      plan.changes.push({ row: at, column: part.at, model, code: part.text, machineId: row.id, styleId, before, after })
    }
  }
}
