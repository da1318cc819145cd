import { z } from 'zod'
import { field } from '../../engine/field.ts'
import { MAX_PROMISES, promiseDirections, promiseKinds } from '../../promises/promises.ts'

/** So many criteria a commissioning step has at most. */
const MAX_CRITERIA = 20
/** So many different criteria a machine of a project has at most when that is submitted: each becomes a promise of it, beside the one of its speed. */
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

const lineOfCriterion = field.text({
  label: 'Only for the line',
  help: 'A machine of the quote. Empty: every machine',
  max: 64,
})

/** A criterion of a project, which may be that of one of its lines alone. */
const projectCriterionSchema = acceptanceCriterionSchema.extend({
  line: lineOfCriterion.schema
    .optional()
    .describe('The `lineId` of the line whose machines have to show it; absent if every machine of the project has to'),
})
export type ProjectCriterion = z.infer<typeof projectCriterionSchema>

/** The criteria of a commissioning step beside their free text. */
export const acceptanceCriteria = () =>
  field.objects(
    z
      .array(projectCriterionSchema)
      .max(MAX_CRITERIA, `must not have more than ${MAX_CRITERIA} entries`)
      .refine(
        (criteria) => new Set(criteria.map((one) => `${one.line} ${criterionKey(one)}`)).size === criteria.length,
        'must not have the same entry twice',
      ),
    {
      label: 'Criteria in figures',
      help: 'Each becomes a promise of every machine of the order, or of those of its line, when that machine is claimed',
      parts: { ...criterionParts, line: lineOfCriterion },
    },
  )

/** The criteria of all steps, each once: FAT and SAT often name the same. @param isMeant which count, such as those of a line */
export function differentCriteria<Criterion extends AcceptanceCriterion>(
  steps: readonly { criteria: readonly Criterion[] }[],
  isMeant: (criterion: Criterion) => boolean = () => true,
): Criterion[] {
  const all = steps.flatMap(({ criteria }) => criteria).filter(isMeant)
  return [...new Map(all.map((one) => [criterionKey(one), one])).values()]
}

/** So many criteria the machine of a project has at most that has to show most of them. @param lines the lines of its machines */
export function mostCriteria(
  steps: readonly { criteria: readonly ProjectCriterion[] }[],
  lines: readonly string[],
): number {
  const ofLine = (line?: string) =>
    differentCriteria(steps, (one) => one.line === undefined || one.line === line).length
  return Math.max(ofLine(), ...lines.map(ofLine))
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
