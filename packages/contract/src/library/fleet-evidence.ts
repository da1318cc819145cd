import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { MAX_IDS } from '../engine/list-query.ts'
import { matrixWindowSchema } from './compatibility-matrix.ts'

/** A speed of the fleet is at most this share away from the exact one, in either direction. */
export const FLEET_SPEED_ACCURACY = 0.005
/** The fleet contradicts a claim where its median is under this share of it. */
export const CONTRADICTED_BELOW = 0.85
/** A speed is contradicted after so much running time of known speed, an answer `no` after so much running time. */
export const CONTRADICTED_FROM_HOURS = 1
/** Sites that an answer names, those with most machines first. */
export const MAX_FLEET_PLACES = 200

const accuracy = `at most ${FLEET_SPEED_ACCURACY * 100} % off`
const speed = (what: string) => z.number().nullable().describe(`${what}, cycles per minute, ${accuracy}; null without`)

/** What a claim of speed says and what machines in the field do: 'claims 120, field median 71 of 3 machines'. */
const speedFindingSchema = z
  .object({
    kind: z.literal('speed'),
    claims: z.number().describe('Cycles per minute'),
    median: z.number().describe('Cycles per minute in the field'),
    machines: z.int(),
  })
  .describe(
    `A median under ${CONTRADICTED_BELOW * 100} % of the claim in at least ${CONTRADICTED_FROM_HOURS} h. ` +
      'The claim is the largest speed of the answer for machine and style, else the design speed where its unit is per minute.',
  )
export type SpeedFinding = z.infer<typeof speedFindingSchema>

const answerFindingSchema = z
  .object({
    kind: z.literal('answer'),
    answer: z.literal('no'),
    machines: z.int().describe('Installed machines that run it, with a known speed or not'),
    hours: z.number().describe('Running time, with a known speed or not'),
  })
  .describe(
    `The answer for machine and style is no, also for every material that it lists, and the style ran for at least ${CONTRADICTED_FROM_HOURS} h.`,
  )
export type AnswerFinding = z.infer<typeof answerFindingSchema>

/** What the field contradicts of a pair: the answer, or else the speed that it claims. */
const fleetFindingSchema = z.discriminatedUnion('kind', [speedFindingSchema, answerFindingSchema])
export type FleetFinding = z.infer<typeof fleetFindingSchema>

const figures = {
  machines: z.int().describe('Installed machines with running time of known speed'),
  median: speed('Median of the speed while running, by time'),
  p10: speed('Slower than this for a tenth of the time'),
  p90: speed('Faster than this for a tenth of the time'),
  hours: z.number().describe('Running time with a known speed'),
  unknownHours: z.number().describe('Running time without a known speed, of which nothing else here is made'),
  since: z.iso.date().nullable().describe('First day with running time, UTC'),
  until: z.iso.date().nullable().describe('Last day with running time, UTC'),
}
export const fleetFiguresSchema = z.object({ ...figures, finding: speedFindingSchema.nullable() })
export type FleetFigures = z.infer<typeof fleetFiguresSchema>

const counts = {
  installed: z.int().describe('Machines that were built as it'),
  runningNow: z.int().describe('Those that are online and running, without those that are left out'),
}

const promiseCountsSchema = z.object({
  kept: z.int(),
  missed: z.int(),
  notMeasured: z.int(),
  waiting: z
    .int()
    .describe('Promises that are still to be judged by what has changed, and are not in the other numbers'),
  median: z.number().nullable().describe('Of live speeds as a share of the promise; null where no speed is measured'),
})
export type PromiseCounts = z.infer<typeof promiseCountsSchema>

