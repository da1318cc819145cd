import { type Field, type ImportLine, type Resource, writable } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { isExactDecimal } from '../columns.ts'
import { isFrozen } from '../lifecycle.ts'
import type { Parent } from '../rows.ts'
import type { ImportFile } from './parse-file.ts'
import type { Line } from './read-line.ts'

/** What becomes of a line; said again after the database has been asked. */
export function outcomeOf({ errors, existing, changes, extraChanges }: Line): ImportLine['outcome'] {
  if (errors.length > 0) return 'error'
  if (existing === undefined) return 'create'
  return changes.length + extraChanges.length > 0 ? 'update' : 'unchanged'
}

/** Below a parent every line is about a row of it, whether or not the file says so. */
export function setParent(lines: readonly Line[], parent: Parent): void {
  for (const [name, id] of Object.entries(parent)) {
    for (const line of lines) {
      if ((line.values[name] ?? id) !== id) {
        line.errors.push({ path: name, code: 'other_parent', message: t('server.mustBeOneInAddress') })
      }
      line.values[name] = id
      line.empty = line.empty.filter((column) => column !== name)
    }
  }
}

/** Finds out for every line what it changes, and fills in what a new row has where the file says nothing. */
export function planLines(resource: Resource, file: ImportFile, lines: readonly Line[]): void {
  for (const line of lines) {
    // Of a row that is unknown or cut short nothing more can be said.
    if (line.errors.some(({ path }) => path === '' || path === 'id')) continue
    if (line.existing === undefined) completeNew(resource, line)
    else compare(resource, line, line.existing)
  }
  checkColumns(resource, file, lines)
}

function completeNew({ fields }: Resource, line: Line): void {
  for (const [name, entry] of Object.entries(writable(fields, true))) {
    if (line.values[name] !== undefined || line.errors.some(({ path }) => path === name)) continue
    line.values[name] = 'fallback' in entry ? entry.fallback : null
    if (entry.required && !('fallback' in entry)) line.errors.push(missing(name))
  }
}

function compare({ fields, traits, noun }: Resource, line: Line, existing: Record<string, unknown>): void {
  for (const name of [...Object.keys(line.values), ...line.empty]) {
    const entry = fields[name]
    if (entry === undefined) continue
    const after = line.values[name] ?? (entry.kind === 'list' ? [] : null)
    const before = existing[name] ?? null
    if (isSame(entry, before, after)) continue
    if (after === null && entry.required) line.errors.push(missing(name))
    else if (entry.frozen)
      line.errors.push({
        path: name,
        code: 'frozen',
        message: t('server.cannotBeChangedFrom', { before: String(before) }),
      })
    else line.changes.push({ field: name, before, after })
  }
  if (isFrozen({ traits }, existing) && line.changes.length > 0) {
    line.errors.push({
      path: line.changes[0]?.field ?? '',
      code: 'frozen',
      message: t('server.cannotBeChangedInThisState'),
    })
  }
  if (traits.immutable && line.changes.length > 0) {
    const path = line.changes[0]?.field ?? ''
    line.errors.push({ path, code: 'immutable', message: t('server.neverChange', { nouns: declared(noun[1]) }) })
  }
}

function missing(path: string) {
  return { path, code: 'required', message: t('server.mustNotBeEmpty') }
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

/** A column that every new row needs and none can have is a fault of the file and not of each of its rows. */
function checkColumns({ fields }: Resource, { columns, errors }: ImportFile, lines: readonly Line[]): void {
  const absent = Object.entries(writable(fields, true))
    .filter(([name, entry]) => entry.required && !('fallback' in entry) && !columns.includes(name))
    .map(([name]) => name)
  const isLacked = (name: string) =>
    lines.some(({ existing, values }) => existing === undefined && values[name] === null)
  const missing = new Set(absent.filter(isLacked))
  for (const name of missing) {
    errors.push({ path: `lines.1.${name}`, code: 'missing', message: t('server.columnIsNeeded') })
  }
  for (const line of lines) line.errors = line.errors.filter(({ path }) => !missing.has(path))
}
