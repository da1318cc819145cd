import { z } from 'zod'
import { defineCall } from '../engine/call.ts'

const partSchema = z.object({
  status: z.enum(['ok', 'away']),
  detail: z.string().optional().describe('What is wrong, where something is'),
})

/** What works and still needs somebody to look. */
const noticeSchema = z.object({
  status: z.enum(['ok', 'attention']),
  detail: z.string().optional().describe('What is wrong and what to do'),
})

export const healthSchema = z.object({
  status: z.enum(['ok', 'degraded']),
  database: partSchema.extend({ status: z.enum(['ok', 'away', 'damaged']) }),
  broker: partSchema,
  ingest: partSchema,
  clock: noticeSchema.describe("Whether the server's clock agrees with those of the machines and of the database"),
  senders: noticeSchema.describe('Whether messages of many machines are refused'),
  scanner: noticeSchema.describe('Whether the virus scanner answers; ok where none is set'),
  logs: noticeSchema.describe('Whether refusals, calls of the API and events of analytics are stored'),
  files: noticeSchema.describe('Whether attached files can be reached'),
})
export type Health = z.infer<typeof healthSchema>

export const refusalCounts = defineCall({
  area: 'Operation',
  method: 'GET',
  path: '/v1/health/refusals',
  summary: 'How often a limit refused something since this process started',
  access: 'operation.read',
  result: z.object({
    refused: z.record(z.string(), z.int()).describe('Counts by door and reason, such as `http.rate_of_user`'),
  }),
})

export const health = defineCall({
  area: 'Operation',
  method: 'GET',
  path: '/v1/health',
  summary: 'Whether the service works: 200, or 503 with the part that is away or damaged',
  description: 'With a part that needs attention the status is `degraded` and the answer 200: the service works.',
  access: 'public',
  result: healthSchema,
})
