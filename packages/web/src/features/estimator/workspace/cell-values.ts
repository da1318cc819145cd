import { marginPercent, priceForMargin } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import {
  type DecimalSign,
  editable,
  faultWords,
  pageDecimalSign,
  readableDecimal,
  readDecimal,
} from '../../../lib/format/decimal-text.ts'
import { faultSentence } from '../../../resource/words.ts'
import { type Column, type ColumnKey, fieldOfCell } from './columns.ts'
import type { Extra, Item, Values } from './project-sheet.ts'

/** A cell that was typed: what changes by it, or why it cannot be saved. */
export type ReadCell = { values: Values } | { fault: string }

export interface CellRow {
  kind: 'items' | 'extras'
  row: Item | Extra
}

/** How the number of a cell was written. */
export interface Writing {
  sign: DecimalSign
  isSure: boolean
}

export const pageWriting = (): Writing => ({ sign: pageDecimalSign(), isSure: false })

/** @param minorUnits decimals of the currency, to which a price for a margin is rounded */
export function readCell(
  { kind, row }: CellRow,
  column: Column,
  text: string,
  writing: Writing,
  minorUnits: number,
): ReadCell {
  if (column.key === 'margin') return readMargin(row, text, writing, minorUnits)
  const field = fieldOfCell(kind, column.key)
  if (field === undefined) return { fault: t('estimator.cellIsWorkedOut') }
  const typed = column.kind === 'text' ? { value: text.trim() } : readNumber(text, writing)
  if ('fault' in typed) return { fault: faultWords(typed.fault, text) }
  const isEmpty = typed.value === ''
  const value = isEmpty && !field.required ? null : column.kind === 'integer' ? Number(typed.value) : typed.value
  if (isEmpty && field.required) return { fault: t('resource.isRequired', { label: field.label }) }
  const checked = value === null ? undefined : field.schema.safeParse(value)
  const issue = checked?.error?.issues[0]
  if (issue !== undefined) return { fault: faultSentence(field.label, issue.message) }
  return { values: { [column.key]: checked?.data ?? null } }
}

function readNumber(text: string, { sign, isSure }: Writing) {
  return text.trim() === '' ? { value: '' } : readDecimal(text, sign, isSure)
}

/** A margin that is typed becomes the price that leaves it. */
function readMargin(row: Item | Extra, text: string, writing: Writing, minorUnits: number): ReadCell {
  if (row.unitCost === null) return { fault: t('estimator.marginNeedsCost') }
  const typed = readNumber(text, writing)
  if ('fault' in typed) return { fault: faultWords(typed.fault, text) }
  if (typed.value === '' || Number(typed.value) >= 100) return { fault: t('estimator.marginBelowHundred') }
  return { values: { unitPrice: priceForMargin(row.unitCost, typed.value, minorUnits) } }
}

/** A cell as it is typed. */
export function cellText(row: Item | Extra, key: ColumnKey): string {
  if (key === 'margin') return editable(marginOf(row) ?? '')
  if (key === 'total') return ''
  const value = key in row ? Object.entries(row).find(([name]) => name === key)?.[1] : null
  if (value === null || value === undefined) return ''
  return key === 'description' || key === 'unit' ? String(value) : editable(String(value))
}

/** A cell as it is read. @param minorUnits least decimals of money */
export function cellWords(row: Item | Extra, { key, kind }: Column, minorUnits: number): string {
  const text = cellText(row, key)
  if (kind === 'text' || text === '') return text
  const least = key === 'unitPrice' || key === 'unitCost' ? minorUnits : key === 'margin' ? 2 : 0
  return readableDecimal(text.replace(',', '.'), least)
}

/** What is left of the price of one after its cost, in percent; undefined where no cost is known or it is free. */
export function marginOf({ unitPrice, unitCost }: Pick<Item, 'unitPrice' | 'unitCost'>): string | undefined {
  return unitCost === null ? undefined : (marginPercent(unitPrice, unitCost) ?? undefined)
}

/** Whether a line leaves less than is aimed at; not where no margin is known. */
export function isUnderTarget(row: Pick<Item, 'unitPrice' | 'unitCost'>, target: string | null): boolean {
  const margin = marginOf(row)
  return target !== null && margin !== undefined && Number(margin) < Number(target)
}
