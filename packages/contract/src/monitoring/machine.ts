import { z } from 'zod'
import { machineStateSchema, reportedStates } from './machine-state.ts'
import { machineIDSchema } from './record.ts'

/** One point of a cycle-count series: cycles counted in the minute that starts at `time`. */
export const cycleCountSchema = z.object({ time: z.iso.datetime(), value: z.number() })
export type CycleCount = z.infer<typeof cycleCountSchema>

export const cycleCountsSchema = z.object({
  total: z.number().describe('Sum of the entries'),
  hours: z.number().describe('Length of the window'),
  entries: z.array(cycleCountSchema).describe('Oldest first; a minute in which nothing was heard has no entry'),
})
export type CycleCounts = z.infer<typeof cycleCountsSchema>

/** A machine as the overview shows it. */
export const liveMachineSchema = z.object({
  machineID: machineIDSchema,
  description: z.string().nullable(),
  location: z.string().nullable(),
  configurationId: z.string().nullable(),
  online: z.boolean().nullable().describe('Whether its data are fresh; null while it has never published'),
  lastSeen: z.iso.datetime().nullable(),
  cyclesPerMin: z.number().nullable(),
  temperature: z.number().nullable().describe('°C'),
  humidity: z.number().nullable().describe('%'),
  lastService: z.iso.date().nullable(),
  nextDue: z.iso.date().nullable(),
  timeZone: z.string().describe('IANA name of the time zone of its site, or UTC'),
  utilization: z
    .number()
    .nullable()
    .optional()
    .describe(
      'Share of the 3 hours up to the last full minute in which it ran, percent; null while it has never published. ' +
        'Present with includeHistory=true',
    ),
  cycleCounts: cycleCountsSchema.optional().describe('Present with includeHistory=true'),
})
export type Machine = z.infer<typeof liveMachineSchema>

export const machineListSchema = z.object({ count: z.int(), machines: z.array(liveMachineSchema) })
export type MachineList = z.infer<typeof machineListSchema>

/** Everything known of one machine now. */
export const machineDetailsSchema = liveMachineSchema.extend({
  name: z.string(),
  connected: z.boolean().describe('Whether it holds an MQTT connection; says nothing about its data'),
  totalCycles: z.int().nullable(),
  machineState: machineStateSchema.nullable(),
  reportedState: z.enum(reportedStates).nullable().describe('As the machine reports it: a PackML state or its group'),
  totalRejects: z.int().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  machineData: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  staleAfterSeconds: z.int(),
  designSpeed: z.number().nullable().describe('Cycles per minute it is designed for; null if not set'),
})
export type MachineDetails = z.infer<typeof machineDetailsSchema>

/** What the live stream sends: the machines that changed, each with the end of its cycle-count series. */
export const machineChangesSchema = z.object({
  machines: z.array(
    liveMachineSchema.extend({
      cycleCounts: cycleCountsSchema.describe('`total` of the window; only the entries that are new or changed'),
      machineState: machineStateSchema.nullable(),
      totalCycles: z.int().nullable(),
    }),
  ),
})
export type MachineChanges = z.infer<typeof machineChangesSchema>
export type MachineChange = MachineChanges['machines'][number]

/** What a point of a state series can say; Unknown where nothing was heard. */
export const historyStateSchema = z.enum([...machineStateSchema.options, 'Unknown'])
export type HistoryState = z.infer<typeof historyStateSchema>

const historyBase = {
  machineID: machineIDSchema,
  tag: z.string(),
  from: z.iso.datetime().describe('Start of the stretch; what of the first point lies before it does not count'),
  to: z.iso.datetime().describe('Its end, exclusive; what of the last point lies behind it does not count'),
  hours: z.number().describe('Length of the stretch'),
  intervalMs: z.int().describe('Length of one point; 0 if each point is one record'),
}

export const historySchema = z.discriminatedUnion('kind', [
  z.object({
    ...historyBase,
    kind: z.literal('numeric'),
    points: z.array(
      z.object({
        time: z.iso.datetime(),
        value: z.number().nullable().describe('Null where nothing was heard'),
        min: z.number().optional(),
        max: z.number().optional(),
      }),
    ),
  }),
  z.object({
    ...historyBase,
    kind: z.literal('state'),
    points: z.array(z.object({ time: z.iso.datetime(), value: historyStateSchema })),
  }),
])
export type History = z.infer<typeof historySchema>
