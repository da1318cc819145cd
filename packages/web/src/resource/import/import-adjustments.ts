import type { ImportAdjustments, ImportReport, OpenNumber, Resource } from '@packhouse/contract'
import { choiceWord, type ResourceView } from '../view.ts'

/** The field of each column of a file: null is left out, undefined is not decided yet. */
export type ColumnFields = readonly (string | null | undefined)[]

/** Texts that were mended, by `cellKey`. */
export type MendedCells = Readonly<Record<string, string>>

export function cellKey(line: number, field: string): string {
  return `${line} ${field}`
}

export interface DecimalAnswer {
  sign: '.' | ','
  of: OpenNumber
}

/** What of a file its reader has changed. */
export interface FileChanges {
  /** Undefined as long as the columns are those that the server has found by their headings. */
  columns?: ColumnFields | undefined
  cells: MendedCells
  /** Lines that are not imported. */
  leftOut?: readonly number[] | undefined
  /** Which sign stands before decimals, as it was answered to a number of the file that can be read in two ways. */
  decimals?: DecimalAnswer | undefined
}

/** What goes with the file. What is not decided is left out. */
export function adjustmentsOf(
  { columns, cells, leftOut = [], decimals }: FileChanges,
  words: ImportAdjustments['words'],
): ImportAdjustments {
  return {
    columns: (columns ?? []).map((field) => field ?? null),
    cells: Object.entries(cells).map(([key, text]) => {
      const [line = '', field = ''] = key.split(' ')
      return { line: Number(line), field, text }
    }),
    leaveOut: leftOut.toSorted((one, other) => one - other),
    ...(decimals && { decimalSign: decimals.sign }),
    words,
  }
}

/** The words that this screen has for choices, where they differ from what the server knows. */
export function wordsOfChoices({ fields }: Resource, view: ResourceView): ImportAdjustments['words'] {
  const ofFields = Object.entries(fields).flatMap(([name, { choices }]) => {
    const worded = choices?.filter((choice) => view.words?.[choice] !== undefined) ?? []
    return worded.length === 0
      ? []
      : [[name, Object.fromEntries(worded.map((choice) => [choiceWord(view, choice), choice]))]]
  })
  return Object.fromEntries(ofFields)
}

/** The columns as the first check has found them. Nobody has left one out yet, so one without a field has to be decided. */
export function columnsFound({ columns }: ImportReport): ColumnFields {
  return columns.map(({ field }) => field ?? undefined)
}

/** The columns with another field for one of them; a field belongs to one column. */
export function withColumn(columns: ColumnFields, place: number, field: string | null): ColumnFields {
  return columns.map((other, index) => {
    if (index === place) return field
    return other === field && field !== null ? undefined : other
  })
}

export function undecidedCount(columns: ColumnFields): number {
  return columns.filter((field) => field === undefined).length
}

/** The required fields that no column has. @param columns as they are now, which may be ahead of the check */
export function lackingFields({ errors }: ImportReport, columns: ColumnFields): string[] {
  return errors
    .filter(({ code }) => code === 'missing')
    .map(({ path }) => path.replace('lines.1.', ''))
    .filter((field) => !columns.includes(field))
}
