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
  customer: z.string().nullable().describe('Name of the customer it is installed at; null while nobody has claimed it'),
  configurationId: z.string().nullable(),
  online: z.boolean().nullable().describe('Whether its data are fresh; null while it has never published'),
  onOrder: z.boolean().describe('Ordered, and neither delivered nor heard of yet'),
  lastSeen: z.iso.datetime().nullable(),
  machineState: machineStateSchema.nullable().describe('Group of the state it reported last; null if unknown'),
  reportedState: z.enum(reportedStates).nullable().describe('As the machine reports it: a PackML state or its group'),
  stateSince: z.iso
    .datetime()
    .nullable()
    .describe('Since when it has reported that state, or since when its state is unknown; null if no state is known'),
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
      'Share of the 3 hours up to the last full minute in which it ran, percent; null where nothing is known of it. ' +
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
  totalRejects: z.int().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  machineData: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  units: z
    .record(z.string(), z.string())
    .describe('Units of readings by their names, as the tag maps in use for the machine declare them'),
  readingSettings: z
    .record(
      z.string(),
      z.object({
        decimals: z.int().nullable().describe('Null: as many as make sense for the value'),
        normalLow: z.number().nullable().describe('What is normal begins here, in the unit of the reading'),
        normalHigh: z.number().nullable().describe('What is normal ends here'),
      }),
    )
    .optional()
    .describe(
      'How readings and fields are shown, by their names, as it is set for the machine type; absent where nothing is',
    ),
  staleAfterSeconds: z.int(),
  designSpeed: z.number().nullable().describe('Cycles per minute it is designed for; null if not set'),
  sourceIssues: z
    .array(z.string())
    .describe(
      'What is wrong with the connections that fetch its data, in words: values that a server refuses or does not have',
    ),
})
export type MachineDetails = z.infer<typeof machineDetailsSchema>

/** What the live stream sends: the machines that changed, each with the end of its cycle-count series. */
export const machineChangesSchema = z.object({
  machines: z.array(
    liveMachineSchema.extend({
      cycleCounts: cycleCountsSchema.describe('`total` of the window; only the entries that are new or changed'),
      totalCycles: z.int().nullable(),
    }),
  ),
})
export type MachineChanges = z.infer<typeof machineChangesSchema>
export type MachineChange = MachineChanges['machines'][number]

/** What the live stream sends to a reader of differences: of a machine that it has sent before, only what has changed. */
export const machineDifferencesSchema = z.object({
  machines: z.array(
    machineChangesSchema.shape.machines.element
      .partial()
      .required({ machineID: true })
      .extend({ cycleCounts: cycleCountsSchema.partial({ hours: true }).optional() }),
  ),
})
export type MachineDifferences = z.infer<typeof machineDifferencesSchema>
export type MachineDifference = MachineDifferences['machines'][number]

/** The end of a cycle-count series. */
const changedCountsSchema = cycleCountsSchema.extend({
  from: z.iso.datetime().describe('The entries take the place of those of this time and later'),
})

/** How a list of machines differs from the one that the caller has. A machine that is not named is as it was. */
export const machineListChangesSchema = z.object({
  from: z.iso
    .datetime()
    .nullable()
    .describe('Start of the window: entries of all machines before it are over. Null without history'),
  machines: z.array(
    liveMachineSchema.partial().required({ machineID: true }).extend({ cycleCounts: changedCountsSchema.optional() }),
  ),
})
export type MachineListChanges = z.infer<typeof machineListChangesSchema>

/** A list of machines with history as columns: a fraction of its bytes, since names and times are said once. */
export const machineColumnsSchema = z.object({
  hours: z.number(),
  from: z.iso.datetime().describe('Minute that the cycles are counted from'),
  fields: z.array(z.string()).describe('Which fields the values of a machine are'),
  machines: z.array(
    z.tuple([
      z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])).describe('Its values'),
      z.number().describe('Total of its cycles'),
      z.int().describe('How many minutes behind `from` its first entry lies'),
      z.array(z.number().nullable()).describe('Cycles of each minute from there on; null where nothing was heard'),
    ]),
  ),
})
export type MachineColumns = z.infer<typeof machineColumnsSchema>

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
        isHeld: z
          .literal(true)
          .optional()
          .describe('Nothing was read here; the machine was heard, and its last reading still held'),
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

const eachPoint = z.array(z.number().nullable())

/** A tag of many machines. Numbers stand in lists of their own, since a thousand machines have a hundred thousand of them. */
export const fleetHistorySchema = z.object({
  tag: z.string(),
  from: historyBase.from,
  to: historyBase.to,
  intervalMs: z.int().describe('Length of one point; the first begins at `from`'),
  count: z.int().describe('Machines in this answer'),
  next: machineIDSchema.nullable().describe('Send it as `after` to get the machines that follow; null where none do'),
  machines: z
    .array(
      z.object({
        machineID: machineIDSchema,
        values: eachPoint.describe(
          'The mean of the readings of each point, in their order; null where nothing was read',
        ),
        min: eachPoint.describe('The least of them'),
        max: eachPoint.describe('The greatest of them'),
      }),
    )
    .describe('In the order of their ids; also those that have no number of this tag'),
})
export type FleetHistory = z.infer<typeof fleetHistorySchema>
