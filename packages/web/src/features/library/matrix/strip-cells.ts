import { t } from '@packhouse/messages'
import { toCharacter } from './cell-code.ts'
import { cellWords } from './cell-words.ts'
import type { Place } from './grid-keys.ts'
import { STRIP } from './grid-measures.ts'
import type { MatrixData } from './matrix-data.ts'
import type { Sheet } from './sheet.ts'

/** The cells of a style in one strip, a character for each. */
export function stripCells(data: MatrixData, sheet: Sheet, style: number, strip: number): string {
  let cells = ''
  for (const machine of sheet.columns.slice(strip * STRIP, (strip + 1) * STRIP)) {
    cells += toCharacter(data.codes[machine]?.[style] ?? 0)
  }
  return cells
}

/** Which cells of a strip a filter does not ask for, as bits from the first. */
export function faintBits(
  data: MatrixData,
  sheet: Sheet,
  style: number,
  strip: number,
  wanted: (code: number) => boolean,
): number {
  let bits = 0
  for (const [index, machine] of sheet.columns.slice(strip * STRIP, (strip + 1) * STRIP).entries()) {
    if (!wanted(data.codes[machine]?.[style] ?? 0)) bits |= 1 << index
  }
  return bits
}

/** The machine and the style at a place; undefined beyond the grid. */
export function pairAt(data: MatrixData, sheet: Sheet, { row, column }: Place) {
  const [machinePlace = -1, stylePlace = -1] = [sheet.columns[column], sheet.rows[row]]
  const [machine, style] = [data.machines[machinePlace], data.styles[stylePlace]]
  if (machine === undefined || style === undefined) return undefined
  return { machine, style, machinePlace, stylePlace, code: data.codes[machinePlace]?.[stylePlace] ?? 0 }
}

export type MatrixPair = NonNullable<ReturnType<typeof pairAt>>

/** A cell with its names, as a screen reader says it: `FLW-0930, Stand-up pouch: Conditional, 3 conditions`. */
export function pairWords(data: MatrixData, sheet: Sheet, place: Place): string {
  const pair = pairAt(data, sheet, place)
  if (pair === undefined) return ''
  return t('matrix.pairWords', { machine: pair.machine.model, style: pair.style.name, answer: cellWords(pair.code) })
}
