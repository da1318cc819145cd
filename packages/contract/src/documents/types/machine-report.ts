import { z } from 'zod'
import { momentSchema } from '../../engine/text-schemas.ts'
import { defineDocumentType } from './document-type.ts'
import { machineReportData } from './machine-report-data.ts'
import { machineReportExample } from './machine-report-example.ts'

/** The longest time that a report shows, days. */
export const REPORT_MAX_DAYS = 400
const DAY_MS = 86_400_000
/** A clock may be a little ahead. */
const AHEAD_MS = 5 * 60_000

const parameters = z
  .strictObject({
    from: momentSchema,
    to: momentSchema,
    title: z.string().trim().min(1).max(120).optional().describe('In place of the title of the type'),
  })
  .refine(({ from, to }) => isReportSpan(Date.parse(to) - Date.parse(from)), {
    error: `must be after from, by at most ${REPORT_MAX_DAYS} days`,
    path: ['to'],
  })
  .refine(({ to }) => Date.parse(to) <= Date.now() + AHEAD_MS, { error: 'must not be in the future', path: ['to'] })

function isReportSpan(lengthMs: number): boolean {
  return lengthMs > 0 && lengthMs <= REPORT_MAX_DAYS * DAY_MS
}

/** What a machine did in a window of time: effectiveness, states, cycles, alarms, stops and service. */
export const machineReport = defineDocumentType({
  title: 'Machine report',
  subject: 'machine',
  parameters,
  data: machineReportData,
  example: machineReportExample,
})
