import { z } from 'zod'
import { defineCall } from '../engine/call.ts'

/** The kinds of findings that prevent saving. */
export const ruleFaults = [
  'noSolution',
  'neverPossible',
  'requiresCycle',
  'unknownOption',
  'impossibleRule',
  'tooComplex',
  'tooMany',
] as const

/** The kinds that are only worth knowing. */
export const ruleWarnings = ['alwaysImplied', 'unfinished'] as const

export const ruleFindingKinds = [...ruleFaults, ...ruleWarnings] as const
export type RuleFindingKind = (typeof ruleFindingKinds)[number]

export const ruleFindingSchema = z.object({
  kind: z.enum(ruleFindingKinds),
  preventsSaving: z.boolean(),
  message: z.string().describe('In the words of the reader, with the names of options and rules'),
  options: z.array(z.string()).describe('Ids of the options it is about'),
  rules: z.array(z.string()).describe('Codes of the rules that lead to it together, as in the model'),
  groups: z.array(z.string()).describe('Ids of option definitions whose choice is part of it'),
  facts: z.array(z.string()).describe('Figures of the machine, or `style`, on which these rules depend'),
  styleId: z.uuid().nullable().describe('The packaging style under which it is so; null: whatever the style'),
})
export type RuleFinding = z.infer<typeof ruleFindingSchema>

export const ruleCheckSchema = z.object({
  findings: z.array(ruleFindingSchema),
  isComplete: z.boolean().describe('False where the check was given up at a limit, so that there may be more'),
  optionCount: z.int(),
  ruleCount: z.int().describe('Also what options require and exclude, and what packaging styles do'),
})
export type RuleCheck = z.infer<typeof ruleCheckSchema>

export const checkOptionRules = defineCall({
  area: 'Library',
  method: 'GET',
  path: '/v1/machine-library/machines/{id}/option-rules/check',
  summary: 'What is wrong with the rules between the options of a library machine',
  description:
    'Contradictions, options that are never possible, circles of requirements; options that are always implied and unfinished rules as warnings. ' +
    'Whatever prevents saving is refused when an option, a relation or a rule is saved.',
  access: 'machineOptionRule.read',
  params: z.object({ id: z.uuid() }),
  result: ruleCheckSchema,
})
