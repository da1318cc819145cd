import { z } from 'zod'
import { alarmSeveritySchema } from '../../alarms/alarm.ts'
import { momentSchema } from '../../engine/text-schemas.ts'
import { defineDocumentType } from './document-type.ts'

const MAX_DAYS = 400
const DAY_MS = 86_400_000

/** The alarms of a machine that began in a stretch of time. */
export const alarmReport = defineDocumentType({
  title: 'Alarm report',
  subject: 'machine',
  parameters: z
    .strictObject({ from: momentSchema, to: momentSchema })
    .refine(({ from, to }) => isAhead(Date.parse(to) - Date.parse(from)), {
      error: `must be after from, by at most ${MAX_DAYS} days`,
      path: ['to'],
    }),
  data: z.object({
    machineID: z.string(),
    description: z.string().nullable(),
    from: z.string(),
    to: z.string(),
    timeZone: z.string(),
    total: z.string().describe('How many there are'),
    severities: z.array(
      z.object({ severity: alarmSeveritySchema, word: z.string(), count: z.string(), length: z.string() }),
    ),
    top: z
      .array(z.object({ severity: z.string(), code: z.string(), count: z.string(), length: z.string() }))
      .describe('The rules with most alarms'),
    alarms: z
      .array(
        z.object({
          severity: alarmSeveritySchema,
          word: z.string().describe('The severity in words'),
          code: z.string(),
          message: z.string(),
          start: z.string(),
          end: z.string().nullable().describe('Null while it is active'),
          length: z.string(),
          acknowledgedBy: z.string().nullable(),
          acknowledgedAt: z.string().nullable(),
        }),
      )
      .describe('Newest first, at most 2,000'),
    more: z.string().nullable().describe('How many older ones there are beyond these, as a sentence'),
  }),
  example: {
    machineID: 'VFFS-2214',
    description: 'Bag maker, line 1',
    from: '1 November 2026 at 00:00',
    to: '8 November 2026 at 00:00',
    timeZone: 'Europe/Oslo',
    total: '3',
    severities: [
      { severity: 'critical', word: 'Critical', count: '1', length: '12 min' },
      { severity: 'warning', word: 'Warning', count: '2', length: '1 h 40 min' },
    ],
    top: [{ severity: 'Warning', code: 'Film is running out', count: '2', length: '1 h 40 min' }],
    alarms: [
      {
        severity: 'warning',
        word: 'Warning',
        code: 'Film is running out',
        message: 'filmLeft was 4 for 60 s',
        start: '7 Nov 2026, 06:10',
        end: null,
        length: '1 h 10 min',
        acknowledgedBy: null,
        acknowledgedAt: null,
      },
      {
        severity: 'critical',
        word: 'Critical',
        code: 'Sealing too cold',
        message: 'sealTemp was 98 for 30 s',
        start: '5 Nov 2026, 13:00',
        end: '5 Nov 2026, 13:12',
        length: '12 min',
        acknowledgedBy: 'Kari Nordmann',
        acknowledgedAt: '5 Nov 2026, 13:02',
      },
    ],
    more: null,
  },
})

function isAhead(lengthMs: number): boolean {
  return lengthMs > 0 && lengthMs <= MAX_DAYS * DAY_MS
}
