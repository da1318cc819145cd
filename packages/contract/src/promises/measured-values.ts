import { z } from 'zod'
import { field } from '../engine/field.ts'
import { acceptanceCriterionSchema, criterionKey, criterionParts } from '../estimator/projects/acceptance-criteria.ts'

/** So many promises, or figures of a quote, are measured in one test. */
export const MAX_ACCEPTANCE_RESULTS = 50

const parts = {
  ...criterionParts,
  // That of a promise, which the value comes from where a claim was undone.
  name: field.text({ label: 'Criterion', required: true }),
  value: field.number({ label: 'Measured', required: true, min: 0, max: 1_000_000_000 }),
  note: field.text({ label: 'Note', max: 500 }),
}

/** What was measured of a figure of the quote, while the machine has no promises yet. */
const measuredValueSchema = acceptanceCriterionSchema.extend({
  name: parts.name.schema,
  value: parts.value.schema,
  note: parts.note.schema.optional().describe('Absent without a note'),
})
export type MeasuredValue = z.infer<typeof measuredValueSchema>

/** The values of an acceptance test that are those of no promise yet. */
export const measuredValues = () =>
  field.objects(
    z
      .array(measuredValueSchema)
      .max(MAX_ACCEPTANCE_RESULTS, `must not have more than ${MAX_ACCEPTANCE_RESULTS} entries`)
      .refine(
        (values) => new Set(values.map(criterionKey)).size === values.length,
        'must not have the same entry twice',
      ),
    {
      label: 'Measured before the claim',
      help: 'Of figures of the quote. With the claim of the machine they become measured values of its promises',
      parts,
    },
  )
