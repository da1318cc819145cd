import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { MATRIX_MACHINES, MATRIX_STYLES } from './compatibility-matrix.ts'
import { machineCategories } from './machine-types.ts'

/** More conditions of a pair than this are counted as this many. */
export const COUNTED_CONDITIONS = 15

export const matrixDetailsSchema = z.object({
  types: z.array(z.object({ id: z.uuid(), name: z.string(), category: z.enum(machineCategories) })),
  machines: z
    .array(
      z.object({
        id: z.uuid(),
        type: z.int().describe('Place in `types`'),
        designSpeed: z.number().nullable(),
        designSpeedUnit: z.string().nullable(),
        conditions: z
          .string()
          .describe(
            'A hexadecimal digit for each conditional answer, by the code of the style: how many conditions, at most f',
          ),
      }),
    )
    .describe(`By model, at most ${MATRIX_MACHINES}`),
  styles: z
    .array(z.object({ id: z.uuid(), standardRef: z.string().nullable() }))
    .describe(`By code, at most ${MATRIX_STYLES}`),
})
export type MatrixDetails = z.infer<typeof matrixDetailsSchema>

export const compatibilityMatrixDetails = defineCall({
  area: 'Library',
  method: 'GET',
  path: '/v1/machine-library/machines/compatibility-matrix/details',
  summary: 'Details of machines, styles and answers beside the matrix',
  description:
    'Types and speeds of the machines, standards of the styles, and how many conditions conditional answers have: a speed, a size, a tooling ' +
    'cost, and each option and each material count as one.',
  access: 'compatibility.read',
  result: matrixDetailsSchema,
})
