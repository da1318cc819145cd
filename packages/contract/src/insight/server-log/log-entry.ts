import { z } from 'zod'

export const logLevels = ['error', 'warning', 'info', 'debug'] as const
export type LogLevel = (typeof logLevels)[number]

export const logEntrySchema = z.object({
  offset: z.int().describe('Where the line begins in its file, in bytes of the plain file'),
  time: z.iso.datetime(),
  level: z.enum(logLevels),
  part: z.string().describe('The part of the product that wrote it, such as `http`'),
  message: z.string(),
  fields: z
    .record(z.string(), z.unknown())
    .describe('Such as `request_id`, `trace_id`, `user_id`, `route`, `status` and `duration_ms`'),
})
export type LogEntry = z.infer<typeof logEntrySchema>

/** Lists in queries: `level=error&level=warning`. */
const listOf = <One extends z.ZodType<string, string>>(one: One, most: number) =>
  z.preprocess((given) => (typeof given === 'string' ? [given] : given), z.array(one).max(most).optional())

export const lineFilter = {
  level: listOf(z.enum(logLevels), 4).describe('Only lines of these levels; give it several times for several'),
  part: listOf(z.string().max(60), 40).describe('Only lines of these parts; give it several times for several'),
}

/** Looked up in the folder's own listing: no path is made of it. */
export const logFileName = z.string().min(1).max(100)
