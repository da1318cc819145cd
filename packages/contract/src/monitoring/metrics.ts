import { z } from 'zod'
import { TEXT_MAX_LENGTH, TEXT_TAGS_MAX, TEXTS_MAX } from './constants.ts'
import { machineStateSchema, reportedStates } from './machine-state.ts'
import { oeeFactorsSchema } from './oee-factors.ts'
import { machineIDSchema } from './record.ts'

/** What a stretch of time of a machine is made of. Every moment is in exactly one of them, so that they add up to it. */
export const timeBucketsSchema = z.object({
  runningMs: z.int(),
  idleMs: z.int(),
  stoppedMs: z.int(),
  faultedMs: z.int(),
  unknownMs: z.int().describe('No data, or no state was ever reported'),
})
export type TimeBuckets = z.infer<typeof timeBucketsSchema>

const share = z.number().min(0).nullable()

export const machineMetricsSchema = timeBucketsSchema.extend({
  machineID: machineIDSchema,
  records: z.int(),
  cycles: z.int(),
  rejects: z.int(),
  averageSpeed: z.number().nullable().describe('Cycles per minute, mean of the reported values'),
  averageTemperature: z.number().nullable().describe('°C'),
  averageHumidity: z.number().nullable().describe('%'),
  utilization: share.describe('Running of all the time, 0 to 1; null where nothing is known'),
  availability: share.describe('Running of the time in which a state was known, 0 to 1; null if there is no such time'),
  performance: share.describe('Cycles of those that the design speed gives while running; null without a design speed'),
  quality: share.describe(
    'Cycles without rejects of all cycles, of the hours for which the machine reports rejects, 0 to 1; null without cycles, and where it reports none in the window',
  ),
  oee: share.describe(
    'Availability times performance times quality; without quality where the machine reports no rejects in the window; null where one of them is',
  ),
  factors: oeeFactorsSchema,
})
export type MachineMetrics = z.infer<typeof machineMetricsSchema>

export const metricsSchema = z.object({
  days: z.int(),
  from: z.iso.datetime().describe('Start of a whole hour'),
  to: z.iso.datetime().describe('The moment of the answer; nothing behind it counts'),
  count: z.int(),
  machines: z.array(machineMetricsSchema),
})
export type Metrics = z.infer<typeof metricsSchema>

export const heatmapSchema = z.object({
  days: z.int(),
  machineID: machineIDSchema.nullable().describe('Null where it is of all machines together'),
  timeZone: z.string().describe("IANA name of the machine's site, or UTC; what its days and hours mean"),
  from: z.iso.datetime().describe('Start of the first hour'),
  to: z.iso.datetime().describe('The moment of the answer; nothing behind it counts'),
  machines: z.int().describe('How many machines are in it'),
  hours: z
    .array(
      z.object({
        time: z.iso
          .datetime()
          .describe('Start of the hour as the clock of the time zone shows it; shorter where that is set'),
        cycles: z.int(),
        rejects: z.int(),
        runningMs: z.int(),
        knownMs: z.int().describe('Time in which a state was known'),
      }),
    )
    .describe('Oldest first; an hour in which nothing was heard is absent'),
})
export type Heatmap = z.infer<typeof heatmapSchema>

export const stateIntervalsSchema = z.object({
  machineID: machineIDSchema,
  timeZone: z.string(),
  from: z.iso.datetime(),
  to: z.iso.datetime().describe('No later than now'),
  intervals: z.array(
    z.object({
      from: z.iso.datetime(),
      to: z.iso.datetime(),
      state: z.enum([...machineStateSchema.options, 'Unknown']),
      reportedState: z.enum(reportedStates).nullable().describe('As the machine reported it; null if unknown'),
    }),
  ),
  totals: timeBucketsSchema,
})
export type StateIntervals = z.infer<typeof stateIntervalsSchema>

export const textIntervalsSchema = z.object({
  machineID: machineIDSchema,
  tag: z.string(),
  tags: z.array(z.string()).max(TEXT_TAGS_MAX).describe('The readings whose newest value is a text, by name'),
  from: z.iso.datetime().describe('Later than asked where the answer is truncated'),
  to: z.iso.datetime().describe('No later than now'),
  truncated: z.boolean().describe('There were more changes than can be answered: only the newest are here'),
  intervals: z
    .array(
      z.object({
        from: z.iso.datetime(),
        to: z.iso.datetime(),
        text: z
          .string()
          .nullable()
          .describe(`The first ${TEXT_MAX_LENGTH} characters; null where nothing was heard or no text was reported`),
      }),
    )
    .max(TEXTS_MAX),
})
export type TextIntervals = z.infer<typeof textIntervalsSchema>

export const machineTestSchema = z.object({
  machineID: machineIDSchema,
  works: z.boolean(),
  checks: z.array(
    z.object({
      name: z.enum(['registered', 'connected', 'fresh', 'clock', 'refused', 'source', 'state', 'counter', 'tag']),
      works: z.boolean(),
      words: z.string().describe('What was found, and what to do'),
    }),
  ),
})
export type MachineTest = z.infer<typeof machineTestSchema>
