import type { MachineFact, OptionRuleKind, RevisionOption, RuleCombination, RuleOption } from '@packhouse/contract'
import { machineFacts, type optionInputKinds } from '@packhouse/contract'
import { type RawBuilder, sql } from 'kysely'
import { toColumn } from '../../engine/resource/columns.ts'
import type { Transaction } from '../../platform/database.ts'

export interface MachineRow {
  id: string
  model: string
  name: string
  basePrice: string | null
  currency: string | null
  leadWeeks: number | null
  facts: Record<MachineFact, number | null>
}

export interface OptionRow extends RevisionOption {
  machineId: string
  code: string
  definition: string
  category: string | null
  inputKind: (typeof optionInputKinds)[number]
  unit: string | null
}

/** Options that require or exclude another, and those that a packaging style needs or cannot have. */
export interface PairRow {
  machineId: string
  kind: 'requires' | 'excludes' | 'included' | 'unavailable'
  /** The option that has the relation; null for a packaging style. */
  optionId: string | null
  otherId: string
  styleId: string | null
}

export interface RuleRow {
  id: string
  machineId: string
  kind: OptionRuleKind
  name: string
  reason: string | null
  options: RuleOption[]
  most: number | null
  sumMost: number | null
  sumMostFact: MachineFact | null
  combinations: RuleCombination[]
  formula: string | null
  styleId: string | null
  whenFact: MachineFact | null
  whenAtLeast: number | null
  whenAtMost: number | null
}

export interface StyleRow {
  id: string
  code: string
  name: string
}

/** Whatever a configuration of a machine depends on. */
export interface ContentRows {
  machine: MachineRow
  options: OptionRow[]
  pairs: PairRow[]
  rules: RuleRow[]
  styles: StyleRow[]
}

/** Reads it for several machines, in five statements however many they are. A machine that is not there is left out. */
export async function readContentRows(db: Transaction, ids: readonly string[]): Promise<ContentRows[]> {
  const machines = await readMachines(db, ids)
  const options = Map.groupBy(await readOptions(db, ids), ({ machineId }) => machineId)
  const pairs = Map.groupBy(await readPairs(db, ids), ({ machineId }) => machineId)
  const rules = Map.groupBy(await readRules(db, ids), ({ machineId }) => machineId)
  const named = [...pairs.values(), ...rules.values()].flat().flatMap(({ styleId }) => styleId ?? [])
  const styles = await readStyles(db, [...new Set(named)])
  return machines.map((machine) => {
    const own = { options: options.get(machine.id) ?? [], pairs: pairs.get(machine.id) ?? [] }
    const ruleRows = rules.get(machine.id) ?? []
    const styleIds = new Set([...own.pairs, ...ruleRows].map(({ styleId }) => styleId))
    return { machine, ...own, rules: ruleRows, styles: styles.filter(({ id }) => styleIds.has(id)) }
  })
}

async function readMachines(db: Transaction, ids: readonly string[]): Promise<MachineRow[]> {
  const facts = machineFacts.flatMap((name): RawBuilder<unknown>[] => [sql.lit(name), sql.ref(toColumn(name))])
  const { rows } = await sql<MachineRow>`
    SELECT id, model, name, trim_scale(base_price)::text AS "basePrice", currency, lead_weeks AS "leadWeeks",
      jsonb_build_object(${sql.join(facts)}) AS facts
    FROM library_machine WHERE id = ANY(${ids}::uuid[]) ORDER BY id
  `.execute(db)
  return rows
}

/** By category and definition, numbers by their size and choices in the order of the definition. */
async function readOptions(db: Transaction, ids: readonly string[]): Promise<OptionRow[]> {
  const { rows } = await sql<OptionRow>`
    SELECT o.machine_id AS "machineId", o.id, o.definition_id AS "definitionId", o.name, o.choice, o.availability,
      trim_scale(o.price)::text AS price, o.lead_days AS "leadDays", d.code, d.name AS definition, d.category,
      d.input_kind AS "inputKind", d.unit
    FROM machine_option o JOIN option_definition d ON d.id = o.definition_id
    WHERE o.machine_id = ANY(${ids}::uuid[])
    ORDER BY d.category NULLS LAST, d.name, d.id, CASE WHEN d.input_kind = 'number' THEN o.choice::numeric END,
      array_position(d.choices, o.choice), o.id
  `.execute(db)
  return rows
}

async function readPairs(db: Transaction, ids: readonly string[]): Promise<PairRow[]> {
  const relation = (kind: 'requires' | 'excludes') => sql`
    SELECT o.machine_id AS "machineId", ${sql.lit(kind)} AS kind, p.option_id AS "optionId", p.other_id AS "otherId", NULL::uuid AS "styleId"
    FROM machine_option o JOIN ${sql.table(`machine_option_${kind}`)} p ON p.option_id = o.id
    WHERE o.machine_id = ANY(${ids}::uuid[])`
  const ofStyle = (kind: 'included' | 'unavailable', table: string) => sql`
    SELECT c.machine_id, ${sql.lit(kind)}, NULL, p.option_id, c.style_id
    FROM compatibility c JOIN ${sql.table(table)} p ON p.compatibility_id = c.id WHERE c.machine_id = ANY(${ids}::uuid[])`
  const { rows } = await sql<PairRow>`
    ${relation('requires')} UNION ALL ${relation('excludes')}
    UNION ALL ${ofStyle('included', 'compatibility_required_option')}
    UNION ALL ${ofStyle('unavailable', 'compatibility_excluded_option')}
    ORDER BY "machineId", kind DESC, "styleId", "optionId", "otherId"
  `.execute(db)
  return rows
}

async function readRules(db: Transaction, ids: readonly string[]): Promise<RuleRow[]> {
  const { rows } = await sql<RuleRow>`
    SELECT id, machine_id AS "machineId", kind, name, reason, options, most, sum_most AS "sumMost", sum_most_fact AS "sumMostFact",
      combinations, formula, style_id AS "styleId", when_fact AS "whenFact", when_at_least AS "whenAtLeast", when_at_most AS "whenAtMost"
    FROM machine_option_rule WHERE machine_id = ANY(${ids}::uuid[]) ORDER BY id
  `.execute(db)
  return rows
}

async function readStyles(db: Transaction, ids: readonly string[]): Promise<StyleRow[]> {
  const { rows } = await sql<StyleRow>`
    SELECT id, code, name FROM packaging_style WHERE id = ANY(${ids}::uuid[]) ORDER BY code, id`.execute(db)
  return rows
}
