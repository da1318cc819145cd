import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { wholeFrom } from '../engine/text-schemas.ts'
import { revisionRuleSchema } from './rule-revisions.ts'

/** The states of an option, see `ChoiceState` of `@packhouse/contract/configurator`. */
export const choiceStateNames = ['chosen', 'implied', 'default', 'free', 'excluded'] as const

/** Most own choices of a configuration. */
export const CONFIGURATION_CHOICES = 1_000

const optionId = z
  .string()
  .max(60, 'must be the id of an option and, of the kind range, = and a number')
  .regex(
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(=(0|-?[1-9]\d{0,6})(\.\.(0|-?[1-9]\d{0,6}))?)?$/i,
    'must be the id of an option and, of the kind range, = and a number',
  )
  .toLowerCase()
const choices = z
  .array(optionId)
  .max(CONFIGURATION_CHOICES, `must not have more than ${CONFIGURATION_CHOICES} options`)
  .refine((ids) => new Set(ids).size === ids.length, 'must not name an option twice')
const choiceSchema = z.object({ option: z.string(), taken: z.boolean() })

export const ruleReasonSchema = z.object({
  rules: z.array(z.string()).describe('Codes of `rules` of the answer'),
  groups: z.array(z.string()).describe('Ids of option definitions of which one, or at most one, is taken'),
  facts: z.array(z.string()).describe('Figures of the machine, or `style`'),
})

export const choiceReasonSchema = ruleReasonSchema.extend({
  choices: z.array(choiceSchema).describe('Own choices that lead to it; none: it would be so without any'),
  defaults: z.array(z.string()).describe('Standard options that lead to it'),
  isMinimal: z.boolean().describe('False where the search was given up, so that less may do'),
})

export const swapSchema = z.object({
  givesUp: z.array(choiceSchema),
  chosen: z.array(z.string()),
  declined: z.array(z.string()),
})

const swapsSchema = z.object({
  swaps: z.array(swapSchema).describe('The smallest sets of own choices to give up; none: never possible'),
  isSmallest: z.boolean(),
})

export const configuredOptionSchema = z.object({
  id: z.string().describe('Of the kind range `id=from..to` or `id=number` for numbers that no rule tells apart'),
  state: z.enum(choiceStateNames),
  reason: choiceReasonSchema
    .nullable()
    .describe('Of what is implied, default or excluded; null for the others and past the limit'),
  swaps: swapsSchema.nullable().describe('Of what is excluded; null for the others and past the limit'),
})

export const configuredPriceSchema = z.object({
  currency: z.string().nullable(),
  base: z.string().nullable(),
  options: z.string().nullable().describe('Of all options that are chosen, implied or default'),
  total: z.string().nullable().describe('Null where a price or the currency is missing'),
  missing: z
    .array(z.string())
    .describe('Ids of options without a price; `base` for the machine, `currency` for its currency'),
})

export const configuredLeadTimeSchema = z.object({
  weeks: z.int().nullable().describe('Of the machine'),
  optionDays: z.int().describe('What the options add, each on its own'),
  days: z.int().nullable().describe('Of all; null where that of the machine is not known'),
  deliveredOn: z.iso.date().nullable().describe('If ordered today'),
})

export const settlementSchema = z.object({
  unknownOptions: z.array(z.string()).describe('Choices that this revision does not have'),
  choices: z.array(choiceSchema).describe('Choices that contradict each other under this revision'),
  reason: ruleReasonSchema,
  swaps: swapsSchema,
})

export const machineConfigurationSchema = z.object({
  revision: z.object({ number: z.int(), hash: z.string(), isCurrent: z.boolean() }),
  isPossible: z.boolean().describe('False where choices have to be settled first; then there are no states'),
  options: z.array(configuredOptionSchema),
  openGroups: z.array(z.string()).describe('Ids of option definitions of which one has to be chosen'),
  undecided: z.array(z.string()).describe('Options about which the search was given up; they count as excluded'),
  unknownRules: z
    .array(z.object({ rule: z.string(), facts: z.array(z.string()) }))
    .describe('Rules that say nothing because these facts are not known'),
  rules: z.array(revisionRuleSchema).describe('Those that the answer names'),
  reasonsLeftOut: z.int().describe('Options whose reason is past the limit of one answer; name them in `explain`'),
  price: configuredPriceSchema.nullable(),
  leadTime: configuredLeadTimeSchema.nullable(),
  settlement: settlementSchema.nullable().describe('Null where all choices go together under this revision'),
})
export type MachineConfiguration = z.infer<typeof machineConfigurationSchema>

export const configureMachine = defineCall({
  area: 'Library',
  method: 'POST',
  path: '/v1/machine-library/machines/{id}/configure',
  summary: 'The state of every option of a library machine after some choices',
  description:
    'Changes nothing. With reasons, the smallest swaps, price and lead time. Choices that were made under an older revision are settled under the ' +
    'wanted one, which names what is illegal.',
  access: 'machineOption.read',
  params: z.object({ id: z.uuid() }),
  body: z.strictObject({
    chosen: choices.default([]).describe('In the order of the clicks'),
    declined: choices.default([]).describe('In the order of the clicks'),
    styleId: z.uuid().nullable().default(null).describe('The packaging style; without one its rules say nothing'),
    revision: wholeFrom(1).nullable().default(null).describe('Null: what the machine has now'),
    explain: z.array(optionId).max(100).default([]).describe('Options whose reasons come first'),
  }),
  result: machineConfigurationSchema,
})
