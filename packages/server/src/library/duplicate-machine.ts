import { writable } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Principal } from '../engine/principal.ts'
import type { ResourceRow } from '../engine/resource/columns.ts'
import type { ResourceStore } from '../engine/resource/resource-store.ts'
import type { Transaction } from '../platform/database.ts'

/**
 * Makes a draft out of a machine in one transaction: with its values, tags, options with their rules, and the answers of the matrix,
 * but without the evidence for them.
 * @throws ProblemError `duplicate` where the model is taken
 */
export async function duplicateMachine(
  machines: ResourceStore,
  principal: Principal,
  id: string,
  { model, name }: { model: string; name?: string | undefined },
): Promise<ResourceRow> {
  return await machines.write(principal, async (db) => {
    const original = await machines.rows.find(db, id, {})
    const own = Object.keys(writable(machines.resource.fields, true)).map((field) => [field, original[field]])
    const draft = { ...Object.fromEntries(own), lifecycle: 'draft', model, name: name ?? original.name }
    const copy = await machines.createIn(db, principal, draft)
    await copyValues(db, id, copy.id)
    await copyOptions(db, principal, id, copy.id)
    await copyAnswers(db, principal, id, copy.id)
    return copy
  })
}

async function copyValues(db: Transaction, from: string, to: string): Promise<void> {
  await sql`
    INSERT INTO spec_value (machine_id, field_spec_id, number_from, number_to, words, flag)
    SELECT ${to}, field_spec_id, number_from, number_to, words, flag FROM spec_value WHERE machine_id = ${from}
  `.execute(db)
  await sql`
    INSERT INTO library_machine_tag (machine_id, tag_id) SELECT ${to}, tag_id FROM library_machine_tag WHERE machine_id = ${from}
  `.execute(db)
}

async function copyOptions(db: Transaction, { userId }: Principal, from: string, to: string): Promise<void> {
  // The rules of the original stay as they are until they are copied, so that those of the copy hold together without a check.
  await sql`SELECT lock_option_rules(${from}), set_config('packhouse.copies_option_rules', 'yes', true)`.execute(db)
  await sql`
    INSERT INTO machine_option (machine_id, definition_id, name, availability, price, lead_days, notes, created_by, updated_by)
    SELECT ${to}, definition_id, name, availability, price, lead_days, notes, ${userId}, ${userId}
    FROM machine_option WHERE machine_id = ${from} ORDER BY id
  `.execute(db)
  for (const table of ['machine_option_requires', 'machine_option_excludes']) {
    await copyPairs(db, { table, own: optionSide('option_id'), other: optionSide('other_id') }, from, to)
  }
  await sql`SELECT set_config('packhouse.copies_option_rules', '', true)`.execute(db)
}

async function copyAnswers(db: Transaction, { userId }: Principal, from: string, to: string): Promise<void> {
  const copied = sql`result, speed_min, speed_max, length_min, length_max, width_min, width_max, height_min, height_max, materials,
    tooling_cost, notes`
  // An answer may be conditional by its options alone, which follow it.
  await sql`SET CONSTRAINTS compatibility_has_condition DEFERRED`.execute(db)
  await sql`
    INSERT INTO compatibility (machine_id, style_id, ${copied}, created_by, updated_by)
    SELECT ${to}, style_id, ${copied}, ${userId}, ${userId} FROM compatibility WHERE machine_id = ${from}
  `.execute(db)
  const own = { table: 'compatibility', column: 'compatibility_id', key: 'style_id' }
  for (const table of ['compatibility_required_option', 'compatibility_excluded_option']) {
    await copyPairs(db, { table, own, other: optionSide('option_id') }, from, to)
  }
}

/** One side of a pair: its column, and by what its row of the copy is found, of which a machine has one. */
interface Side {
  table: string
  column: string
  key: string
}

const optionSide = (column: string): Side => ({ table: 'machine_option', column, key: 'definition_id' })

async function copyPairs(
  db: Transaction,
  { table, own, other }: { table: string; own: Side; other: Side },
  from: string,
  to: string,
): Promise<void> {
  const copyOf = (side: Side, name: string) => sql`
    JOIN ${sql.table(side.table)} ${sql.ref(name)} ON ${sql.ref(`${name}.id`)} = ${sql.ref(`pair.${side.column}`)}
    JOIN ${sql.table(side.table)} ${sql.ref(`${name}_copy`)} ON ${sql.ref(`${name}_copy.machine_id`)} = ${to}
      AND ${sql.ref(`${name}_copy.${side.key}`)} = ${sql.ref(`${name}.${side.key}`)}`
  await sql`
    INSERT INTO ${sql.table(table)} (${sql.ref(own.column)}, ${sql.ref(other.column)})
    SELECT own_copy.id, other_copy.id FROM ${sql.table(table)} pair ${copyOf(own, 'own')} ${copyOf(other, 'other')}
    WHERE own.machine_id = ${from}
  `.execute(db)
}
