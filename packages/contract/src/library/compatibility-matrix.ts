import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { historyEntrySchema } from '../engine/history.ts'
import { pageQuerySchema } from '../engine/list-query.ts'
import { pageOf } from '../engine/page.ts'
import { plain } from '../engine/text-schemas.ts'
import { compatibilities, compatibilityResults } from './compatibility.ts'

/** Most machines, and most styles, of one answer. */
export const MATRIX_MACHINES = 2_000
export const MATRIX_STYLES = 500

const count = (max: number, fallback: number, min = 0) => {
  const message = `must be a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,7}$/, message)
    .transform(Number)
    .pipe(z.number().min(min, message).max(max, message))
    .optional()
    .transform((value) => value ?? fallback)
}

const material = plain(100, false)
  .optional()
  .describe('Only answers that name this material, or none at all; others are unknown')

export const matrixSchema = z.object({
  revision: z.int().describe('Rises with every change of machines, styles and answers'),
  machineCount: z.int().describe('Of the whole matrix'),
  styleCount: z.int().describe('Of the whole matrix'),
  machines: z.array(z.object({ id: z.uuid(), model: z.string(), name: z.string() })),
  styles: z.array(z.object({ id: z.uuid(), code: z.string(), name: z.string(), family: z.string() })),
  rows: z
    .array(z.string())
    .describe(
      'A line for each machine and a letter for each style: Y yes, C conditional, N no, U unknown; small where the evidence is stale',
    ),
})
export type Matrix = z.infer<typeof matrixSchema>

export const compatibilityMatrix = defineCall({
  area: 'Library',
  method: 'GET',
  path: '/v1/machine-library/machines/compatibility-matrix',
  summary: 'Which library machine makes which packaging style',
  description: 'The whole matrix or a window of it, by model and by code. Answers 304 to a known ETag.',
  access: 'compatibility.read',
  query: z.strictObject({
    machineFrom: count(1_000_000, 0),
    machineCount: count(MATRIX_MACHINES, MATRIX_MACHINES, 1),
    styleFrom: count(1_000_000, 0),
    styleCount: count(MATRIX_STYLES, MATRIX_STYLES, 1),
    material,
  }),
  result: matrixSchema,
})

export const exportCompatibilityMatrix = defineCall({
  area: 'Library',
  method: 'GET',
  path: '/v1/machine-library/machines/compatibility-matrix/export',
  summary: 'The matrix as a CSV file',
  description:
    'The whole matrix: a line for each machine and a column for each style; a pair without an answer is unknown.',
  access: 'compatibility.read',
  query: z.strictObject({ material }),
  answer: 'csv',
})

const pairSchema = z.object({
  machine: z.object({ id: z.uuid(), model: z.string(), name: z.string() }),
  style: z.object({ id: z.uuid(), code: z.string(), name: z.string() }),
  result: z.enum(compatibilityResults),
  cell: compatibilities.row.nullable().describe('Null where nobody has answered yet'),
  requiredOptions: z.array(z.object({ id: z.uuid(), name: z.string() })),
  excludedOptions: z.array(z.object({ id: z.uuid(), name: z.string() })),
})
export type CompatibilityPair = z.infer<typeof pairSchema>

const resultFilter = z
  .union([z.enum(compatibilityResults), z.array(z.enum(compatibilityResults))])
  .transform((given) => [given].flat())
  .optional()
  .describe('The wanted answers, by repeating the parameter; all where it is not given')

const pairsCall = (path: string, summary: string) =>
  defineCall({
    area: 'Library',
    method: 'GET',
    path,
    summary,
    access: 'compatibility.read',
    params: z.object({ id: z.uuid() }),
    query: pageQuerySchema({ result: resultFilter }),
    result: pageOf(pairSchema),
  })

export const compatibleStyles = pairsCall(
  '/v1/machine-library/machines/{id}/compatible-styles',
  'Every packaging style with the answer for a library machine',
)

export const compatibleMachines = pairsCall(
  '/v1/machine-library/packaging-styles/{id}/machines',
  'Every library machine with the answer for a packaging style',
)

export const cellHistory = defineCall({
  area: 'Library',
  method: 'GET',
  path: '/v1/machine-library/machines/{id}/compatible-styles/{styleId}/history',
  summary: 'Who changed the answer for a machine and a style, newest first',
  description: 'Also what was said before a cell was removed and made again.',
  access: 'compatibility.read',
  params: z.object({ id: z.uuid(), styleId: z.uuid() }),
  query: pageQuerySchema(),
  result: pageOf(historyEntrySchema),
})
