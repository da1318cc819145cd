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

/** An option of the copy is found by its definition, of which a machine has one option. */
async function copyOptions(db: Transaction, { userId }: Principal, from: string, to: string): Promise<void> {
  await sql`
    INSERT INTO machine_option (machine_id, definition_id, name, availability, price, cost, lead_days, notes, created_by, updated_by)
    SELECT ${to}, definition_id, name, availability, price, cost, lead_days, notes, ${userId}, ${userId}
    FROM machine_option WHERE machine_id = ${from} ORDER BY id
  `.execute(db)
  for (const table of ['machine_option_requires', 'machine_option_excludes']) {
    await sql`
      INSERT INTO ${sql.table(table)} (option_id, other_id)
      SELECT one_copy.id, other_copy.id FROM ${sql.table(table)} pair
        JOIN machine_option one ON one.id = pair.option_id JOIN machine_option other ON other.id = pair.other_id
        JOIN machine_option one_copy ON one_copy.machine_id = ${to} AND one_copy.definition_id = one.definition_id
        JOIN machine_option other_copy ON other_copy.machine_id = ${to} AND other_copy.definition_id = other.definition_id
      WHERE one.machine_id = ${from}
    `.execute(db)
  }
}

async function copyAnswers(db: Transaction, { userId }: Principal, from: string, to: string): Promise<void> {
  await sql`
    INSERT INTO compatibility (machine_id, style_id, result, speed_min, speed_max, length_min, length_max, width_min, width_max,
      height_min, height_max, materials, tooling_cost, notes, created_by, updated_by)
    SELECT ${to}, style_id, result, speed_min, speed_max, length_min, length_max, width_min, width_max,
      height_min, height_max, materials, tooling_cost, notes, ${userId}, ${userId}
    FROM compatibility WHERE machine_id = ${from}
  `.execute(db)
  for (const table of ['compatibility_required_option', 'compatibility_excluded_option']) {
    await sql`
      INSERT INTO ${sql.table(table)} (compatibility_id, option_id)
      SELECT cell_copy.id, option_copy.id FROM ${sql.table(table)} pair
        JOIN compatibility cell ON cell.id = pair.compatibility_id JOIN machine_option option ON option.id = pair.option_id
        JOIN compatibility cell_copy ON cell_copy.machine_id = ${to} AND cell_copy.style_id = cell.style_id
        JOIN machine_option option_copy ON option_copy.machine_id = ${to} AND option_copy.definition_id = option.definition_id
      WHERE cell.machine_id = ${from}
    `.execute(db)
  }
}
