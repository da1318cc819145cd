import type { ImportAdjustments, ImportColumn, Resource } from '@packhouse/contract'
import { Turns } from '../../../platform/turns.ts'
import type { UnreadCell } from '../../../platform/workbooks/line-writer.ts'
import { FaultList } from '../../fault-list.ts'
import type { ExtraColumns } from '../behaviour.ts'
import { matchHeadings, shownColumns } from './match-headings.ts'
import { type NumberSigns, numberSigns } from './number-signs.ts'
import type { TableLine } from './parse-lines.ts'
import type { ReadTable } from './read-table.ts'

/** One row of a file: the text of its cells by field. */
export interface FileLine {
  /** Where it starts, from 1; the first has the headings of the columns. */
  line: number
  cells: Record<string, string>
  /** The fields whose cells are numbers by themselves, and no texts. */
  numbers: ReadonlySet<string>
  /** The fields whose cells show what nothing is known of, and why. */
  unread: ReadonlyMap<string, UnreadCell>
  /** Where it has another number of cells than the file has columns: both. */
  miscounted: { cells: number; columns: number } | undefined
}

export interface ImportFile {
  /** The fields that the file has cells of. */
  columns: string[]
  lines: FileLine[]
  /** How its numbers are written. */
  signs: NumberSigns
  encoding: ReadTable['encoding']
  /** Words for the choices of fields, beside their values and those of the declaration. */
  words: ImportAdjustments['words']
  /** Its columns as they are shown to whoever sent it. */
  shown: ImportColumn[]
  /** What is wrong with its headings, and the columns that it lacks: nothing is stored then. */
  headings: FaultList
  lacking: FaultList
}

/**
 * Reads the first row as headings, and all others as rows of a resource. Columns without any text are passed over.
 * @param adjustments what whoever sends the file changes about it
 * @param extra columns that are no fields
 */
export async function parseFile(
  { lines: [header, ...rows], separator, encoding }: ReadTable,
  resource: Resource,
  adjustments: ImportAdjustments,
  extra?: ExtraColumns,
): Promise<ImportFile> {
  const all = (header?.cells ?? []).map((heading) => heading.trim())
  const places = await filledPlaces(all, rows)
  const texts = places.map((place) => all[place] ?? '')
  const { fields, faults } = matchHeadings(texts, resource, extra, adjustments.columns)
  const columns: Columns = {
    all: all.length,
    needed: (places.at(-1) ?? -1) + 1,
    named: fields.flatMap((name, index) => (name === undefined ? [] : [[name, places[index] ?? 0]])),
  }
  const lines: FileLine[] = []
  const leftOut = new Set(adjustments.leaveOut)
  const turns = new Turns()
  for (const row of rows) {
    if (turns.isDue) await turns.next()
    if (!leftOut.has(row.line)) lines.push(toFileLine(columns, row))
  }
  const signs = await numberSigns(resource, lines, { separator, answer: adjustments.decimalSign })
  mendCells(lines, resource, adjustments.cells)
  const names = new Set(fields.filter((name) => name !== undefined))
  for (const { field } of adjustments.cells) if (resource.fields[field] !== undefined) names.add(field)
  return {
    columns: [...names],
    lines,
    signs,
    encoding,
    words: adjustments.words,
    shown: shownColumns(texts, fields, places, rows),
    headings: faults,
    lacking: new FaultList(),
  }
}

/** The columns with a heading, or a text below it. */
async function filledPlaces(headings: readonly string[], rows: readonly TableLine[]): Promise<number[]> {
  const filled = headings.map((heading) => heading !== '')
  const turns = new Turns()
  for (const { cells } of rows) {
    if (turns.isDue) await turns.next()
    for (const [place, cell] of cells.entries()) if (cell !== '' && place < headings.length) filled[place] = true
  }
  return [...headings.keys()].filter((place) => filled[place])
}

interface Columns {
  /** Cells of the line with the headings. */
  all: number
  /** Cells that a whole line has at least. */
  needed: number
  /** The fields with the places of their cells. */
  named: readonly (readonly [string, number])[]
}

function toFileLine({ all, needed, named }: Columns, row: TableLine): FileLine {
  const { line, cells: given, isExact, numbers, unread } = row
  const cells = Object.fromEntries(named.map(([name, place]) => [name, given[place] ?? '']))
  const isWrong = (isExact && given.length < needed) || given.slice(all).some((cell) => cell !== '')
  return {
    line,
    cells,
    numbers: new Set(named.flatMap(([name, place]) => (numbers.has(place) ? [name] : []))),
    unread: new Map(
      named.flatMap(([name, place]) => {
        const why = unread.get(place)
        return why === undefined ? [] : [[name, why]]
      }),
    ),
    miscounted: isWrong ? { cells: given.length, columns: needed } : undefined,
  }
}

/** Puts texts in the place of those of the file; a line or field that is not there is passed over. */
function mendCells(lines: readonly FileLine[], { fields }: Resource, mended: ImportAdjustments['cells']): void {
  if (mended.length === 0) return
  const byLine = new Map(lines.map((line) => [line.line, line]))
  for (const { line, field, text } of mended) {
    const entry = fields[field]
    const found = byLine.get(line)
    if (found === undefined || entry === undefined || entry.secret === true) continue
    found.cells[field] = text.trim()
    found.numbers = new Set([...found.numbers].filter((name) => name !== field))
    found.unread = new Map([...found.unread].filter(([name]) => name !== field))
  }
}
