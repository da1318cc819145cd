import { type CompatibilityResult, type FieldError, foldCase } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { TableLine } from '../engine/resource/csv/parse-lines.ts'
import { faultOf } from '../engine/resource/csv/sheet-faults.ts'
import { Turns } from '../platform/turns.ts'
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

/**
 * Reads what lines name, in turns: whoever sends a file decides how many there are. Each cell is looked at once, and what is named twice is kept once,
 * so that a file costs what it has cells, and what follows no more than the library has pairs.
 * @param most faults that are listed
 */
export async function readGrid([head, ...rows]: readonly TableLine[], most: number): Promise<GridFile> {
  const faults = new GridFaults(most)
  const turns = new Turns()
  const headLine = head?.line ?? 1
  const heads = head?.cells ?? []
  const styles = new NamedOnce((at, earlier) =>
    faults.add(headLine, at, 'duplicate', t('library.gridStyleTwice', { column: columnName(earlier) })),
  )
  for (const [at, text] of heads.entries()) {
    if (turns.isDue) await turns.next()
    if (isAnswer(heads, at)) styles.add({ text, at })
  }
  const machines = new NamedOnce<GridFile['machines'][number]>((at, earlier) =>
    faults.add(at, 0, 'duplicate', t('library.gridMachineTwice', { row: earlier })),
  )
  for (const { line, cells, unread } of rows) {
    if (turns.isDue) await turns.next()
    const [text = ''] = cells
    for (const [at, found] of unread) {
      // Errors of a spreadsheet are no answers, and refused as such.
      const fault = at === 0 || isAnswer(heads, at) ? faultOf('', found) : undefined
      if (fault !== undefined) faults.add(line, at, fault.code, fault.words())
    }
    if (text !== '') {
      machines.add({ text, at: line, cells })
      refuseCellsWithoutStyle(heads, line, cells, faults)
    }
    // The other lines are a legend, or empty.
    else if (cells.some((cell, at) => cell !== '' && isAnswer(heads, at)))
      faults.add(line, 0, 'required', t('library.gridRowHasNoModel'))
  }
  return { styles: styles.list, machines: machines.list, faults }
}

/** Whether a column is that of a style. */
function isAnswer(heads: readonly string[], at: number): boolean {
  const head = heads[at] ?? ''
  return at > 0 && head !== '' && !(at === 1 && foldCase(head) === NAME)
}

function refuseCellsWithoutStyle(
  heads: readonly string[],
  line: number,
  cells: readonly string[],
  faults: GridFaults,
): void {
  for (const [at, text] of cells.entries()) {
    if (at > 0 && text !== '' && (heads[at] ?? '') === '')
      faults.add(line, at, 'unknown', t('library.gridColumnHasNoStyle'))
  }
}

/** What is named, each once whatever the case of its letters. */
class NamedOnce<Part extends Named> {
  readonly list: Part[] = []
  readonly #places = new Map<string, number>()
  readonly #refuse: (at: number, earlier: number) => void

  /** @param refuse hears of each that was named before */
  constructor(refuse: (at: number, earlier: number) => void) {
    this.#refuse = refuse
  }

  add(part: Part): void {
    const key = foldCase(part.text)
    const earlier = this.#places.get(key)
    if (earlier === undefined) {
      this.#places.set(key, part.at)
      this.list.push(part)
    } else this.#refuse(part.at, earlier)
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
