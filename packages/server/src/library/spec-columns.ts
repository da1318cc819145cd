import type { FieldSpecKind, SpecValue } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { Fault } from '../engine/fault-list.ts'
import type { ExtraColumns } from '../engine/resource/behaviour.ts'
import { type Cell, fromList, textCell, toCell, toList } from '../engine/resource/csv/cell.ts'
import type { Line } from '../engine/resource/csv/read-line.ts'
import type { ListRequest } from '../engine/resource/list-rows.ts'
import type { Transaction } from '../platform/database.ts'
import { Turns } from '../platform/turns.ts'
import { idsOf } from './facets.ts'
import { specFault } from './spec-fault.ts'
import { auditSpecs, lockFields, readValues, type StoredSpec, writeSpecs } from './spec-rows.ts'

/** A column for one field, such as `spec.filmWidth`; and one for all, with entries such as `filmWidth=400`. */
const COLUMN = /^spec\.([a-z][A-Za-z0-9]{0,39})$/
const ALL = 'specs'
/** An entry is named up to so many characters. */
const LONGEST_NAMED = 100

/**
 * The values of library machines in files. A list of machines of one type has a column for each field of the type; any other has one
 * column for all, since types have fields of their own. An import reads both.
 */
export const specColumns: ExtraColumns = {
  has: (column) => column === ALL || COLUMN.test(column),
  export: exportSpecs,
  plan: planSpecs,
  write: writeSpecs,
  audit: auditSpecs,
}

async function exportSpecs(db: Transaction, request: ListRequest) {
  const keys = await keysOfOneType(db, request)
  const cellsOf = async (ids: readonly string[]) => {
    const values = await readValues(db, ids)
    const cells = ids.map((id): [string, Cell[]] => [id, toCells(values.get(id) ?? [], keys)])
    return new Map(cells)
  }
  return { columns: keys?.map((key) => `spec.${key}`) ?? [ALL], cellsOf }
}

/** The keys of the fields in their order; undefined where the machines are of several types. */
async function keysOfOneType(db: Transaction, request: ListRequest): Promise<string[] | undefined> {
  const { rows: types } = await sql<{ id: string }>`
    SELECT DISTINCT type_id AS id FROM library_machine WHERE id IN (${idsOf(request)}) LIMIT 2`.execute(db)
  const [type] = types
  if (type === undefined || types.length > 1) return undefined
  const { rows } = await sql<{ key: string }>`
    SELECT key FROM field_spec WHERE type_id = ${type.id} ORDER BY sort, label, id`.execute(db)
  return rows.map(({ key }) => key)
}

function toCells(specs: readonly StoredSpec[], keys: readonly string[] | undefined): Cell[] {
  if (keys === undefined) return [textCell(fromList(specs.map(({ key, value }) => `${key}=${toText(value)}`)))]
  const byKey = new Map(specs.map(({ key, value }) => [key, value]))
  return keys.map((key) => {
    const value = byKey.get(key)
    return typeof value === 'object' && value !== null ? textCell(toText(value)) : toCell(undefined, value)
  })
}

function toText(value: SpecValue | null): string {
  if (value === null) return ''
  return typeof value === 'object' ? `${value.from}..${value.to}` : String(value)
}

/** Finds out what every line changes. Fields that a line does not name stay as they are. */
async function planSpecs(db: Transaction, lines: readonly Line[]): Promise<void> {
  const named = lines.filter((line) => Object.keys(line.extra).length > 0 && line.id !== undefined)
  if (named.length === 0) return
  // A machine that leaves its draft in this file gets its required values after its row.
  await sql`SET CONSTRAINTS library_machine_required_specs DEFERRED`.execute(db)
  const fields = await lockFields(db, named.map(typeOf))
  const values = await readValues(
    db,
    named.flatMap(({ existing }) => existing?.id ?? []),
  )
  const turns = new Turns()
  for (const line of named) {
    if (turns.isDue) await turns.next()
    const ofType = fields.get(typeOf(line)) ?? []
    const stored = new Map((values.get(line.existing?.id ?? '') ?? []).map((spec) => [spec.key, spec.value]))
    for (const { column, key, text } of cellsOf(line)) {
      const field = ofType.find((one) => one.key === key)
      // A file of several types has empty cells where a type has no such field.
      if (field === undefined && text === '') continue
      const number = field?.kind === 'number' && column !== ALL ? line.numberIn(column, text) : text
      const isRead = typeof number === 'string'
      const value = text === '' || field === undefined ? null : fromText(field.kind, isRead ? number : text)
      const fault = isRead ? specFault(field, value) : number
      if (fault !== undefined) line.faults.add(column, fault)
      const before = stored.get(key) ?? null
      if (fault !== undefined || toText(before) === toText(value)) continue
      line.extraChanges.push({ field: `spec.${key}`, before, after: value })
    }
  }
}

function typeOf({ values, existing }: Line): string {
  return String(values.typeId ?? existing?.typeId ?? '')
}

function* cellsOf(line: Line): Generator<{ column: string; key: string; text: string }> {
  for (const [column, text] of Object.entries(line.extra)) {
    const key = COLUMN.exec(column)?.[1]
    if (key !== undefined) yield { column, key, text }
    else {
      for (const entry of toList(text)) {
        const sign = entry.indexOf('=')
        if (sign > 0) yield { column, key: entry.slice(0, sign).trim(), text: entry.slice(sign + 1).trim() }
        else line.faults.add(column, hasNoValue(entry))
      }
    }
  }
}

function hasNoValue(entry: string): Fault {
  return { code: 'rule', words: () => t('library.specEntryHasNoValue', { entry: entry.slice(0, LONGEST_NAMED) }) }
}

/** The text of a cell as a value of the kind, or as it is where it does not look like one. */
function fromText(kind: FieldSpecKind, text: string): SpecValue {
  if (kind === 'boolean' && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  if (kind === 'number' && isNumber(text)) return Number(text)
  const [from = '', to = '', ...more] = text.split('..').map((end) => end.trim())
  if (kind === 'range' && more.length === 0 && isNumber(from) && isNumber(to)) {
    return { from: Number(from), to: Number(to) }
  }
  return text.slice(0, 501)
}

function isNumber(text: string): boolean {
  return /^[+-]?\d{1,15}(\.\d{1,15})?$/.test(text)
}
