import type { Field } from '@packhouse/contract'
import { isExactDecimal } from '../columns.ts'

/** What a spreadsheet might take for a formula, and what has been saved from that: an apostrophe is put before it. */
const RISKY = /^'*[=+\-@\t\r]/
const SAVED = /^'+[=+\-@\t\r]/

/** What a cell of a file holds; its text is empty without a value. */
export interface Cell {
  text: string
  kind: 'text' | 'number' | 'boolean'
}

export const textCell = (text: string): Cell => ({ text, kind: 'text' })

/** A value as it stands in a cell. */
export function toCell(entry: Field | undefined, value: unknown): Cell {
  if (value === null || value === undefined) return textCell('')
  if (value instanceof Date) return textCell(value.toISOString())
  if (Array.isArray(value)) return textCell(fromList(value.map(String)))
  if (typeof value === 'boolean') return { text: String(value), kind: 'boolean' }
  // A number is no formula, and with an apostrophe it would no longer be a number.
  const isNumeric = typeof value === 'number' || (entry !== undefined && isNumber(entry))
  return { text: String(value), kind: isNumeric ? 'number' : 'text' }
}

/** The entries of a list as the text of one cell. */
export function fromList(parts: readonly string[]): string {
  return parts.map((part) => part.replaceAll(/[\\;]/g, '\\$&')).join(';')
}

/** The text of a cell without what saves it from being a formula. */
export function fromCell(text: string): string {
  return SAVED.test(text) ? text.slice(1) : text
}

/** The entries of a list in one cell, separated by semicolons; one within an entry follows a backslash. */
export function toList(text: string): string[] {
  const parts = text.match(/(?:\\.|[^;\\]|\\$)+/gs) ?? []
  return parts.map((part) => part.replaceAll(/\\(.)/gs, '$1').trim()).filter((part) => part !== '')
}

/** One line of a file as RFC 4180 has it. */
export function toLine(cells: readonly string[]): string {
  return `${cells.map((cell) => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`
}

/** A text that no spreadsheet takes for a formula. */
export function savedText(text: string): string {
  return RISKY.test(text) ? `'${text}` : text
}

function isNumber(entry: Field): boolean {
  return entry.kind === 'integer' || entry.kind === 'decimal' || isExactDecimal(entry)
}
