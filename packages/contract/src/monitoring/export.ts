import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { spanShape, startsBeforeItEnds } from './span.ts'

/** Forms in which records leave. */
export const exportFormats = ['csv', 'parquet'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Header of the answer: how many records the file has, so that the reader can show progress. */
export const RECORDS_HEADER = 'x-records'

export const exportRecords = defineCall({
  area: 'Machine monitoring',
  method: 'GET',
  path: '/v1/ignition/machines/{id}/export',
  summary: 'The records of a machine as a file',
  description:
    `A column for each field and each reading, a line for each record, oldest first; times in UTC. The header \`${RECORDS_HEADER}\` gives ` +
    'how many there are. The file is sent while it is made. In CSV, text that a spreadsheet would take for a formula ' +
    'starts with an apostrophe; in Parquet a reading that is not always a number is text.',
  access: 'customer.access',
  params: z.object({ id: z.string() }),
  query: startsBeforeItEnds(z.strictObject({ ...spanShape, format: z.enum(exportFormats).default('csv') })),
  answer: 'file',
  types: ['text/csv', 'application/vnd.apache.parquet'],
  sends: ['Content-Disposition', 'X-Records'],
  problems: ['unavailable', 'machine_not_shared'],
})
