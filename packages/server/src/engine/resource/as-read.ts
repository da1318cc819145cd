import { type Field, type FieldError, type Resource, SECRET_MASK } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { ProblemError } from '../problem-error.ts'
import { STAMPS } from './columns.ts'
import { isSame } from './differing.ts'
import type { Values } from './rows.ts'

/** A value that nobody may set, sent with a row as it was read. */
export interface ReadValue {
  path: string
  /** The list of children and the id of the one in it; undefined of the row itself. */
  child: { list: string; id: unknown } | undefined
  name: string
  value: unknown
}

type Declared = Pick<Resource, 'fields' | 'traits'>

/** Separates what is sent to change a row from what it had when it was read and nobody may set. */
export function separateAsRead({ fields, traits }: Declared, body: unknown): { body: unknown; asRead: ReadValue[] } {
  if (!isObject(body)) return { body, asRead: [] }
  const asRead: ReadValue[] = []
  const row = without(body, (name, value) => {
    const isRead = isStamp(name) || isOnlyRead(fields[name], value) || fields[name]?.frozen === true
    if (isRead) asRead.push({ path: `body.${name}`, child: undefined, name, value })
    return isRead
  })
  for (const [list, { resource, by }] of Object.entries(traits.children ?? {})) {
    const given = row[list]
    if (!Array.isArray(given)) continue
    row[list] = given.map((entry, index) => {
      if (!isObject(entry) || entry.id === undefined) return entry
      return without(entry, (name, value) => {
        const isRead = (name !== 'id' && isStamp(name)) || name === by || isOnlyRead(resource.fields[name], value)
        // A child that is moved has the place that it had, and gets its new one by where it is in the list.
        if (isRead) asRead.push({ path: `body.${list}.${index}.${name}`, child: { list, id: entry.id }, name, value })
        return isRead
      })
    })
  }
  return { body: row, asRead }
}

/**
 * Refuses what is not as it is in the row. Fields that are worked out whenever a row is read, and what is shown once, are others in the meantime.
 * @param row with its lists of children
 * @throws ProblemError `invalid_request` at the fields
 */
export function assertAsRead({ fields, traits }: Declared, row: Values, asRead: readonly ReadValue[]): void {
  const errors = asRead.flatMap(({ path, child, name, value }): FieldError[] => {
    const declared = child === undefined ? fields : (traits.children?.[child.list]?.resource.fields ?? {})
    const { derived, shownOnce } = declared[name] ?? {}
    const before = child === undefined ? row : childOf(row, child)
    // An unknown child is refused where its list is saved.
    if (derived || shownOnce || before === undefined || isSame(declared[name], value, before[name])) return []
    const message = t('server.cannotBeChangedFrom', { before: wordsOf(before[name]) })
    return [{ path, code: 'read_only', message }]
  })
  if (errors.length === 0) return
  throw new ProblemError('invalid_request', errors.map(({ path, message }) => `${path} ${message}`).join('; '), errors)
}

/** A stamp that is compared; the version is taken by itself. */
function isStamp(name: string): boolean {
  return name in STAMPS && name !== 'rowVersion'
}

function isOnlyRead(field: Field | undefined, value: unknown): boolean {
  return field?.readOnly === true || (field?.secret === true && value === SECRET_MASK)
}

function childOf(row: Values, { list, id }: { list: string; id: unknown }): Values | undefined {
  const children = row[list]
  return Array.isArray(children) ? children.find((one) => one.id === String(id).toLowerCase()) : undefined
}

function wordsOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null)
}

function without(values: Values, leaves: (name: string, value: unknown) => boolean): Values {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !leaves(name, value)))
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
