import { sampleAccounts } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { given } from '../given.ts'
import { builtAs, sampleAnswers, sampleOptions, sampleTypes } from './library.ts'
import { sampleMakers } from './makers.ts'
import { sampleCost } from './sample-cost.ts'
import { seedAnswers } from './seed-answers.ts'
import { seedDocuments } from './seed-documents.ts'
import { seedMaterialAnswers } from './seed-materials.ts'
import { seedOptions } from './seed-options.ts'
import { seedRecipes } from './seed-recipes.ts'
import { sampleStyles } from './styles.ts'
import { sampleTags } from './tags.ts'

/**
 * Gives the sample company a machine library, in one statement for each table. Only where nothing was entered into the library
 * yet: what was changed or deleted since stays so.
 */
export async function seedLibrary(db: Transaction): Promise<void> {
  // Servers that start on one database at once follow each other: the second finds what the first has made.
  await sql`SELECT pg_advisory_xact_lock(hashtext('packhouse.sample_library'))`.execute(db)
  const entered = await sql`
    SELECT FROM machine_type UNION ALL SELECT FROM packaging_style UNION ALL SELECT FROM option_definition
    UNION ALL SELECT FROM library_tag LIMIT 1
  `.execute(db)
  if (entered.rows.length > 0) return
  await seedTypes(db)
  await seedMachines(db)
  await seedStyles(db)
  const staff = sampleAccounts.find(({ role }) => role === 'staff')
  const findOption = await seedOptions(db, sampleOptions)
  await seedAnswers(db, sampleAnswers, { verifiedBy: staff?.email ?? '', findOption })
  await seedMaterialAnswers(db)
  await seedDocuments(db)
  await seedRecipes(db)
  await linkInstalledMachines(db)
}

async function seedTypes(db: Transaction): Promise<void> {
  await sql`
    INSERT INTO machine_type (code, name, category)
    SELECT value ->> 'code', value ->> 'name', value ->> 'category' FROM ${given(sampleTypes)} ORDER BY place
  `.execute(db)
  const fields = sampleTypes.flatMap((type) => type.fields.map((field, sort) => ({ ...field, sort, type: type.code })))
  await sql`
    INSERT INTO field_spec (type_id, key, label, kind, unit, min, max, options, required, filterable, in_quote, sort)
    SELECT machine_type.id, value ->> 'key', value ->> 'label', value ->> 'kind', value ->> 'unit', (value ->> 'min')::float8,
      (value ->> 'max')::float8, ARRAY(SELECT jsonb_array_elements_text(value -> 'options')),
      coalesce((value ->> 'required')::boolean, false), coalesce((value ->> 'filterable')::boolean, true),
      coalesce((value ->> 'inQuote')::boolean, false), (value ->> 'sort')::int
    FROM ${given(fields)} JOIN machine_type ON machine_type.code = value ->> 'type' ORDER BY place
  `.execute(db)
}

async function seedMachines(db: Transaction): Promise<void> {
  await sql`
    INSERT INTO supplier (code, name, currency, status, lead_days, incoterm, rating, preferred)
    SELECT value ->> 'code', value ->> 'name', value ->> 'currency', 'active', (value ->> 'leadDays')::int, value ->> 'incoterm',
      (value ->> 'rating')::int, false
    FROM ${given(sampleMakers)} ORDER BY place ON CONFLICT DO NOTHING
  `.execute(db)
  const machines = sampleTypes.flatMap((type) => type.machines.map((machine) => ({ ...machine, type: type.code })))
  await sql`
    INSERT INTO library_machine (model, name, type_id, supplier_id, lifecycle, design_speed, design_speed_unit, width_mm, depth_mm,
      height_mm, weight_kg, voltage, phases, power_kw, air_bar, air_litres_per_minute, ip_rating, base_price, base_cost, currency, lead_weeks, notes)
    SELECT value ->> 'model', value ->> 'name', machine_type.id, supplier.id, 'draft', (value ->> 'designSpeed')::float8,
      value ->> 'speedUnit', (value #>> '{size,0}')::int, (value #>> '{size,1}')::int, (value #>> '{size,2}')::int,
      (value ->> 'weightKg')::float8, (value #>> '{supply,voltage}')::int, (value #>> '{supply,phases}')::int,
      (value #>> '{supply,kw}')::float8, (value #>> '{air,bar}')::float8, (value #>> '{air,litresPerMinute}')::float8,
      value ->> 'ip', (value ->> 'price')::numeric,
      ${sampleCost(sql`(value ->> 'price')::numeric`)}, 'EUR', (value ->> 'leadWeeks')::int, value ->> 'notes'
    FROM ${given(machines)} JOIN machine_type ON machine_type.code = value ->> 'type'
      LEFT JOIN supplier ON supplier.code = value ->> 'supplier' AND supplier.deleted_at IS NULL
    ORDER BY place
  `.execute(db)
  await seedValues(db)
  await seedTags(db)
  // A machine is a draft until it has the values that its type requires.
  await sql`
    UPDATE library_machine SET lifecycle = value ->> 'lifecycle' FROM ${given(machines)}
    WHERE model = value ->> 'model' AND value ->> 'lifecycle' <> 'draft'
  `.execute(db)
}

