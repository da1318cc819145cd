import { z } from 'zod'
import { stateGroups } from '../../monitoring/machine-state.ts'
import { oeeBucketsSchema } from '../../service/oee.ts'

const place = z.number().describe('0 to 1 of the width or height of the chart')
const ticks = z.array(z.object({ x: place, label: z.string() }))
const more = z.string().nullable().describe('How many more there are, in words; null where all are shown')
const written = z.string().describe('Written out; a dash where it is not known')

/** Parts of the OEE by their names, and what each share is of. */
const oee = z.object({
  oee: written,
  availability: written,
  performance: written,
  quality: written,
  utilization: written,
  plannedProduction: written,
  cycles: written,
  good: written,
  rejects: written,
  note: z.string().nullable().describe('What the OEE lacks, in words; null where it has all three factors'),
})

const chartPart = z.object({ x: place, width: place, y: place, height: place })

/** What a template of machine reports gets. */
export const machineReportData = z.object({
  heading: z.string(),
  machineID: z.string(),
  description: z.string().nullable(),
  customer: z.string().nullable(),
  location: z.string().nullable(),
  model: z.string().nullable(),
  serial: z.string().nullable(),
  commissioned: z.string().nullable().describe('The day'),
  designSpeed: z.string().nullable(),
  period: z.object({ from: z.string(), to: z.string(), length: z.string(), timeZone: z.string() }),
  oee,
  buckets: z
    .array(z.object({ name: oeeBucketsSchema.keyof(), label: z.string(), time: written, share: written, part: place }))
    .describe('Hours, minutes and seconds, which add up to the time of the period'),
  total: z.string(),
  reasons: z.array(z.object({ name: z.string(), kind: z.string(), time: z.string(), share: written })),
  moreReasons: more,
  states: z.object({
    parts: z.array(chartPart.extend({ state: z.enum([...stateGroups, 'Unknown']) })),
    ticks,
    totals: z.array(
      z.object({ state: z.enum([...stateGroups, 'Unknown']), label: z.string(), time: written, share: written }),
    ),
    alt: z.string(),
  }),
  cycles: z.object({
    title: z.string(),
    bars: z.array(chartPart),
    ticks,
    most: z.string().nullable().describe('The cycles of the tallest bar; null where nothing was received'),
    alt: z.string(),
  }),
  temperature: z.string().nullable().describe('The range; null where no temperature was received'),
  alarms: z.array(
    z.object({
      started: z.string(),
      lasted: z.string(),
      severity: z.string(),
      code: z.string(),
      message: z.string(),
    }),
  ),
  alarmCount: z.string(),
  moreAlarms: more,
  stops: z.array(
    z.object({ from: z.string(), time: z.string(), state: z.string(), reason: written, note: z.string().nullable() }),
  ),
  stopCount: z.string(),
  moreStops: more,
  plans: z.array(z.object({ name: z.string(), due: written, left: written, status: z.string() })),
  records: z.array(z.object({ done: z.string(), what: z.string(), by: written })),
})
export type MachineReportData = z.infer<typeof machineReportData>
