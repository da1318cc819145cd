import type { FieldError, FieldSpecKind, MachineSpecs, SpecValue } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { Principal } from '../engine/principal.ts'
import { ProblemError } from '../engine/problem-error.ts'
import { writeAudit } from '../engine/resource/audit.ts'
import type { ResourceStore } from '../engine/resource/resource-store.ts'
import { assertFresh } from '../engine/resource/stale.ts'
import type { Transaction } from '../platform/database.ts'
import { type SpecField, specFault } from './spec-fault.ts'

type Values = Record<string, SpecValue | null>

interface SpecRow extends SpecField {
  fieldSpecId: string
  unit: string | null
  from: number | null
  to: number | null
  words: string | null
  flag: boolean | null
}

/**
 * Every field of the type of a machine with the machine's value.
 * @throws ProblemError `not_found`
 */
export async function readMachineSpecs(db: Transaction, machines: ResourceStore, id: string): Promise<MachineSpecs> {
  const { rowVersion } = await machines.rows.find(db, id, {})
  return { rowVersion, specs: (await specsOf(db, id)).map(toSpec) }
}

/**
 * Sets the values that are given, as one change of the machine.
 * @throws ProblemError `stale`, or `invalid_request` at every value that does not fit its field; then nothing changes
 */
export async function saveMachineSpecs(
  machines: ResourceStore,
  principal: Principal,
  id: string,
  { rowVersion, values }: { rowVersion: number; values: Values },
): Promise<MachineSpecs> {
  return await machines.write(principal, async (db) => {
    const row = await machines.lock(db, principal, id, {})
    assertFresh(row, rowVersion)
    const before = await lockSpecs(db, id)
    assertFit(before, values, row.lifecycle !== 'draft')
    for (const spec of before) {
      const value = given(values, spec)
      if (value !== undefined) await writeValue(db, id, spec, value)
    }
    const { rows } = await sql<{ rowVersion: number }>`
      UPDATE library_machine SET updated_at = now(), updated_by = ${principal.userId}, row_version = row_version + 1
      WHERE id = ${id} RETURNING row_version AS "rowVersion"
    `.execute(db)
    const after = { rowVersion: rows[0]?.rowVersion ?? rowVersion + 1, specs: (await specsOf(db, id)).map(toSpec) }
    const toAudit = (specs: MachineSpecs['specs'], version: number) => ({
      id,
      rowVersion: version,
      ...Object.fromEntries(specs.map(({ key, value }) => [`spec.${key}`, value])),
    })
    const change = { before: toAudit(before.map(toSpec), rowVersion), after: toAudit(after.specs, after.rowVersion) }
    await writeAudit(db, principal, machines.resource, 'update', [change])
    return after
  })
}

/** The fields are locked too: their kind must not change while a value of it is written. */
async function lockSpecs(db: Transaction, machineId: string): Promise<SpecRow[]> {
  await sql`
    SELECT FROM field_spec WHERE type_id = (SELECT type_id FROM library_machine WHERE id = ${machineId}) ORDER BY id FOR SHARE
  `.execute(db)
  return await specsOf(db, machineId)
}

async function specsOf(db: Transaction, machineId: string): Promise<SpecRow[]> {
  const { rows } = await sql<SpecRow>`
    SELECT f.id AS "fieldSpecId", f.key, f.label, f.kind, f.unit, f.min, f.max, f.options, f.required,
      v.number_from AS "from", v.number_to AS "to", v.words, v.flag
    FROM library_machine m JOIN field_spec f ON f.type_id = m.type_id
      LEFT JOIN spec_value v ON v.machine_id = m.id AND v.field_spec_id = f.id
    WHERE m.id = ${machineId} ORDER BY f.sort, f.label, f.id
  `.execute(db)
  return rows
}

function toSpec(row: SpecRow): MachineSpecs['specs'][number] {
  const { fieldSpecId, key, label, kind, unit, required } = row
  return { fieldSpecId, key, label, kind, unit, required, value: storedValue(row) }
}

function storedValue({ kind, from, to, words, flag }: SpecRow): SpecValue | null {
  const values: Record<FieldSpecKind, SpecValue | null> = {
    number: from,
    range: from === null || to === null ? null : { from, to },
    text: words,
    enum: words,
    boolean: flag,
  }
  return values[kind]
}

function assertFit(specs: readonly SpecRow[], values: Values, isComplete: boolean): void {
  const known = new Map(specs.map((spec) => [spec.key, spec]))
  const errors = Object.entries(values).flatMap(([key, value]): FieldError[] => {
    const fault = specFault(known.get(key), value)
    return fault === undefined ? [] : [{ path: `body.values.${key}`, code: fault.code, message: fault.words() }]
  })
  const missing = specs.filter((spec) => spec.required && (given(values, spec) ?? null) === null)
  for (const spec of missing) {
    const isKept = given(values, spec) === undefined && storedValue(spec) !== null
    if (!isComplete || isKept) continue
    errors.push({
      path: `body.values.${spec.key}`,
      code: 'rule',
      message: t('library.specIsRequired'),
    })
  }
  if (errors.length === 0) return
  throw new ProblemError('invalid_request', errors.map(({ path, message }) => `${path} ${message}`).join('; '), errors)
}

/** The value that was sent for a field. Fields may have the names of what every object has, such as `constructor`. */
function given(values: Values, { key }: SpecRow): SpecValue | null | undefined {
  return Object.hasOwn(values, key) ? values[key] : undefined
}

async function writeValue(
  db: Transaction,
  machineId: string,
  { fieldSpecId }: SpecRow,
  value: SpecValue | null,
): Promise<void> {
  const pair = sql`machine_id = ${machineId} AND field_spec_id = ${fieldSpecId}`
  await sql`DELETE FROM spec_value WHERE ${pair}`.execute(db)
  if (value === null) return
  const range = typeof value === 'object' ? value : undefined
  const from = range?.from ?? (typeof value === 'number' ? value : null)
  await sql`
    INSERT INTO spec_value (machine_id, field_spec_id, number_from, number_to, words, flag)
    VALUES (${machineId}, ${fieldSpecId}, ${from}, ${range?.to ?? null}, ${typeof value === 'string' ? value : null},
      ${typeof value === 'boolean' ? value : null})
  `.execute(db)
}
