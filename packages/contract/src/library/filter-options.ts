import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { wholeListQuerySchema } from '../engine/list-query.ts'
import { facetSchema } from './facets.ts'
import { fieldKinds } from './field-specs.ts'
import { libraryMachines } from './library-machines.ts'

/** So many fields are counted, those that most machines have a value of, and those that are filtered by. */
export const MAX_COUNTED_FIELDS = 200
/** So many values of a field are counted, the most frequent first. */
export const MAX_FIELD_VALUES = 100

/** Into so many parts of the same width the numbers of a field are divided. */
export const HISTOGRAM_PARTS = 20

/** Where the numbers of machines lie. */
export const histogramSchema = z
  .object({
    from: z.number().describe('The smallest number of all machines of the library'),
    to: z.number().describe('The largest'),
    counts: z
      .array(z.int())
      .describe(
        `Machines in each of ${HISTOGRAM_PARTS} parts of the same width; a range counts in every part it meets`,
      ),
  })
  .nullable()
  .describe('Null where no machine has a number')
export type Histogram = z.infer<typeof histogramSchema>

export const filterOptionsSchema = z.object({
  total: z.int().describe('Machines that every filter leaves'),
  unknownForStyle: z
    .int()
    .describe('Of these, machines of which it is unknown whether they make a packaging style of `possibleStyleId`'),
  speed: histogramSchema.describe('Design speeds'),
  lifecycle: facetSchema,
  ipRating: facetSchema,
  typeId: facetSchema,
  supplierId: facetSchema,
  tagId: facetSchema,
  styleId: facetSchema,
  specs: z
    .array(
      z.object({
        key: z.string(),
        label: z.string(),
        kind: z.enum(fieldKinds),
        unit: z.string().nullable(),
        count: z.int().describe('Machines that have a value'),
        min: z.number().nullable().describe('Smallest number of these machines'),
        max: z.number().nullable().describe('Largest number of these machines'),
        histogram: histogramSchema,
        values: facetSchema.describe(`Options, texts, or true and false; the ${MAX_FIELD_VALUES} most frequent`),
      }),
    )
    .describe(
      `By key; the ${MAX_COUNTED_FIELDS} fields that most machines have a value of, and those that are filtered by`,
    ),
})
export type FilterOptions = z.infer<typeof filterOptionsSchema>

export const libraryFilterOptions = defineCall({
  area: 'Library',
  method: 'GET',
  path: '/v1/machine-library/machines/filter-options',
  summary: 'What library machines can be filtered by, with counts',
  description: 'Takes the filters of the list. The counts of a filter respect all others, and not the filter itself.',
  access: 'libraryMachine.read',
  query: wholeListQuerySchema(libraryMachines),
  result: filterOptionsSchema,
})
