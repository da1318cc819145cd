import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { fieldErrorSchema } from '../engine/problem.ts'
import { TABLE_TYPES } from '../engine/table-file.ts'
import { compatibilityResults } from './compatibility-answers.ts'
import { materialCode } from './compatibility-matrix.ts'

/** So many changes, and so many faults, of a grid are listed; all of them are counted. */
export const MAX_GRID_CHANGES = 1_000

export const gridReportSchema = z.object({
  dryRun: z.boolean(),
  revision: z.int().describe('Of the matrix that the file was compared with; to send with the import itself'),
  machines: z.int().describe('Rows of the file'),
  styles: z.int().describe('Columns of the file'),
  created: z.int().describe('Pairs that nobody had answered'),
  updated: z.int(),
  unchanged: z.int(),
  empty: z.int().describe('Cells without an answer; these pairs stay as they are'),
  failed: z.int(),
  changes: z
    .array(
      z.object({
        row: z.int().describe('In the file, from 1; the first has the codes of the styles'),
        column: z.string().describe('In the file, from A'),
        model: z.string(),
        code: z.string(),
        before: z.enum(compatibilityResults),
        after: z.enum(compatibilityResults),
      }),
    )
    .describe(`The first ${MAX_GRID_CHANGES}`),
  emptyCells: z.array(z.string()).describe(`The first ${MAX_GRID_CHANGES}, such as C7`),
  errors: z.array(fieldErrorSchema).describe(`The first ${MAX_GRID_CHANGES}; \`path\` is \`rows.<row>.<column>\``),
})
export type GridReport = z.infer<typeof gridReportSchema>

export const importCompatibilityMatrix = defineCall({
  area: 'Library',
  method: 'POST',
  path: '/v1/machine-library/machines/compatibility-matrix/import',
  summary: 'Set answers of the matrix from a CSV or XLSX grid',
  description:
    'A grid as `export` writes it: models in the first column, codes of styles in the first row, and in the cells Y, C, N, U or the words ' +
    'yes, conditional, no, unknown, in English or in the language of the reader. Empty cells stay as they are. Either every cell is stored or none.',
  access: 'compatibility.update',
  accepts: TABLE_TYPES,
  query: z.strictObject({
    dryRun: z
      .enum(['true', 'false'], 'must be true or false')
      .default('false')
      .transform((text) => text === 'true')
      .describe('Report what would happen and change nothing'),
    revision: z
      .string()
      .regex(/^\d{1,9}$/, 'must be the revision of a preview')
      .transform(Number)
      .optional()
      .describe('Of the preview: refused where the matrix has changed since'),
    material: materialCode,
  }),
  result: gridReportSchema,
  problems: ['stale', 'body_too_large', 'media_type_unsupported', 'file_refused', 'unavailable'],
})
