import { type Field, type ImportLine, type Resource, writable } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { Turns } from '../../../platform/turns.ts'
import type { Fault } from '../../fault-list.ts'
import { isExactDecimal } from '../columns.ts'
import { isFrozen } from '../lifecycle.ts'
import type { Parent } from '../rows.ts'
import type { ImportFile } from './parse-file.ts'
import type { Line } from './read-line.ts'

/** What becomes of a line; said again after the database has been asked. */
export function outcomeOf({ faults, existing, changes, extraChanges }: Line): ImportLine['outcome'] {
  if (faults.count > 0) return 'error'
  if (existing === undefined) return 'create'
  return changes.length + extraChanges.length > 0 ? 'update' : 'unchanged'
}

/** Below a parent every line is about a row of it, whether or not the file says so. */
export function setParent(lines: readonly Line[], parent: Parent): void {
  for (const [name, id] of Object.entries(parent)) {
    for (const line of lines) {
      if ((line.values[name] ?? id) !== id) {
        line.faults.add(name, { code: 'other_parent', words: () => t('server.mustBeOneInAddress') })
      }
      line.values[name] = id
      line.empty = line.empty.filter((column) => column !== name)
    }
  }
}

/**
 * Finds out for every line what it changes, and fills in what a new row has where the file says nothing. A column that every new row needs and
 * none can have is a fault of the file and not of each of its rows.
 */
export async function planLines(resource: Resource, file: ImportFile, lines: readonly Line[]): Promise<void> {
  const entries = Object.entries(writable(resource.fields, true))
  const columns = new Set(file.columns)
  const lacking = new Set<string>()
  const turns = new Turns()
  for (const line of lines) {
    if (turns.isDue) await turns.next()
    // Of a row that is unknown or cut short nothing more can be said.
    if (line.faults.hasPath('') || line.faults.hasPath('id')) continue
    if (line.existing !== undefined) {
      compare(resource, line, line.existing)
      continue
    }
    for (const name of completeNew(entries, line)) {
      if (columns.has(name)) line.faults.add(name, isMissing)
      else lacking.add(name)
    }
  }
  for (const name of lacking) {
    file.lacking.add(`lines.1.${name}`, { code: 'missing', words: () => t('server.columnIsNeeded') })
  }
}

/** @returns the fields that a new row needs and this one has no value of */
function completeNew(entries: readonly (readonly [string, Field])[], line: Line): string[] {
  const missing: string[] = []
  for (const [name, entry] of entries) {
    if (line.values[name] !== undefined || line.faults.hasPath(name)) continue
    line.values[name] = 'fallback' in entry ? entry.fallback : null
    if (entry.required && !('fallback' in entry)) missing.push(name)
  }
  return missing
}

function compare({ fields, traits, noun }: Resource, line: Line, existing: Record<string, unknown>): void {
  for (const name of [...Object.keys(line.values), ...line.empty]) {
    const entry = fields[name]
    if (entry === undefined) continue
    const after = line.values[name] ?? (entry.kind === 'list' ? [] : null)
    const before = existing[name] ?? null
    if (isSame(entry, before, after)) continue
    if (after === null && entry.required) line.faults.add(name, isMissing)
    else if (entry.frozen) line.faults.add(name, isFixed(before))
    else line.changes.push({ field: name, before, after })
  }
  const [first] = line.changes
  if (first === undefined) return
  if (isFrozen({ traits }, existing)) {
    line.faults.add(first.field, { code: 'frozen', words: () => t('server.cannotBeChangedInThisState') })
  }
  if (traits.immutable) {
    const words = () => t('server.neverChange', { nouns: declared(noun[1]) })
    line.faults.add(first.field, { code: 'immutable', words })
  }
}

const isMissing: Fault = { code: 'required', words: () => t('server.mustNotBeEmpty') }

function isFixed(before: unknown): Fault {
  return { code: 'frozen', words: () => t('server.cannotBeChangedFrom', { before: String(before) }) }
}

/** The same instant or number can be written in several ways, and a cell has no spaces around it and composed letters. */
function isSame(entry: Field, before: unknown, after: unknown): boolean {
  if (before === null || after === null) return before === after
  if (entry.kind === 'time') return Date.parse(String(before)) === Date.parse(String(after))
  if (isExactDecimal(entry)) return plainDecimal(String(before)) === plainDecimal(String(after))
  if (typeof before === 'string') return before.trim().normalize('NFC') === after
  return JSON.stringify(before) === JSON.stringify(after)
}

function plainDecimal(text: string): string {
  const [whole = '', part = ''] = text.split('.')
  return `${whole.replace(/^0+(?=\d)/, '')}.${part.replace(/0+$/, '')}`
}
