import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { wholeListQuerySchema } from '../engine/list-query.ts'
import { fieldKinds } from './field-specs.ts'
import { libraryMachines } from './library-machines.ts'

const facetSchema = z.array(z.object({ value: z.string(), label: z.string(), count: z.int() }))

export const filterOptionsSchema = z.object({
  total: z.int().describe('Machines that every filter leaves'),
  lifecycle: facetSchema,
  typeId: facetSchema,
  supplierId: facetSchema,
  tagId: facetSchema,
  styleId: facetSchema,
  specs: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      kind: z.enum(fieldKinds),
      unit: z.string().nullable(),
      count: z.int().describe('Machines that have a value'),
      min: z.number().nullable().describe('Smallest number of these machines'),
      max: z.number().nullable().describe('Largest number of these machines'),
      values: facetSchema.describe('Options, texts, or true and false; the 100 most frequent'),
    }),
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
