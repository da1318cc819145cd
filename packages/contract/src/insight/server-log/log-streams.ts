import { z } from 'zod'
import { defineCall } from '../../engine/call.ts'
import { lineFilter, logEntrySchema } from './log-entry.ts'

const area = 'Server log'
/** Longest text or regular expression that is searched for. */
export const MAX_LOG_QUERY = 200

const placedEntry = logEntrySchema.extend({ file: z.string() })
export type PlacedLogEntry = z.infer<typeof placedEntry>

export const searchLogs = defineCall({
  area,
  method: 'GET',
  path: '/v1/logs/search',
  summary: 'Lines that have a text, the newest first, as server-sent events while they are found',
  description:
    'Each event has the hits of a part of the files. The last one says why it ended: all was searched, there are too many hits, or it took too long. ' +
    'Closing the connection cancels the search. Case does not count. Fields are found as they are shown: `status=200`.',
  access: 'log.read',
  query: z.strictObject({
    q: z.string().min(1).max(MAX_LOG_QUERY),
    regex: z.enum(['true', 'false']).default('false').describe('Whether `q` is a regular expression'),
    ...lineFilter,
  }),
  answer: 'event-stream',
  result: z.object({
    entries: z.array(placedEntry),
    count: z.int().describe('Lines that match so far'),
    searchedBytes: z.int(),
    ended: z.enum(['all', 'hits', 'time', 'failed']).nullable(),
  }),
  problems: ['too_many_requests'],
})

export const tailLogs = defineCall({
  area,
  method: 'GET',
  path: '/v1/logs/tail',
  summary: 'New lines of this server as server-sent events',
  description:
    'When there are more than can be shown, an event says how many were left out before its lines. They are in the file.',
  access: 'log.read',
  query: z.strictObject({ ...lineFilter }),
  answer: 'event-stream',
  result: z.object({ entries: z.array(placedEntry), leftOut: z.int() }),
})
