import type { FieldError, ImportAdjustments, ImportColumn, Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { ExtraColumns } from '../behaviour.ts'
import { matchHeadings, shownColumns } from './match-headings.ts'
import type { TableLine } from './parse-lines.ts'

/** One row of a file: the text of its cells by field. */
export interface FileLine {
  /** Where it starts, from 1; the first has the headings of the columns. */
  line: number
  cells: Record<string, string>
  errors: FieldError[]
}

export interface ImportFile {
  /** The fields that the file has cells of. */
  columns: string[]
  lines: FileLine[]
  /** Words for the choices of fields, beside their values and those of the declaration. */
  words: ImportAdjustments['words']
  /** Its columns as they are shown to whoever sent it. */
  shown: ImportColumn[]
  /** What is wrong with its headings: nothing is stored then. */
  errors: FieldError[]
}

/**
 * Reads the first row as headings, and all others as rows of a resource.
 * @param adjustments what whoever sends the file changes about it
 * @param extra columns that are no fields
 */
export function parseFile(
  [header, ...rows]: TableLine[],
  resource: Resource,
  adjustments: ImportAdjustments,
  extra?: ExtraColumns,
): ImportFile {
  const headings = (header?.cells ?? []).map((heading) => heading.trim())
  const { fields, errors } = matchHeadings(headings, resource, extra, adjustments.columns)
  const lines = rows.map((row) => toFileLine(fields, row))
  mendCells(lines, resource, adjustments.cells)
  const columns = new Set(fields.filter((name) => name !== undefined))
  for (const { field } of adjustments.cells) if (resource.fields[field] !== undefined) columns.add(field)
  return {
    columns: [...columns],
    lines,
    words: adjustments.words,
    shown: shownColumns(headings, fields, rows),
    errors,
  }
}

function toFileLine(fields: readonly (string | undefined)[], { line, cells: given, isExact }: TableLine): FileLine {
  const cells = Object.fromEntries(
    fields.flatMap((name, place) => (name === undefined ? [] : [[name, given[place] ?? '']])),
  )
  const isWrong = isExact ? given.length !== fields.length : given.slice(fields.length).some((cell) => cell !== '')
  const message = t('server.wrongNumberOfCells', { cells: given.length, columns: fields.length })
  return { line, cells, errors: isWrong ? [{ path: '', code: 'cells', message }] : [] }
}

/** Puts texts in the place of those of the file; a line or field that is not there is passed over. */
function mendCells(lines: readonly FileLine[], { fields }: Resource, mended: ImportAdjustments['cells']): void {
  if (mended.length === 0) return
  const byLine = new Map(lines.map((line) => [line.line, line]))
  for (const { line, field, text } of mended) {
    const entry = fields[field]
    const found = byLine.get(line)
    if (found !== undefined && entry !== undefined && entry.secret !== true) found.cells[field] = text.trim()
  }
}
