import { z } from 'zod'
import { fieldChangeSchema } from './history.ts'
import { fieldErrorSchema } from './problem.ts'

export const importOutcomes = ['create', 'update', 'unchanged', 'error'] as const

/** What happens, or in a dry run would happen, to one line of a file. */
export const importLineSchema = z.object({
  line: z.int().describe('Where the row starts in the file; the first line has the names of the columns'),
  outcome: z.enum(importOutcomes),
  id: z.uuid().nullable().describe('Of the row; null if it does not exist yet'),
  label: z.string().nullable().describe('What names the row to people'),
  changes: z.array(fieldChangeSchema).describe('Of an update: the fields that change'),
  errors: z.array(fieldErrorSchema).describe('Of an error: `path` is the name of the column'),
})

export const importReportSchema = z.object({
  dryRun: z.boolean(),
  total: z.int(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  failed: z.int(),
  lines: z.array(importLineSchema),
})

export type ImportLine = z.infer<typeof importLineSchema>
export type ImportReport = z.infer<typeof importReportSchema>

/** How far a long import is; the result follows when all is done. */
export interface ImportProgress {
  done: number
  total: number
}

export interface ImportQuery {
  /** Report what would happen and change nothing. */
  dryRun: boolean
}

export const importQuerySchema: z.ZodType<ImportQuery, Record<string, unknown>> = z.strictObject({
  dryRun: z
    .enum(['true', 'false'], 'must be true or false')
    .default('false')
    .transform((text) => text === 'true')
    .describe('Report what would happen and change nothing'),
})
