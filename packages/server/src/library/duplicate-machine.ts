import { writable } from '@packhouse/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Principal } from '../engine/principal.ts'
import type { ResourceRow } from '../engine/resource/columns.ts'
import { withEverythingDisclosed } from '../engine/resource/confidential.ts'
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
    // What it costs comes along too, also by the hand of somebody who does not see it.
    const copy = await withEverythingDisclosed(db, async () => {
      const original = await machines.rows.find(db, id, {})
      const own = Object.keys(writable(machines.resource.fields, true)).map((field) => [field, original[field]])
      const draft = { ...Object.fromEntries(own), lifecycle: 'draft', model, name: name ?? original.name }
      return await machines.createIn(db, principal, draft)
    })
    await copyValues(db, id, copy.id)
    await copyOptions(db, principal, id, copy.id)
    await copyAnswers(db, principal, id, copy.id)
    return await machines.rows.find(db, copy.id, {})
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
  const copied = sql`definition_id, choice, name, availability, price, cost, lead_days, grants_voltage, grants_phases, grants_ip_rating, notes`
  // The rules of the original stay as they are until all of them are copied.
  await sql`SELECT lock_option_rules(${from})`.execute(db)
  await sql`
    INSERT INTO machine_option (machine_id, ${copied}, created_by, updated_by)
    SELECT ${to}, ${copied}, ${userId}, ${userId} FROM machine_option WHERE machine_id = ${from} ORDER BY id
  `.execute(db)
  for (const table of ['machine_option_requires', 'machine_option_excludes']) {
    await copyPairs(db, { table, own: optionSide('option_id'), other: optionSide('other_id') }, from, to)
  }
  await copyRules(db, userId, from, to)
}

/** Rules name options by their ids: those of the copy take the places of the original's. */
async function copyRules(db: Transaction, userId: string, from: string, to: string): Promise<void> {
  const copied = sql`kind, name, reason, most, sum_most, sum_most_fact, unit, formula, style_id, when_fact, when_at_least, when_at_most`
  const copyOf = (column: string) => sql`(
    SELECT coalesce(jsonb_agg(part ORDER BY place), '[]') FROM jsonb_array_elements(${sql.ref(column)}) WITH ORDINALITY p (original, place),
      LATERAL (SELECT ${column === 'options' ? OPTION_OF_COPY : OPTIONS_OF_COPY} AS part) made)`
  await sql`
    WITH copy AS MATERIALIZED (
      SELECT original.id::text AS original, copied.id::text AS id FROM machine_option original JOIN machine_option copied
        ON copied.definition_id = original.definition_id AND copied.choice IS NOT DISTINCT FROM original.choice
      WHERE original.machine_id = ${from} AND copied.machine_id = ${to}
    ) INSERT INTO machine_option_rule (machine_id, ${copied}, options, combinations, created_by, updated_by)
    SELECT ${to}, ${copied}, ${copyOf('options')}, ${copyOf('combinations')}, ${userId}, ${userId}
    FROM machine_option_rule WHERE machine_id = ${from} ORDER BY id
  `.execute(db)
}

const OPTION_OF_COPY = sql`p.original || jsonb_build_object('optionId', (SELECT id FROM copy WHERE copy.original = p.original ->> 'optionId'))`
const OPTIONS_OF_COPY = sql`jsonb_build_object('options', (
  SELECT jsonb_agg(copy.id ORDER BY place) FROM jsonb_array_elements_text(p.original -> 'options') WITH ORDINALITY o (id, place)
    JOIN copy ON copy.original = o.id))`

async function copyAnswers(db: Transaction, { userId }: Principal, from: string, to: string): Promise<void> {
  const copied = sql`result, speed_min, speed_max, length_min, length_max, width_min, width_max, height_min, height_max,
    tooling_cost, notes`
  // An answer may be conditional by its options or materials alone, which follow it.
  await sql`SET CONSTRAINTS compatibility_has_condition DEFERRED`.execute(db)
  await sql`
    INSERT INTO compatibility (machine_id, style_id, ${copied}, created_by, updated_by)
    SELECT ${to}, style_id, ${copied}, ${userId}, ${userId} FROM compatibility WHERE machine_id = ${from}
  `.execute(db)
  const own = { table: 'compatibility', column: 'compatibility_id', keys: ['style_id'], others: () => [] }
  await sql`
    INSERT INTO compatibility_material (compatibility_id, material_id, result, notes, created_by, updated_by)
    SELECT copy.id, own.material_id, own.result, own.notes, ${userId}, ${userId}
    FROM compatibility_material own JOIN compatibility c ON c.id = own.compatibility_id
      JOIN compatibility copy ON copy.machine_id = ${to} AND copy.style_id = c.style_id
    WHERE c.machine_id = ${from}
  `.execute(db)
  for (const table of ['compatibility_required_option', 'compatibility_excluded_option']) {
    await copyPairs(db, { table, own, other: optionSide('option_id') }, from, to)
  }
}

/** One side of a pair: its column, and by what its row of the copy is found, of which a machine has one. */
interface Side {
  table: string
  column: string
  keys: readonly string[]
  /** What else tells rows apart. */
  others: (name: string) => readonly RawBuilder<unknown>[]
}

const sameChoice = (name: string) =>
  sql`${sql.ref(`${name}_copy.choice`)} IS NOT DISTINCT FROM ${sql.ref(`${name}.choice`)}`
const optionSide = (column: string): Side => {
  return { table: 'machine_option', column, keys: ['definition_id'], others: (name) => [sameChoice(name)] }
}

async function copyPairs(
  db: Transaction,
  { table, own, other }: { table: string; own: Side; other: Side },
  from: string,
  to: string,
): Promise<void> {
  const copyOf = (side: Side, name: string) => {
    const sameKeys = side.keys.map((key) => sql`${sql.ref(`${name}_copy.${key}`)} = ${sql.ref(`${name}.${key}`)}`)
    return sql`
    JOIN ${sql.table(side.table)} ${sql.ref(name)} ON ${sql.ref(`${name}.id`)} = ${sql.ref(`pair.${side.column}`)}
    JOIN ${sql.table(side.table)} ${sql.ref(`${name}_copy`)} ON ${sql.ref(`${name}_copy.machine_id`)} = ${to}
      AND ${sql.join([...sameKeys, ...side.others(name)], sql` AND `)}`
  }
  await sql`
    INSERT INTO ${sql.table(table)} (${sql.ref(own.column)}, ${sql.ref(other.column)})
    SELECT own_copy.id, other_copy.id FROM ${sql.table(table)} pair ${copyOf(own, 'own')} ${copyOf(other, 'other')}
    WHERE own.machine_id = ${from}
  `.execute(db)
}