export const libraryMachineFleetSchema = z.object({
  ...counts,
  leftOut: z
    .int()
    .describe(
      "Installed machines that no figure here has: those that are not shared, and those of customers who have declined the maker's own use of their data",
    ),
  customers: z.int().describe('Customers that have one'),
  sites: z.int().describe('Locations that have one'),
  places: z
    .array(
      z.object({
        customer: z.object({ id: z.uuid(), name: z.string() }).nullable().describe('Null for unclaimed machines'),
        location: z.object({ id: z.uuid(), name: z.string() }).nullable(),
        ...counts,
      }),
    )
    .nullable()
    .describe(
      `Where they are, the most machines first, at most ${MAX_FLEET_PLACES}; null for whoever may not read customers and machines`,
    ),
  promises: promiseCountsSchema
    .nullable()
    .describe(
      'How speeds, availabilities and rejects that were promised of them turned out over the last 13 weeks; null where none is promised, and for readers who may not read promises',
    ),
  total: fleetFiguresSchema,
  styles: z
    .array(
      z.object({
        style: z.object({ id: z.uuid(), code: z.string(), name: z.string() }),
        ...figures,
        finding: fleetFindingSchema.nullable(),
        promises: promiseCountsSchema
          .nullable()
          .describe('Of promises that name the style; availability and rejects are those of the whole machine'),
      }),
    )
    .describe('By packaging style, as far as recipes are mapped to one; the longest running time first'),
  withoutStyle: fleetFiguresSchema.nullable().describe('Running time whose style is unknown; null without such time'),
  workedOutAt: z.iso.datetime().nullable().describe('When days were last added; null before the first time'),
})
export type LibraryMachineFleet = z.infer<typeof libraryMachineFleetSchema>

export const libraryMachineFleet = defineCall({
  area: 'Library',
  method: 'GET',
  path: '/v1/machine-library/machines/{id}/fleet',
  summary: 'What the installed machines of a library machine do in the field',
  description:
    'Speeds are of the running time whose speed is known, over the last 24 months, up to the last whole day (UTC). ' +
    "Machines of customers who have declined the maker's own use of their data are in no figure. " +
    'A library machine has the installed machines whose configuration is its model.',
  access: 'libraryMachine.read',
  params: z.object({ id: z.uuid() }),
  result: libraryMachineFleetSchema,
})

const ids = z
  .union([z.string(), z.array(z.string())])
  .transform((given) => [given].flat().flatMap((text) => text.split(',')))
  .pipe(
    z.array(z.uuid('must be the id of a library machine')).max(MAX_IDS, `must not have more than ${MAX_IDS} values`),
  )
  .describe(`Ids of library machines, at most ${MAX_IDS}, separated by commas or given by repeating the parameter`)

const fleetSummarySchema = z.object({
  machineId: z.uuid(),
  ...counts,
  machines: figures.machines,
  median: figures.median,
  p10: figures.p10,
  p90: figures.p90,
  hours: figures.hours,
  ofDesign: z
    .number()
    .nullable()
    .describe('The median as a share of the design speed; null without either, or where the unit is not per minute'),
  finding: speedFindingSchema.nullable(),
})
export type FleetSummary = z.infer<typeof fleetSummarySchema>

export const fleetOfMachines = defineCall({
  area: 'Library',
  method: 'GET',
  path: '/v1/machine-library/machines/fleet',
  summary: 'What library machines do in the field, for the rows of a list',
  description: 'One entry for each id, in their order; an id of no library machine is passed over.',
  access: 'libraryMachine.read',
  query: z.strictObject({ id: ids }),
  result: z.object({ machines: z.array(fleetSummarySchema) }),
})

export const fleetPairsSchema = z.object({
  revision: z.string().describe('Changes with whatever the answer is made of'),
  machines: z.array(z.uuid()).describe('Library machines that have pairs'),
  styles: z.array(z.uuid()).describe('Packaging styles that have pairs'),
  pairs: z
    .array(
      z.object({
        machine: z.int().describe('Place in `machines`'),
        style: z.int().describe('Place in `styles`'),
        count: z.int().describe('Installed machines that run it, with a known speed or not'),
        median: speed('Median of the speed while running, by time'),
        hours: figures.hours,
        until: z.iso.date().describe('Last day on which it ran, UTC'),
        finding: fleetFindingSchema.nullable(),
      }),
    )
    .describe('By machine and style; a pair that is not there has not run, or no recipe is mapped to the style'),
})
export type FleetPairs = z.infer<typeof fleetPairsSchema>

export const fleetPairs = defineCall({
  area: 'Library',
  method: 'GET',
  path: '/v1/machine-library/machines/compatibility-matrix/fleet',
  summary: 'Which library machine runs which packaging style in the field',
  description:
    'The whole matrix or the same window of it as that call answers, of the last 24 months. Answers 304 to a known ETag.',
  access: 'compatibility.read',
  query: matrixWindowSchema,
  result: fleetPairsSchema,
  sends: ['ETag'],
})
