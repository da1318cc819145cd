import { libraryMachines, type SpecValue } from '@packhouse/contract'
import { declared } from '@packhouse/messages'
import { sql } from 'kysely'
import type { Principal } from '../engine/principal.ts'
import { writeAudit } from '../engine/resource/audit.ts'
import type { Line } from '../engine/resource/csv/read-line.ts'
import type { Transaction } from '../platform/database.ts'
import type { SpecField } from './spec-fault.ts'

/** A value of a machine. */
export interface StoredSpec {
  key: string
  value: SpecValue
}

interface FoundField extends SpecField {
  id: string
  typeId: string
}

/** The values of machines by the id of the machine, in the order of the fields of their types. */
export async function readValues(db: Transaction, ids: readonly string[]): Promise<Map<string, StoredSpec[]>> {
  const { rows } = await sql<{ id: string; key: string; value: SpecValue }>`
    SELECT v.machine_id AS id, f.key, CASE f.kind WHEN 'number' THEN to_jsonb(v.number_from) WHEN 'boolean' THEN to_jsonb(v.flag)
      WHEN 'range' THEN jsonb_build_object('from', v.number_from, 'to', v.number_to) ELSE to_jsonb(v.words) END AS value
    FROM spec_value v JOIN field_spec f ON f.id = v.field_spec_id
    WHERE v.machine_id = ANY(${ids}::uuid[]) ORDER BY f.sort, f.label, f.id`.execute(db)
  const byMachine = new Map<string, StoredSpec[]>()
  for (const { id, ...spec } of rows) {
    const specs = byMachine.get(id)
    if (specs === undefined) byMachine.set(id, [spec])
    else specs.push(spec)
  }
  return byMachine
}

/** The fields of types, locked: their kind must not change while values of it are written. */
export async function lockFields(db: Transaction, types: readonly string[]): Promise<Map<string, FoundField[]>> {
  const wanted = [...new Set(types)].filter((type) => type !== '')
  const { rows } = await sql<FoundField>`
    SELECT id, type_id AS "typeId", key, label, kind, min, max, options, required FROM field_spec
    WHERE type_id = ANY(${wanted}::uuid[]) ORDER BY id FOR SHARE`.execute(db)
  return Map.groupBy(rows, ({ typeId }) => typeId)
}

/** Writes the values that lines change. A machine that is no draft and lacks a required value is a fault of its line. */
export async function writeSpecs(db: Transaction, lines: readonly Line[]): Promise<void> {
  const changed = lines.filter(({ extraChanges }) => extraChanges.length > 0)
  const values = changed.flatMap(({ id, extraChanges }) =>
    extraChanges.map(({ field, after }) => ({
      id,
      key: field.slice('spec.'.length),
      ...columnsOf(after as SpecValue),
    })),
  )
  await sql`
    WITH given AS (
      SELECT g.*, f.id AS field_spec_id
      FROM jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
        AS g (id uuid, key text, number_from float8, number_to float8, words text, flag boolean)
        JOIN library_machine m ON m.id = g.id JOIN field_spec f ON f.type_id = m.type_id AND f.key = g.key
    ), gone AS (
      DELETE FROM spec_value v USING given g WHERE v.machine_id = g.id AND v.field_spec_id = g.field_spec_id
        AND num_nonnulls(g.number_from, g.words, g.flag) = 0
    )
    INSERT INTO spec_value (machine_id, field_spec_id, number_from, number_to, words, flag)
    SELECT id, field_spec_id, number_from, number_to, words, flag FROM given WHERE num_nonnulls(number_from, words, flag) = 1
    ON CONFLICT (machine_id, field_spec_id) DO UPDATE SET number_from = excluded.number_from, number_to = excluded.number_to,
      words = excluded.words, flag = excluded.flag`.execute(db)
  await refuseIncomplete(db, lines)
}

function columnsOf(value: SpecValue | null) {
  if (value === null) return {}
  if (typeof value === 'object') return { number_from: value.from, number_to: value.to }
  if (typeof value === 'number') return { number_from: value }
  return typeof value === 'boolean' ? { flag: value } : { words: value }
}

async function refuseIncomplete(db: Transaction, lines: readonly Line[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    SELECT m.id FROM library_machine m WHERE m.id = ANY(${lines.map(({ id }) => id)}::uuid[]) AND m.lifecycle <> 'draft'
      AND EXISTS (SELECT FROM field_spec f WHERE f.type_id = m.type_id AND f.required
        AND NOT EXISTS (SELECT FROM spec_value v WHERE v.machine_id = m.id AND v.field_spec_id = f.id))`.execute(db)
  const incomplete = new Set(rows.map(({ id }) => id))
  const rule = libraryMachines.rules.library_machine_required_specs
  for (const line of lines) {
    if (!incomplete.has(line.id ?? '') || rule === undefined) continue
    line.faults.add('lifecycle', { code: rule.code, words: () => declared(rule.message) })
  }
}

/** The values of each line as one change of its machine. */
export async function auditSpecs(db: Transaction, principal: Principal, lines: readonly Line[]): Promise<void> {
  const changes = lines
    .filter(({ extraChanges }) => extraChanges.length > 0)
    .map(({ id = '', existing, extraChanges }) => {
      const side = (end: 'before' | 'after') => ({
        id,
        rowVersion: existing?.rowVersion ?? 1,
        ...Object.fromEntries(extraChanges.map((change) => [change.field, change[end]])),
      })
      return { before: side('before'), after: side('after') }
    })
  await writeAudit(db, principal, libraryMachines, 'update', changes)
}
