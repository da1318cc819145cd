import { z } from 'zod'
import { customerReportExample } from './customer-report-example.ts'
import { defineDocumentType } from './document-type.ts'
import { machineReportData } from './machine-report-data.ts'

/** Clocks of the earth are at most so far ahead of UTC. */
const AHEAD_MS = 14 * 3_600_000

const { oee, reasons, moreReasons, alarms, alarmCount, moreAlarms, stops, stopCount, moreStops } =
  machineReportData.shape

/** What a template of customer reports gets. */
const data = z.object({
  customer: z.string(),
  month: z.string(),
  period: machineReportData.shape.period.omit({ length: true }),
  overview: z
    .object({
      cycles: machineReportData.shape.cycles.describe('Of all machines together, by the day'),
      figures: z.array(
        z.object({
          name: z.string(),
          value: z.string(),
          trend: z
            .string()
            .nullable()
            .describe('How it is to the month before, in words; null where that is not known'),
        }),
      ),
    })
    .describe('The month at a glance'),
  machines: z.array(
    z.object({
      machineID: z.string(),
      description: z.string().nullable(),
      ...{ oee, reasons, moreReasons, alarms, alarmCount, moreAlarms, stops, stopCount, moreStops },
    }),
  ),
  moreMachines: z.string().nullable().describe('How many more there are, in words; null where all are shown'),
})
export type CustomerReportData = z.infer<typeof data>

/** What the machines of a customer did in a month: a table of all, and a section for each. */
export const customerReport = defineDocumentType({
  title: 'Customer report',
  subject: 'customer',
  parameters: z.strictObject({
    month: z
      .string()
      .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-10')
      .refine(
        (month) => month <= new Date(Date.now() + AHEAD_MS).toISOString().slice(0, 7),
        'must not be in the future',
      )
      .optional()
      .describe('By the clock of the time zone of the request; default: the last one that is over'),
  }),
  data,
  example: customerReportExample,
})
