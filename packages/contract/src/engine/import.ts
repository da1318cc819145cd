import { z } from 'zod'
import { fieldChangeSchema } from './history.ts'
import { fieldErrorSchema } from './problem.ts'
import { TABLE_TYPES, tableEncodings } from './table-file.ts'

/** What an import takes: a file, or a form with a file and what to change about it. */
export const IMPORT_TYPES = `${TABLE_TYPES}, multipart/form-data` as const

/** So many mended cells go with a file, and of so many faulty lines the cells are reported. */
export const MAX_MENDED_CELLS = 5_000
export const MAX_MENDABLE_LINES = 1_000

/** So many columns of a file are shown, and can be chosen. */
export const MAX_IMPORT_COLUMNS = 1_000

/** Fields that have words of the sender, and words of all of them. */
export const MAX_WORDED_FIELDS = 100
export const MAX_WORDS = 5_000

export const importOutcomes = ['create', 'update', 'unchanged', 'error'] as const

/** What happens, or in a dry run would happen, to one line of a file. */
export const importLineSchema = z.object({
  line: z.int().describe('Where the row starts in the file; the first line has the names of the columns'),
  outcome: z.enum(importOutcomes),
  id: z.uuid().nullable().describe('Of the row; null if it does not exist yet'),
  label: z.string().nullable().describe('What names the row to people'),
  changes: z.array(fieldChangeSchema).describe('Of an update: the fields that change'),
  errors: z
    .array(fieldErrorSchema)
    .describe(
      `Of an error: the first 20 faults, for up to ${MAX_MENDABLE_LINES} such lines. \`path\` is the name of the field`,
    ),
  errorCount: z.int().optional().describe('How many faults the line has, where not all are listed'),
  cells: z
    .record(z.string(), z.string())
    .optional()
    .describe('Of an error in a dry run: the texts of the line by field, for the lines whose faults are listed'),
})

/** A column of a file, and what it was taken for. */
export const importColumnSchema = z.object({
  heading: z.string().describe('As the first line of the file has it'),
  field: z.string().nullable().describe('The field it was taken for; null if it is left out or matches none'),
  sample: z.string().nullable().describe('The first text below the heading; null in an empty column'),
})

/** A column without a field may have what makes a row wrong. */
const COUNTED = 'Rows; while `errors` has any, only as far as the columns that were read say'

export const importReportSchema = z.object({
  dryRun: z.boolean(),
  total: z.int(),
  created: z.int().describe(COUNTED),
  updated: z.int().describe(COUNTED),
  unchanged: z.int().describe(COUNTED),
  failed: z.int(),
  encoding: z
    .enum(tableEncodings)
    .nullable()
    .describe('How the text was read: Windows-1252 is what is left where it is no Unicode. Null of a workbook'),
  columns: z.array(importColumnSchema).describe(`The first ${MAX_IMPORT_COLUMNS}`),
  openNumber: z
    .object({
      line: z.int(),
      field: z.string(),
      text: z.string(),
      point: z.string().describe('The number where a point stands before decimals'),
      comma: z.string().describe('The number where a comma does'),
    })
    .nullable()
    .describe(
      'The first number that can be read in two ways, such as `1,234` where no other number of the file tells which sign stands before decimals. Say it in `decimalSign`',
    ),
  errors: z
    .array(fieldErrorSchema)
    .describe(
      'Of a dry run: the first 20 faults of the headings. `path` is `lines.1.column3`, or `lines.1.` and the field that no column has. Nothing is stored while one is wrong',
    ),
  errorCount: z.int().optional().describe('How many faults the headings have, where not all are listed'),
  lines: z.array(importLineSchema),
})

/** What a form changes about its file before it is read as rows. */
export const importAdjustmentsSchema = z.strictObject({
  columns: z
    .array(z.string().max(100).nullable())
    .max(MAX_IMPORT_COLUMNS)
    .default([])
    .describe(
      'The field of each column in the order of the file, null to leave it out; columns beyond the list are matched by heading',
    ),
  cells: z
    .array(z.strictObject({ line: z.int().min(1), field: z.string().max(100), text: z.string().max(20_000) }))
    .max(MAX_MENDED_CELLS)
    .default([])
    .describe('Texts that replace those of the file, by line and field'),
  leaveOut: z
    .array(z.int().min(2))
    .max(MAX_MENDED_CELLS)
    .default([])
    .describe('Lines that are not imported, such as one that is there twice'),
  decimalSign: z
    .enum(['.', ','])
    .optional()
    .describe('Which sign stands before decimals, for columns whose numbers do not tell'),
  words: z
    .record(z.string().max(100), z.record(z.string().max(200), z.string().max(200)))
    .refine((words) => Object.keys(words).length <= MAX_WORDED_FIELDS, 'has too many fields')
    .default({})
    .describe(
      `Words for the choices of fields, such as those of a screen: the value of each word, by field; ${MAX_WORDS} in all`,
    ),
})

export type OpenNumber = NonNullable<z.infer<typeof importReportSchema>['openNumber']>
export type ImportAdjustments = z.output<typeof importAdjustmentsSchema>
export type ImportColumn = z.infer<typeof importColumnSchema>
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
