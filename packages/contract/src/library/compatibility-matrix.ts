import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { historyEntrySchema } from '../engine/history.ts'
import { pageQuerySchema } from '../engine/list-query.ts'
import { pageOf } from '../engine/page.ts'
import { tableFormatSchema } from '../engine/table-file.ts'
import { plain } from '../engine/text-schemas.ts'
import { compatibilities } from './compatibility.ts'
import { compatibilityResults } from './compatibility-answers.ts'
import { compatibilityMaterials } from './compatibility-materials.ts'

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

const matrixWindow = {
  machineFrom: count(1_000_000, 0),
  machineCount: count(MATRIX_MACHINES, MATRIX_MACHINES, 1),
  styleFrom: count(1_000_000, 0),
  styleCount: count(MATRIX_STYLES, MATRIX_STYLES, 1),
}
/** A part of the matrix, by model and by code; all of it where nothing is given. */
export const matrixWindowSchema = z.strictObject(matrixWindow)

/**
 * For which material answers are read. Its own answer counts where a cell has one; else a cell that lists materials without it says
 * unknown, and any other cell says what it says of all materials.
 */
export const materialCode = plain(32, false)
  .optional()
  .describe(
    'Code of a packaging material: its own answer where a cell has one, unknown where the cell lists materials without it, else the answer of the cell',
  )

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
  query: z.strictObject({ ...matrixWindow, material: materialCode }),
  result: matrixSchema,
  sends: ['ETag'],
})

export const exportCompatibilityMatrix = defineCall({
  area: 'Library',
  method: 'GET',
  path: '/v1/machine-library/machines/compatibility-matrix/export',
  summary: 'The matrix as a CSV or XLSX file',
  description:
    'The whole matrix: a line for each machine and a column for each style; a pair without an answer is unknown. ' +
    'A workbook has a letter in each cell, and says below the last machine what the letters mean.',
  access: 'compatibility.read',
  query: z.strictObject({ material: materialCode, format: tableFormatSchema }),
  answer: 'csv',
  sends: ['Content-Disposition'],
  problems: ['unavailable'],
})

const pairSchema = z.object({
  machine: z.object({ id: z.uuid(), model: z.string(), name: z.string() }),
  style: z.object({ id: z.uuid(), code: z.string(), name: z.string() }),
  result: z.enum(compatibilityResults).describe('For the material that was asked for, where one was'),
  cell: compatibilities.row.nullable().describe('Null where nobody has answered yet'),
  materials: z.array(compatibilityMaterials.row).describe('Answers of the cell for single materials'),
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
    query: pageQuerySchema({ result: resultFilter, material: materialCode }),
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

export const compatiblePair = defineCall({
  area: 'Library',
  method: 'GET',
  path: '/v1/machine-library/machines/{id}/compatible-styles/{styleId}',
  summary: 'The answer for a library machine and a packaging style',
  access: 'compatibility.read',
  params: z.object({ id: z.uuid(), styleId: z.uuid() }),
  query: z.strictObject({ material: materialCode }),
  result: pairSchema,
})

const cellHistoryEntrySchema = historyEntrySchema.extend({
  material: z
    .object({
      id: z.uuid(),
      code: z.string().nullable().describe('Null where the material is gone, as is its name'),
      name: z.string().nullable(),
    })
    .nullable()
    .describe('Whose answer the entry is of; null: that of the cell itself'),
})
export type CellHistoryEntry = z.infer<typeof cellHistoryEntrySchema>

export const cellHistory = defineCall({
  area: 'Library',
  method: 'GET',
  path: '/v1/machine-library/machines/{id}/compatible-styles/{styleId}/history',
  summary: 'Who changed the answer for a machine and a style, newest first',
  description:
    'Also what was said before a cell was removed and made again, and the answers for materials, with the fields of these.',
  access: 'compatibility.read',
  params: z.object({ id: z.uuid(), styleId: z.uuid() }),
  query: pageQuerySchema(),
  result: pageOf(cellHistoryEntrySchema),
})
