import { z } from 'zod'
import { defineCall } from '../../engine/call.ts'
import { momentSchema } from '../../engine/text-schemas.ts'
import { lineFilter, logEntrySchema, logFileName, logLevels } from './log-entry.ts'

export { type LogEntry, type LogLevel, logLevels } from './log-entry.ts'

const area = 'Server log'
/** Most lines of a page. */
export const MAX_LOG_LINES = 500

const logFileSchema = z.object({
  name: z.string(),
  day: z.iso.date().describe('UTC'),
  bytes: z.int().describe('On the disk; finished files are packed'),
  packed: z.boolean(),
  current: z.boolean().describe('Whether lines are added to it'),
})
export type LogFile = z.infer<typeof logFileSchema>

export const listLogs = defineCall({
  area,
  method: 'GET',
  path: '/v1/logs',
  summary: 'The files of the server log, the newest first',
  access: 'log.read',
  result: z.object({
    items: z.array(logFileSchema),
    debugUntil: z.iso.datetime().nullable().describe('Lines of the level `debug` are stored until then'),
    dropped: z.int().describe('Lines that are in no file since the start, because the disk did not take them'),
  }),
})

export const viewLog = defineCall({
  area,
  method: 'GET',
  path: '/v1/logs/view',
  summary: 'What is in a file: counts by level and part, and by minute',
  access: 'log.read',
  query: z.strictObject({ file: logFileName }),
  result: z.object({
    name: z.string(),
    bytes: z.int().describe('Unpacked'),
    lines: z.int(),
    from: z.iso.datetime().nullable(),
    to: z.iso.datetime().nullable(),
    levels: z.partialRecord(z.enum(logLevels), z.int()),
    parts: z.record(z.string(), z.int()),
    minutes: z
      .array(
        z.object({ at: z.iso.datetime(), lines: z.int(), issues: z.int().describe('Warnings and errors of these') }),
      )
      .describe('Minutes that have lines'),
  }),
  problems: ['not_found'],
})

export const logEntries = defineCall({
  area,
  method: 'GET',
  path: '/v1/logs/entries',
  summary: 'Lines of a file, the oldest first',
  description:
    '`older` than an offset (the end, where none is given), `newer` from it on, or `around` it: so many lines before it and as many from it on. ' +
    'With a rare level a page may have fewer lines than asked for; go on from `from` or `to`. `at` stands for the offset of the first line of that moment or later.',
  access: 'log.read',
  query: z.strictObject({
    file: logFileName,
    offset: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
    at: momentSchema.optional().describe('Takes the place of `offset`'),
    direction: z.enum(['older', 'newer', 'around']).default('older'),
    limit: z.coerce.number().int().min(1).max(MAX_LOG_LINES).default(200),
    ...lineFilter,
  }),
  result: z.object({
    file: z.string(),
    entries: z.array(logEntrySchema),
    from: z.int().describe('Lines before this offset are older'),
    to: z.int().describe('Lines from this offset on are newer'),
    end: z.int().describe('All bytes of the file, unpacked'),
  }),
  problems: ['not_found'],
})

export const downloadLog = defineCall({
  area,
  method: 'GET',
  path: '/v1/logs/download',
  summary: 'A file as plain lines of JSON',
  access: 'log.read',
  query: z.strictObject({ file: logFileName }),
  answer: 'file',
  types: ['application/x-ndjson'],
  sends: ['Content-Disposition'],
  result: z.unknown(),
  problems: ['not_found', 'too_many_requests'],
})

export const setLogDebug = defineCall({
  area,
  method: 'PUT',
  path: '/v1/logs/debug',
  summary: 'Store lines of the level `debug` too, on all servers for an hour, or no longer',
  access: 'log.update',
  body: z.strictObject({ on: z.boolean() }),
  result: z.object({ debugUntil: z.iso.datetime().nullable() }),
})

export const logWarnings = defineCall({
  area,
  method: 'GET',
  path: '/v1/logs/warnings',
  summary: 'Warnings and errors of all servers in the last 7 days, the newest first',
  description:
    'A page has all lines of its last moment, so it may be a little longer than asked for: go on `before` the time of its last line.',
  access: 'log.read',
  query: z.strictObject({
    before: momentSchema.optional(),
    level: lineFilter.level,
    limit: z.coerce.number().int().min(1).max(MAX_LOG_LINES).default(200),
  }),
  result: z.object({ items: z.array(logEntrySchema.omit({ offset: true }).extend({ server: z.string() })) }),
})
