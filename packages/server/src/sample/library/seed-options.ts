import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { given } from '../given.ts'
import { sampleDefinitions } from './options/definitions.ts'
import type { OptionKey, SampleOptions } from './options/option.ts'
import { sampleCost } from './sample-cost.ts'

/** The parts of the key of an option. @returns the code of the definition and, where it has several options, the choice */
export function partsOf(key: OptionKey): { definition: string; choice?: string } {
  const [definition = '', choice] = key.split('=')
  return choice === undefined ? { definition } : { definition, choice }
}

/** Finds the id of an option. @throws Error where the machine has no such option */
export type FindOption = (model: string, key: OptionKey) => string

/** Gives machines their options and the rules between them. @returns what finds the options that were made */
export async function seedOptions(db: Transaction, all: readonly SampleOptions[]): Promise<FindOption> {
  await seedDefinitions(db)
  await insertOptions(db, all)
  const findOption = await finderOf(db)
  await seedRelations(db, 'requires', all, findOption)
  await seedRelations(db, 'excludes', all, findOption)
  await seedRules(db, all, findOption)
  return findOption
}

async function seedDefinitions(db: Transaction): Promise<void> {
  await sql`
    INSERT INTO option_definition (code, name, category, input_kind, choices, unit)
    SELECT value ->> 'code', value ->> 'name', value ->> 'category', value ->> 'inputKind',
      ARRAY(SELECT jsonb_array_elements_text(value -> 'choices')), value ->> 'unit'
    FROM ${given(sampleDefinitions)} ORDER BY place
  `.execute(db)
}

async function insertOptions(db: Transaction, all: readonly SampleOptions[]): Promise<void> {
  const rows = all.flatMap(({ model, options }) =>
    options.map(([key, availability, price, leadDays, details]) => {
      return { model, ...partsOf(key), availability, price, leadDays, ...details?.grants, notes: details?.notes }
    }),
  )
  await sql`
    INSERT INTO machine_option (machine_id, definition_id, choice, name, availability, price, cost, lead_days,
      grants_voltage, grants_phases, grants_ip_rating, notes)
    SELECT machine.id, definition.id, value ->> 'choice', definition.name || coalesce(': ' || (value ->> 'choice'), '')
        || CASE WHEN value ? 'choice' AND definition.unit IS NOT NULL THEN ' ' || definition.unit ELSE '' END,
      value ->> 'availability', (value ->> 'price')::numeric, ${sampleCost(sql`(value ->> 'price')::numeric`)}, (value ->> 'leadDays')::int, (value ->> 'voltage')::int,
      (value ->> 'phases')::int, value ->> 'ip', value ->> 'notes'
    FROM ${given(rows)} JOIN library_machine machine ON machine.model = value ->> 'model'
      JOIN option_definition definition ON definition.code = value ->> 'definition'
    ORDER BY place
  `.execute(db)
}

async function finderOf(db: Transaction): Promise<FindOption> {
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT option.id, machine.model || ' ' || definition.code || coalesce('=' || option.choice, '') AS name
    FROM machine_option option JOIN library_machine machine ON machine.id = option.machine_id
      JOIN option_definition definition ON definition.id = option.definition_id
  `.execute(db)
  const ids = new Map(rows.map(({ id, name }) => [name, id]))
  return (model, key) => {
    const id = ids.get(`${model} ${key}`)
    if (id === undefined) throw new Error(`The sample names the option ${key} of ${model}, which has none.`)
    return id
  }
}

async function seedRelations(
  db: Transaction,
  relation: 'requires' | 'excludes',
  all: readonly SampleOptions[],
  findOption: FindOption,
): Promise<void> {
  const pairs = all.flatMap(({ model, options }) =>
    options.flatMap(([key, , , , details]) =>
      (details?.[relation] ?? []).map((other) => ({ own: findOption(model, key), other: findOption(model, other) })),
    ),
  )
  await sql`
    INSERT INTO ${sql.table(`machine_option_${relation}`)} (option_id, other_id)
    SELECT (value ->> 'own')::uuid, (value ->> 'other')::uuid FROM ${given(pairs)}
  `.execute(db)
}

async function seedRules(db: Transaction, all: readonly SampleOptions[], findOption: FindOption): Promise<void> {
  const rules = all.flatMap(({ model, rules = [] }) => {
    const find = (key: OptionKey) => findOption(model, key)
    return rules.map(({ options = [], amounts, combinations = [], ...rule }) => {
      return {
        ...rule,
        model,
        options: options.map((key, place) => ({ optionId: find(key), amount: amounts?.[place] ?? null })),
        combinations: combinations.map((keys) => ({ options: keys.map(find) })),
      }
    })
  })
  await sql`
    INSERT INTO machine_option_rule (machine_id, kind, name, reason, options, most, sum_most, sum_most_fact, unit, combinations, formula, style_id,
      when_fact, when_at_least, when_at_most)
    SELECT machine.id, value ->> 'kind', value ->> 'name', value ->> 'reason', value -> 'options', (value ->> 'most')::int,
      (value ->> 'sumMost')::float8, value ->> 'sumMostFact', value ->> 'unit', value -> 'combinations', value ->> 'formula',
      style.id,
      value #>> '{when,fact}', (value #>> '{when,atLeast}')::float8, (value #>> '{when,atMost}')::float8
    FROM ${given(rules)} JOIN library_machine machine ON machine.model = value ->> 'model'
      LEFT JOIN packaging_style style ON style.code = value ->> 'style'
    ORDER BY place
  `.execute(db)
}
