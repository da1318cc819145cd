import { z } from 'zod'
import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'
import { partOf } from './shared-fields.ts'

/** Whoever takes one option needs or excludes others by the relations of `machineOptions`; these are all other rules. */
export const optionRuleKinds = ['atMost', 'combinations', 'sum', 'included', 'unavailable', 'formula'] as const
export type OptionRuleKind = (typeof optionRuleKinds)[number]

/** Figures of a library machine that rules can depend on, by the name of the field. */
export const machineFacts = [
  'voltage',
  'phases',
  'powerKw',
  'airBar',
  'airLitresPerMinute',
  'weightKg',
  'widthMm',
  'depthMm',
  'heightMm',
  'designSpeed',
] as const
export type MachineFact = (typeof machineFacts)[number]

/** Most options of a rule, rows of a table of combinations, and options of such a row. */
export const RULE_OPTIONS = 500
export const RULE_COMBINATIONS = 200
export const COMBINATION_OPTIONS = 100

const optionId = z.uuid('must be the id of an option of the machine').toLowerCase()

function isDistinct(texts: readonly string[]): boolean {
  return new Set(texts).size === texts.length
}

const amount = z
  .number('must be a number')
  .min(-1_000_000, 'must be from -1000000 to 1000000')
  .max(1_000_000, 'must be from -1000000 to 1000000')
  .refine((value) => Number(value.toFixed(6)) === value, 'must not have more than 6 decimals')

const ruleOptions = z
  .array(
    z.strictObject({
      optionId,
      amount: amount.nullable().default(null).describe('What it adds to the sum, for the kind sum'),
    }),
  )
  .max(RULE_OPTIONS, `must not have more than ${RULE_OPTIONS} options`)
  .refine((options) => isDistinct(options.map((one) => one.optionId)), 'must not name an option twice')
export type RuleOption = z.infer<typeof ruleOptions>[number]

const combinations = z
  .array(
    z.strictObject({
      options: z
        .array(optionId)
        .min(1, 'must name an option')
        .max(COMBINATION_OPTIONS, `must not name more than ${COMBINATION_OPTIONS} options`)
        .refine(isDistinct, 'must not name an option twice'),
    }),
  )
  .max(RULE_COMBINATIONS, `must not have more than ${RULE_COMBINATIONS} combinations`)
  .refine(
    (rows) => isDistinct(rows.map(({ options }) => options.toSorted().join())),
    'must not have a combination twice',
  )
export type RuleCombination = z.infer<typeof combinations>[number]

/**
 * A rule between the options of a library machine. What is not of its kind is ignored; a rule that lacks what its kind needs says nothing, and the
 * check of the rules names it.
 */
export const machineOptionRules = defineResource({
  name: 'machineOptionRule',
  table: 'machine_option_rule',
  area: 'Library',
  noun: ['option rule', 'option rules'],
  fields: {
    machineId: partOf('libraryMachine', 'Library machine'),
    kind: field.choice(optionRuleKinds, { label: 'Kind of rule', required: true, filter: true, sort: true }),
    name: field.text({
      label: 'Name',
      help: 'What the rule says, in words that buyers read',
      required: true,
      search: true,
      sort: true,
    }),
    reason: field.text({ label: 'Reason', help: 'Why it is so, in words that buyers read', max: 500 }),
    options: field.objects(ruleOptions, {
      label: 'Options',
      help: 'For every kind but combinations and formula; with amounts for the kind sum',
      required: true,
      parts: {
        optionId: field.reference('machineOption', { label: 'Option', required: true }),
        amount: field.number({
          label: 'Amount',
          help: 'What it adds to the sum, for the kind sum',
          min: -1_000_000,
          max: 1_000_000,
        }),
      },
    }),
    most: field.integer({
      label: 'At most',
      help: 'How many of the options can be taken together',
      min: 0,
      max: 1_000,
    }),
    sumMost: field.number({ label: 'Largest sum', help: 'For the kind sum', min: -1_000_000_000, max: 1_000_000_000 }),
    sumMostFact: field.choice(machineFacts, {
      label: 'Figure of the machine that limits the sum',
      help: 'For the kind sum, in place of a number',
    }),
    unit: field.text({ label: 'Unit', help: 'Of the amounts', example: 'kW', max: 20 }),
    combinations: field.objects(combinations, {
      label: 'Allowed combinations',
      help: 'For the kind combinations: options that go together, in any way those of one row',
      required: true,
      parts: { options: field.list({ label: 'Options', refersTo: 'machineOption' }) },
    }),
    formula: field.multiline({
      label: 'Formula',
      help: 'For the kind formula, each line a statement with codes of options: A = 2 requires D = 4 or D = 5; E >= F + G; H = A * B; GAS and not (SEAL = Cold)',
      max: 1_000,
    }),
    styleId: field.reference('packagingStyle', {
      label: 'Packaging style',
      help: 'The rule counts for this packaging style alone',
      filter: true,
    }),
    whenFact: field.choice(machineFacts, {
      label: 'Figure of the machine',
      help: 'The rule counts where this figure lies within the limits',
    }),
    whenAtLeast: field.number({ label: 'Figure at least', min: -1_000_000_000, max: 1_000_000_000 }),
    whenAtMost: field.number({ label: 'Figure at most', min: -1_000_000_000, max: 1_000_000_000 }),
  },
  mounts: [
    { path: '/v1/machine-library/machine-option-rules' },
    { path: '/v1/machine-library/machines/{parentId}/option-rules', parent: 'machineId' },
  ],
  label: 'name',
  defaultSort: 'name',
  rules: {
    machine_option_rule_most_of_machine: {
      code: 'rule',
      fields: ['name'],
      message: 'must not be added: the machine has 500 rules, which is as many as it can have',
    },
    machine_option_rule_when_order: {
      code: 'rule',
      fields: ['whenAtMost'],
      message: 'must not be less than the smallest',
    },
  },
})
