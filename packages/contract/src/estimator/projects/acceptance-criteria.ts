import { z } from 'zod'
import { field } from '../../engine/field.ts'
import { MAX_PROMISES, promiseDirections, promiseKinds } from '../../promises/promises.ts'

/** So many criteria a commissioning step has at most. */
const MAX_CRITERIA = 20
/** So many different criteria a project has at most when it is submitted: each becomes a promise of a machine, which has one of its speed too. */
export const MAX_PROJECT_CRITERIA = MAX_PROMISES - 1

/** The fields of a criterion as a form shows them. */
export const criterionParts = {
  name: field.text({ label: 'Criterion', required: true, max: 100, example: 'Changeover time' }),
  kind: field.choice(promiseKinds, { label: 'Measured as', required: true, fallback: 'speed' }),
  direction: field.choice(promiseDirections, { label: 'Kept if', required: true, fallback: 'atLeast' }),
  figure: field.number({ label: 'Figure', required: true, min: 0, max: 1_000_000_000 }),
  unit: field.text({ label: 'Unit', required: true, max: 30, example: 'cycles/min' }),
  conditions: field.text({ label: 'Conditions', max: 500, example: 'Over 4 hours' }),
}

/** What has to be shown at an acceptance test, as a figure. It has what a promise has: it becomes one. */
export const acceptanceCriterionSchema = z.strictObject({
  name: criterionParts.name.schema,
  kind: criterionParts.kind.schema,
  direction: criterionParts.direction.schema,
  figure: criterionParts.figure.schema,
  unit: criterionParts.unit.schema,
  conditions: criterionParts.conditions.schema
    .optional()
    .describe('In words; absent if the criterion has no conditions'),
})
export type AcceptanceCriterion = z.infer<typeof acceptanceCriterionSchema>

/** The criteria of a commissioning step beside their free text. */
export const acceptanceCriteria = () =>
  field.objects(
    z
      .array(acceptanceCriterionSchema)
      .max(MAX_CRITERIA, `must not have more than ${MAX_CRITERIA} entries`)
      .refine(
        (criteria) => differentCriteria([{ criteria }]).length === criteria.length,
        'must not have the same entry twice',
      ),
    {
      label: 'Criteria in figures',
      help: 'Each becomes a promise of every machine of the order, when that machine is claimed',
      parts: criterionParts,
    },
  )

/** The criteria of all steps, each once: FAT and SAT often name the same. */
export function differentCriteria(
  steps: readonly { criteria: readonly AcceptanceCriterion[] }[],
): AcceptanceCriterion[] {
  const all = steps.flatMap(({ criteria }) => criteria)
  return [...new Map(all.map((one) => [criterionKey(one), one])).values()]
}

/** What two criteria that are one agree in; a promise that was made of one has it too. */
export function criterionKey({
  name,
  kind,
  direction,
  figure,
  unit,
  conditions,
}: Omit<AcceptanceCriterion, 'conditions'> & { conditions?: string | null | undefined }): string {
  return JSON.stringify([name, kind, direction, figure, unit, conditions ?? null])
}
