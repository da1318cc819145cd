import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { pageQuerySchema } from '../engine/list-query.ts'
import { pageOf } from '../engine/page.ts'
import { optionRuleKinds } from './machine-option-rules.ts'
import { optionAvailabilities } from './machine-options.ts'
import { optionInputKinds } from './option-definitions.ts'

const factSchema = z.union([z.string(), z.number(), z.boolean()]).meta({ examples: [400] })
const conditionSchema = z.object({
  attribute: z.string(),
  oneOf: z.array(factSchema).optional(),
  atLeast: z.number().optional(),
  atMost: z.number().optional(),
})
const ruleBase = { code: z.string(), when: z.array(conditionSchema).optional() }
const codes = z.array(z.string())
const valuesSchema = z.object({ from: z.number(), to: z.number(), step: z.number() })
const formulaLiteralSchema = z.union([
  z.object({ option: z.string(), taken: z.boolean() }),
  z.object({
    terms: z
      .array(z.object({ factor: z.number(), of: codes }))
      .describe('Each the factor times the numbers of these groups'),
    relation: z.enum(['atMost', 'equals']),
    bound: z.number(),
    holds: z.boolean().describe('False: the opposite of it is so'),
  }),
])

/** The rules as the solver takes them, `RuleModel` of `@packhouse/contract/configurator`. Options are named by their ids, groups by those of definitions. */
export const ruleModelSchema = z.object({
  groups: z.array(
    z.object({
      code: z.string(),
      least: z.int(),
      most: z.int(),
      options: z.array(
        z.object({ code: z.string(), preference: z.number().optional(), values: valuesSchema.optional() }),
      ),
    }),
  ),
  rules: z.array(
    z.discriminatedUnion('kind', [
      z.object({ ...ruleBase, kind: z.literal('requires'), options: codes, anyOf: codes }),
      z.object({ ...ruleBase, kind: z.literal('excludes'), option: z.string(), others: codes }),
      z.object({ ...ruleBase, kind: z.literal('atMost'), of: codes, most: z.number() }),
      z.object({ ...ruleBase, kind: z.literal('combinations'), allowed: z.array(z.record(z.string(), codes)) }),
      z.object({
        ...ruleBase,
        kind: z.literal('sum'),
        amounts: z.record(z.string(), z.number()),
        most: z.union([z.number(), z.object({ attribute: z.string() })]),
      }),
      z.object({ ...ruleBase, kind: z.literal('included'), options: codes }),
      z.object({ ...ruleBase, kind: z.literal('unavailable'), options: codes }),
      z.object({
        ...ruleBase,
        kind: z.literal('formula'),
        clauses: z.array(z.array(formulaLiteralSchema)).describe('Of each clause at least one literal holds'),
      }),
    ]),
  ),
})

export const revisionOptionSchema = z.object({
  id: z.uuid(),
  definitionId: z.uuid(),
  name: z.string(),
  choice: z.string().nullable(),
  availability: z.enum(optionAvailabilities),
  price: z.string().nullable(),
  leadDays: z.int().nullable(),
})
export type RevisionOption = z.infer<typeof revisionOptionSchema>

export const revisionGroupSchema = z.object({
  id: z.uuid().describe('Of the option definition'),
  code: z.string(),
  name: z.string(),
  category: z.string().nullable(),
  inputKind: z.enum(optionInputKinds),
  unit: z.string().nullable(),
})

export const revisionRuleKinds = ['requires', 'excludes', ...optionRuleKinds] as const

/** The texts of a rule. */
export const revisionRuleSchema = z.object({
  code: z.string().describe('As in the model'),
  kind: z.enum(revisionRuleKinds),
  name: z
    .string()
    .nullable()
    .describe('Null for what an option requires or excludes, and for what a packaging style does'),
  reason: z.string().nullable(),
  options: z.array(z.string()).describe('Ids of the options it names; of a relation first the one that has it'),
  styleId: z.uuid().nullable(),
})
export type RevisionRule = z.infer<typeof revisionRuleSchema>

/** Everything a configuration of a machine depends on, as it was. */
export const revisionContentSchema = z.object({
  schema: z.literal(1),
  machine: z.object({
    id: z.uuid(),
    model: z.string(),
    name: z.string(),
    basePrice: z.string().nullable(),
    currency: z.string().nullable(),
    leadWeeks: z.int().nullable(),
  }),
  facts: z
    .record(z.string(), factSchema)
    .describe('Figures of the machine that rules can depend on; one that is missing is unknown'),
  groups: z.array(revisionGroupSchema),
  options: z.array(revisionOptionSchema),
  rules: z.array(revisionRuleSchema),
  styles: z
    .array(z.object({ id: z.uuid(), code: z.string(), name: z.string() }))
    .describe('Packaging styles that rules name'),
  model: ruleModelSchema,
})
export type RevisionContent = z.infer<typeof revisionContentSchema>

export const ruleRevisionSchema = z.object({
  number: z.int(),
  hash: z.string().describe('SHA-256 of the content as canonical JSON, in hexadecimal'),
  createdAt: z.iso.datetime(),
  createdBy: z.uuid().nullable(),
  isCurrent: z.boolean().describe('Whether it is what the machine has now'),
})
export type RuleRevision = z.infer<typeof ruleRevisionSchema>

export const wholeRuleRevisionSchema = ruleRevisionSchema.extend({ content: revisionContentSchema })
export type WholeRuleRevision = z.infer<typeof wholeRuleRevisionSchema>

const machine = z.object({ id: z.uuid() })
const wholeNumber = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'must be a whole number from 1')
  .transform(Number)

export const listRuleRevisions = defineCall({
  area: 'Library',
  method: 'GET',
  path: '/v1/machine-library/machines/{id}/rule-revisions',
  summary: 'The revisions of the options and rules of a library machine, newest first',
  description:
    'A revision is made when a configuration is first asked for after a change. It never changes and is never removed.',
  access: 'machineOption.read',
  params: machine,
  query: pageQuerySchema(),
  result: pageOf(ruleRevisionSchema),
})

export const currentRuleRevision = defineCall({
  area: 'Library',
  method: 'GET',
  path: '/v1/machine-library/machines/{id}/rule-revisions/current',
  summary: 'The options and rules of a library machine as they are now, for the solver',
  description: 'Created if no revision equals the present state. Answers 304 to a known ETag.',
  access: 'machineOption.read',
  params: machine,
  result: wholeRuleRevisionSchema,
  sends: ['ETag'],
})

export const getRuleRevision = defineCall({
  area: 'Library',
  method: 'GET',
  path: '/v1/machine-library/machines/{id}/rule-revisions/{number}',
  summary: 'A revision of the options and rules of a library machine',
  description: 'Also of a machine that was deleted. Answers 304 to a known ETag.',
  access: 'machineOption.read',
  params: z.object({ id: z.uuid(), number: wholeNumber }),
  result: wholeRuleRevisionSchema,
  sends: ['ETag'],
})
