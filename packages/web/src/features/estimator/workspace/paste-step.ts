import type { ProjectChange } from '@packhouse/contract'
import { isUnclear, pageDecimalSign, signOf } from '../../../lib/format/decimal-text.ts'
import { type ReadCell, readCell, type Writing } from './cell-values.ts'
import type { Column } from './columns.ts'
import type { GridRow } from './grid-rows.ts'
import type { ItemLine } from './item-line.ts'
import { newLine } from './line-steps.ts'
import type { Extra, Item, Step, Values } from './project-sheet.ts'

/** The lines of items, by their codes. */
export type LinesByCode = ReadonlyMap<string, ItemLine>

export interface PastePlace {
  rows: readonly GridRow[]
  columns: readonly Column[]
  row: number
  column: number
  minorUnits: number
}

export interface Pasted {
  step: Step
  /** Cells that could not be read, with what was pasted. */
  faults: { id: string; field: string; text: string; message: string }[]
  rowCount: number
}

/** How the numbers of a table are written, or one of which that is unclear. */
export function writingOf(
  table: readonly (readonly string[])[],
  { columns, column }: PastePlace,
): Writing | { example: string } {
  const numbers = table.flatMap((cells) => cells.filter((_, at) => columns[column + at]?.kind === 'decimal'))
  const sign = signOf(numbers)
  if (sign !== undefined) return { sign, isSure: true }
  const example = numbers.find(isUnclear)
  return example === undefined ? { sign: pageDecimalSign(), isSure: false } : { example: example.trim() }
}

/** The texts of a table that may be codes of the catalogue: those for the description. */
export function possibleCodes(table: readonly (readonly string[])[], { columns, column }: PastePlace): string[] {
  const at = columns.findIndex(({ key }) => key === 'description') - column
  return table.flatMap((cells) => cells[at]?.trim() ?? [])
}

/** The kind of the rows that a table is pasted into. */
export function kindAt({ rows, row }: Pick<PastePlace, 'rows' | 'row'>): 'items' | 'extras' {
  const kind = rows[row]?.kind
  return kind === 'extras' || kind === 'add-extra' || kind === 'extras-head' ? 'extras' : 'items'
}

/** A table pasted from a cell on: it overwrites the lines that follow each other there, and the rest become new lines of the section. */
export function pasteStep(
  table: readonly (readonly string[])[],
  place: PastePlace,
  writing: Writing,
  lines: LinesByCode = new Map(),
): Pasted {
  const target = targetOf(place)
  const changes: ProjectChange[] = []
  const faults: Pasted['faults'] = []
  for (const [at, cells] of table.entries()) {
    const there = target.there[at]
    const id = there?.id ?? crypto.randomUUID()
    const { values, wrong } = readCells(cells, place, { kind: target.kind, row: there ?? blank }, writing, lines)
    faults.push(...wrong.map((one) => ({ id, ...one })))
    if (there !== undefined) changes.push({ kind: target.kind, op: 'update', id, values })
    else {
      const line = newLine(target.kind, target.section, { description: '–', ...values })
      changes.push({ kind: target.kind, op: 'create', id, values: { ...line } })
    }
  }
  return { step: { changes, order: [] }, faults, rowCount: table.length }
}

/** Stands in for a row that is not there yet. */
const blank = { unitCost: null } as Item

function targetOf({ rows, row }: PastePlace) {
  const kind = kindAt({ rows, row })
  const there: (Item | Extra)[] = []
  for (const one of rows.slice(row)) {
    if (one.kind !== kind) break
    there.push(one.row)
  }
  return { kind, there, section: sectionAt(rows, row) }
}

/** The section of a row of the grid. */
export function sectionAt(rows: readonly GridRow[], at: number): string {
  const head = rows.slice(0, at + 1).findLast((row) => row.kind === 'section')
  return head?.kind === 'section' ? head.name : ''
}

function readCells(
  cells: readonly string[],
  { columns, column, minorUnits }: PastePlace,
  { kind, row }: Parameters<typeof readCell>[0],
  writing: Writing,
  lines: LinesByCode,
) {
  const values: Record<string, unknown> = {}
  const wrong: { field: string; text: string; message: string }[] = []
  let unpriced: string | undefined
  for (const [at, text] of cells.entries()) {
    const to = columns[column + at]
    if (to === undefined || to.kind === 'worked' || (text.trim() === '' && to.key !== 'description')) continue
    const line = to.key === 'description' ? lines.get(text.trim()) : undefined
    // A margin is that of the cost beside it.
    const now = { kind, row: { ...row, ...values } }
    const read: ReadCell = line === undefined ? readCell(now, to, text, writing, minorUnits) : { values: line.values }
    unpriced ??= line?.reason
    if ('fault' in read) wrong.push({ field: to.key, text, message: read.fault })
    else Object.assign(values, read.values satisfies Values)
  }
  if (unpriced !== undefined && !('unitPrice' in values))
    wrong.push({ field: 'unitPrice', text: '', message: unpriced })
  return { values, wrong }
}
