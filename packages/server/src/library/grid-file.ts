import { type CompatibilityResult, type FieldError, foldCase } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { TableLine } from '../engine/resource/csv/parse-lines.ts'
import { faultOf } from '../engine/resource/csv/sheet-faults.ts'
import { results } from './matrix-grid.ts'

/** The head of the second column of an export, which has the names of the machines. */
const NAME = 'name'

/** A code or a model of a file, with the column or the row that it names. */
export interface Named {
  text: string
  at: number
}

/** A grid as it was written, before anything of it is looked up. */
export interface GridFile {
  /** Codes of styles, with their columns from 0. */
  styles: Named[]
  /** Models, with their rows from 1. */
  machines: (Named & { cells: string[] })[]
  faults: GridFaults
}

/** Faults of a grid by row and column; so many of them are listed, and all are counted. */
export class GridFaults {
  readonly listed: FieldError[] = []
  readonly #most: number
  count = 0

  constructor(most: number) {
    this.#most = most
  }

  add(row: number, column: number, code: string, message: string): void {
    this.count += 1
    if (this.listed.length < this.#most) this.listed.push({ path: `rows.${row}.${columnName(column)}`, code, message })
  }
}

/** @param most faults that are listed */
export function readGrid([head, ...rows]: TableLine[], most: number): GridFile {
  const faults = new GridFaults(most)
  const heads = (head?.cells ?? []).map((text, at): Named => ({ text, at }))
  const styles = heads.filter(({ text, at }) => at > 0 && text !== '' && !(at === 1 && foldCase(text) === NAME))
  const machines: GridFile['machines'] = []
  for (const { line, cells, unread } of rows) {
    const [text = ''] = cells
    for (const at of [0, ...styles.map((style) => style.at)]) {
      // Errors of a spreadsheet are no answers, and refused as such.
      const fault = faultOf('', unread.get(at))
      if (fault !== undefined) faults.add(line, at, fault.code, fault.message)
    }
    const answered = styles.filter(({ at }) => (cells[at] ?? '') !== '')
    // A legend, or an empty line.
    if (text === '' && answered.length === 0) continue
    if (text === '') faults.add(line, 0, 'required', t('library.gridRowHasNoModel'))
    else machines.push({ text, at: line, cells })
  }
  refuseCellsWithoutStyle(heads, machines, faults)
  refuseDoubles(
    styles,
    ({ at }) => [head?.line ?? 1, at],
    faults,
    (at) => t('library.gridStyleTwice', { column: columnName(at) }),
  )
  refuseDoubles(
    machines,
    ({ at }) => [at, 0],
    faults,
    (at) => t('library.gridMachineTwice', { row: at }),
  )
  return { styles, machines, faults }
}

function refuseCellsWithoutStyle(heads: readonly Named[], machines: GridFile['machines'], faults: GridFaults): void {
  const isOpen = (at: number) => at > 0 && (heads[at]?.text ?? '') === ''
  for (const { at: row, cells } of machines) {
    for (const [at, text] of cells.entries()) {
      if (text !== '' && isOpen(at)) faults.add(row, at, 'unknown', t('library.gridColumnHasNoStyle'))
    }
  }
}

function refuseDoubles(
  named: readonly Named[],
  placeOf: (one: Named) => [row: number, column: number],
  faults: GridFaults,
  words: (at: number) => string,
): void {
  const seen = new Map<string, number>()
  for (const one of named) {
    const earlier = seen.get(foldCase(one.text))
    if (earlier === undefined) seen.set(foldCase(one.text), one.at)
    else faults.add(...placeOf(one), 'duplicate', words(earlier))
  }
}

/** The answers by what may stand in a cell, folded: the letters, the words in English, and in the language of the reader. */
export function answerWords(): ReadonlyMap<string, CompatibilityResult> {
  const words: [string, CompatibilityResult][] = Object.entries(results).flatMap(([letter, result]) => [
    [foldCase(letter), result],
    [result, result],
  ])
  const own: [string, CompatibilityResult][] = [
    [t('library.answerYes'), 'yes'],
    [t('library.answerConditional'), 'conditional'],
    [t('library.answerNo'), 'no'],
    [t('library.answerUnknown'), 'unknown'],
  ]
  return new Map([...own.map(([word, result]) => [foldCase(word), result] as const), ...words])
}

/** A as spreadsheets count: A to Z, then AA. @param column from 0 */
export function columnName(column: number): string {
  const letter = String.fromCharCode('A'.charCodeAt(0) + (column % 26))
  return column < 26 ? letter : `${columnName(Math.floor(column / 26) - 1)}${letter}`
}