async function seedValues(db: Transaction): Promise<void> {
  const values = sampleTypes.flatMap(({ machines }) =>
    machines.flatMap(({ model, values }) => Object.entries(values).map(([key, value]) => ({ model, key, value }))),
  )
  await sql`
    INSERT INTO spec_value (machine_id, field_spec_id, number_from, number_to, words, flag)
    SELECT machine.id, field.id,
      CASE field.kind WHEN 'number' THEN (value ->> 'value')::float8 WHEN 'range' THEN (value #>> '{value,from}')::float8 END,
      CASE field.kind WHEN 'range' THEN (value #>> '{value,to}')::float8 END,
      CASE WHEN field.kind IN ('text', 'enum') THEN value ->> 'value' END,
      CASE field.kind WHEN 'boolean' THEN (value ->> 'value')::boolean END
    FROM ${given(values)} JOIN library_machine machine ON machine.model = value ->> 'model'
      JOIN field_spec field ON field.type_id = machine.type_id AND field.key = value ->> 'key'
  `.execute(db)
}

async function seedTags(db: Transaction): Promise<void> {
  const tags = Object.entries(sampleTags).map(([name, colour]) => ({ name, colour }))
  await sql`
    INSERT INTO library_tag (name, colour) SELECT value ->> 'name', value ->> 'colour' FROM ${given(tags)} ORDER BY place
  `.execute(db)
  const pairs = sampleTypes.flatMap(({ machines }) =>
    machines.flatMap(({ model, tags }) => tags.map((tag) => ({ model, tag }))),
  )
  await sql`
    INSERT INTO library_machine_tag (machine_id, tag_id) SELECT machine.id, tag.id
    FROM ${given(pairs)} JOIN library_machine machine ON machine.model = value ->> 'model' JOIN library_tag tag ON tag.name = value ->> 'tag'
  `.execute(db)
}

async function seedStyles(db: Transaction): Promise<void> {
  await sql`
    INSERT INTO packaging_style (code, name, family, standard_ref, length_min, length_max, width_min, width_max, height_min, height_max,
      swap_length_width, materials)
    SELECT value ->> 'code', value ->> 'name', value ->> 'family', value ->> 'standardRef', (value #>> '{length,0}')::float8,
      (value #>> '{length,1}')::float8, (value #>> '{width,0}')::float8, (value #>> '{width,1}')::float8,
      (value #>> '{height,0}')::float8, (value #>> '{height,1}')::float8, (value ->> 'swapLengthWidth')::boolean,
      ARRAY(SELECT jsonb_array_elements_text(value -> 'materials'))
    FROM ${given(sampleStyles)} ORDER BY place
  `.execute(db)
}

/**
 * The installed machines name the model that they were built as, where they name their family yet and nothing else of the
 * installation goes by that.
 */
async function linkInstalledMachines(db: Transaction): Promise<void> {
  const links = Object.entries(builtAs).map(([machine, model]) => ({ machine, model }))
  await sql`
    UPDATE machine SET configuration_id = value ->> 'model' FROM ${given(links)}
    WHERE machine_id = value ->> 'machine' AND configuration_id = split_part(machine_id, '-', 1)
      AND NOT EXISTS (SELECT FROM alarm_rule WHERE alarm_rule.configuration_id = machine.configuration_id)
      AND NOT EXISTS (SELECT FROM tag_map WHERE tag_map.machine_type = machine.configuration_id)
  `.execute(db)
}
