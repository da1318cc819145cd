import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { machineIDSchema } from '../monitoring/record.ts'

/** Whole days that a comparison looks back. */
export const benchmarkDays = [7, 30, 90] as const
export const benchmarkFigures = ['utilization', 'availability', 'speed', 'rejectRate', 'runningHours'] as const
export type BenchmarkFigure = (typeof benchmarkFigures)[number]
/** So many own machines of a model are beside each other. */
export const MOST_COMPARED = 200
/** So many recipes of a machine are named, those that it ran most. */
export const COMPARED_RECIPES = 5
/** A median counts at least so many machines, of at least so many other customers. */
export const BENCHMARK_MACHINES = 5
export const BENCHMARK_CUSTOMERS = 3
/** Quartiles are shown from so many machines on. */
export const BENCHMARK_QUARTILES_FROM = 10
/** A machine counts where it was heard for so many hours a day on average. */
export const BENCHMARK_HOURS_A_DAY = 3

export const othersStates = ['shown', 'notEnough', 'notSharing', 'notYet', 'declined'] as const
export type OthersState = (typeof othersStates)[number]

const medianSchema = z.object({
  median: z.number(),
  lower: z.number().nullable().describe(`First quartile; null for less than ${BENCHMARK_QUARTILES_FROM} machines`),
  upper: z.number().nullable().describe('Third quartile'),
  machinesFrom: z.int().describe('At least so many machines'),
  hoursFrom: z.int().describe('Heard for at least so many hours together'),
})
export type BenchmarkMedian = z.infer<typeof medianSchema>

const figuresSchema = z.object({
  utilization: z.number().nullable().describe('Time running, as a share of the time in which it was heard'),
  availability: z
    .number()
    .nullable()
    .describe('Time running, as a share of the time in which it ran, was stopped or had a fault'),
  speed: z.number().nullable().describe('Cycles per minute: the median while running'),
  rejectRate: z
    .number()
    .nullable()
    .describe(
      'Rejects as a share of the cycles, of the hours for which it reports rejects; null where it reports none',
    ),
  runningHours: z.number().nullable(),
})

const comparedSchema = z.object({
  machineID: machineIDSchema,
  description: z.string().nullable(),
  location: z.string().nullable(),
  designSpeed: z.number().nullable().describe('Cycles per minute'),
  isShared: z.boolean().describe('Whether others have it in their median, without a name'),
  knownHours: z.number().describe('Time in which it was heard'),
  figures: figuresSchema.describe('Null is not measured'),
  recipes: z
    .array(z.object({ recipe: z.string(), share: z.number(), speed: z.number().nullable() }))
    .describe(`What it ran most, with the share of the running time; ${COMPARED_RECIPES} at most. Empty: not known`),
})
export type ComparedMachine = z.infer<typeof comparedSchema>

export const benchmarkSchema = z.object({
  models: z.array(z.string()).describe('Models of the own machines'),
  model: z.string().nullable().describe('What is compared; null where no machine has a model'),
  from: z.iso.date().nullable().describe('First day, UTC; null where nothing has been worked out yet'),
  to: z.iso.date().nullable().describe('Last day, UTC'),
  takenAt: z.iso.datetime().nullable(),
  machines: z.array(comparedSchema).describe(`Own machines by name; ${MOST_COMPARED} at most`),
  others: z
    .enum(othersStates)
    .describe(
      "`notSharing`: the customer shares no machine of the model for the benchmark. `notEnough`: too few other machines are shared. `notYet`: there is no snapshot of the last days. `declined`: the customer has declined the maker's own use of its data, so that its machines are in no comparison.",
    ),
  medians: z.object({
    utilization: medianSchema.nullable(),
    availability: medianSchema.nullable(),
    speed: medianSchema.nullable(),
    rejectRate: medianSchema.nullable(),
    runningHours: medianSchema.nullable(),
  }),
})
export type Benchmark = z.infer<typeof benchmarkSchema>

export const benchmark = defineCall({
  area: 'Benchmark',
  method: 'GET',
  path: '/v1/ignition/benchmark',
  summary: 'Own machines of a model beside each other and beside the median of those of other customers',
  description:
    `Figures of a snapshot that is taken once a day. A median is of at least ${BENCHMARK_MACHINES} machines of at least ${BENCHMARK_CUSTOMERS} other customers that share theirs, ` +
    'without those of the caller, and rounded. Only who shares a machine of the model reads it.',
  access: 'customer.access',
  query: z.strictObject({
    model: z.string().max(200).optional().describe('One of `models`; without it the one with most machines'),
    machineID: machineIDSchema.optional().describe('In the place of a model: that of this machine'),
    days: z
      .enum(benchmarkDays.map(String) as [string, ...string[]])
      .default('30')
      .describe('How far it looks back'),
  }),
  result: benchmarkSchema,
  problems: ['not_found'],
})
