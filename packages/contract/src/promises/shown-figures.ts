import { z } from 'zod'
import { MAX_ACCEPTANCE_RESULTS } from './measured-values.ts'
import { promises } from './promises.ts'

const { name, figure, unit, direction, conditions } = promises.fields

/** What a screen shows of a promise, or of a figure of the quote, beside the field for its value. */
const shownFigureSchema = z.strictObject({
  name: name.schema,
  figure: figure.schema,
  unit: unit.schema,
  direction: direction.schema
    .optional()
    .describe('Absent where the device did not show it: then neither it nor the conditions are compared and signed'),
  conditions: conditions.schema.nullable().optional().describe('In words; null without conditions'),
})
export type ShownFigure = z.infer<typeof shownFigureSchema>

const promiseId = z
  .uuid()
  .toLowerCase()
  .nullable()
  .describe('Null of a figure of the quote, before the machine is claimed')

/** The figures that the values of a test were measured against, as the device showed them. */
export const shownFiguresSchema = z
  .array(
    shownFigureSchema.extend({
      promiseId,
      now: shownFigureSchema
        .nullable()
        .optional()
        .describe(
          'The present figure, where the person has seen that it is another one and records the test with the one that was shown; null where it is gone',
        ),
    }),
  )
  .max(MAX_ACCEPTANCE_RESULTS)
  .refine(
    (figures) => new Set(figures.map((one) => one.promiseId ?? JSON.stringify(one))).size === figures.length,
    'must not have the same entry twice',
  )
export type ShownFigures = z.infer<typeof shownFiguresSchema>

/** What `current` of a refused test is where promises have changed since the device showed them. */
export const changedFiguresSchema = z.object({
  figures: z.array(z.object({ promiseId, shown: shownFigureSchema, now: shownFigureSchema.nullable() })),
})
export type ChangedFigures = z.infer<typeof changedFiguresSchema>
