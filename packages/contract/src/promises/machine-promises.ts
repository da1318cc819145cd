import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { machineIDSchema } from '../monitoring/record.ts'
import { oneMachine } from '../service/machine-span.ts'
import { acceptanceTestKinds } from './acceptance-tests.ts'
import { promiseDirections, promiseKinds, promiseSources } from './promises.ts'

/** Whole weeks that an answer looks back. */
export const promiseWeeks = [4, 13, 26, 52] as const
/** The product judges what it has measured for so many hours. */
export const JUDGED_FROM_HOURS = 1

export const promiseResults = ['kept', 'missed', 'notMeasured', 'notComparable'] as const
export type PromiseResult = (typeof promiseResults)[number]

const acceptedSchema = z.object({
  testId: z.uuid(),
  value: z.number(),
  on: z.iso.date(),
  hours: z.number().nullable(),
  product: z.string(),
  accepted: z.boolean(),
  openPoints: z.int(),
})

const liveSchema = z
  .object({
    value: z.number().describe('Of a speed the median while running'),
    p10: z.number().nullable().describe('Of a speed: slower for a tenth of the time'),
    p90: z.number().nullable().describe('Of a speed: faster for a tenth of the time'),
    hours: z.number().describe('Time that it is measured from'),
    unknownHours: z
      .number()
      .describe(
        'Running time without a known speed, or time without records or, of rejects, without reports of them: it does not count',
      ),
    uncheckedHours: z
      .number()
      .describe(
        'Time of which it is not known whether it was under the conditions: of a speed, running time. It does not count',
      ),
  })
  .describe('Null where nothing is measured')

export const gapKinds = [
  ...(['factoryTest', 'siteTest', 'setSpeed', 'recipe', 'otherRecipes'] as const),
  ...(['stops', 'otherStops', 'allowed', 'unexplained'] as const),
] as const

/**
 * A part of the gap. Of a speed, `factoryTest` and `siteTest` are what acceptance tests showed already, `setSpeed` is what the fastest recipe is set lower,
 * `recipe` what a slower recipe costs. Of rejects, `recipe` is what a recipe with more rejects than the best one costs. `otherRecipes` are what further ones
 * cost together. Of an availability, `stops` are
 * those of one group of reasons, `otherStops` those of the smaller groups, and `allowed` is what the promise leaves for stops. `unexplained` is all that is left.
 */
const gapPartSchema = z.object({
  kind: z.enum(gapKinds),
  value: z.number().describe('In the unit of the promise; negative where it makes up for other parts'),
  name: z.string().nullable().describe('Of a recipe, or of a group of reasons'),
  share: z.number().nullable().describe('Of recipes: their share of the running time; of rejects, of the cycles'),
  speed: z.number().nullable().describe('Of a recipe of a speed: its median; of the set speed: its median'),
  rate: z.number().nullable().describe('Of a recipe of rejects: its rejects in %'),
})
export type GapPart = z.infer<typeof gapPartSchema>

/** Conditions of a promise that may go unchecked: those of live figures that they are not applied to, and words always. */
export const promiseConditions = ['style', 'recipe', 'tag', 'words'] as const
export type PromiseCondition = (typeof promiseConditions)[number]

export const machinePromisesSchema = z.object({
  machineID: machineIDSchema,
  machineId: z.uuid().describe('Its id as an installed machine'),
  description: z.string().nullable(),
  timeZone: z.string(),
  from: z.iso.date().describe('First day, a Monday, UTC'),
  to: z.iso.date().describe('Last day that counts, UTC'),
  promises: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      kind: z.enum(promiseKinds),
      direction: z.enum(promiseDirections),
      figure: z.number(),
      unit: z.string(),
      packsPerCycle: z.number().nullable().describe('Of a speed in packs per minute: how many a cycle makes'),
      style: z.object({ id: z.uuid(), name: z.string() }).nullable(),
      recipe: z.string().nullable(),
      tag: z
        .object({
          name: z.string(),
          value: z.string().nullable(),
          least: z.number().nullable(),
          most: z.number().nullable(),
        })
        .nullable()
        .describe('A tag that must have the value and lie between the limits'),
      conditions: z.string().nullable().describe('In words'),
      notChecked: z.array(z.enum(promiseConditions)).describe('Conditions that the live figure does not heed'),
      source: z.enum(promiseSources),
      reference: z.string().nullable(),
      promisedOn: z.iso.date().nullable(),
      tests: z.record(z.enum(acceptanceTestKinds), acceptedSchema.nullable()).describe('The newest of each kind'),
      live: liveSchema.nullable(),
      difference: z.number().nullable().describe('Live less promised; null without live'),
      result: z
        .enum(promiseResults)
        .describe(
          `By the live figure alone. What was measured for less than ${JUDGED_FROM_HOURS} h is not measured, and that is not missed`,
        ),
      weeks: z
        .array(
          z.object({
            week: z.iso.date().describe('Its Monday'),
            median: z.number(),
            p10: z.number(),
            p90: z.number(),
            hours: z.number(),
          }),
        )
        .describe('Of a speed; weeks without running time are absent'),
      gap: z
        .array(gapPartSchema)
        .describe(
          'Of a figure that misses its promise: parts that add up to what is missing; of one that is promised at most, to how far it is above',
        ),
    }),
  ),
})
export type MachinePromises = z.infer<typeof machinePromisesSchema>
export type PromiseActual = MachinePromises['promises'][number]

export const machinePromises = defineCall({
  area: 'Promises',
  method: 'GET',
  path: '/v1/ignition/machines/{id}/promises',
  summary: 'What was promised of a machine, and what it does',
  description:
    'Beside each promise stand the newest acceptance tests and the live figure over whole weeks, up to the last whole day (UTC). A live speed is the median ' +
    'while running under the conditions of the promise: its packaging style, its recipe, and the value of a tag. Availability and rejects are of all time ' +
    'under them, whether it ran or not.',
  access: 'customer.access',
  params: oneMachine,
  query: z.strictObject({
    weeks: z
      .enum(promiseWeeks.map(String) as [string, ...string[]])
      .default('13')
      .describe('How many weeks, the present one included'),
  }),
  result: machinePromisesSchema,
  problems: ['machine_not_shared'],
})

export const missedPromises = defineCall({
  area: 'Promises',
  method: 'GET',
  path: '/v1/promises/missed',
  summary: 'Promises of the fleet that are missed',
  description:
    'Speeds, availabilities and rejects of the last 13 weeks, the largest gap as a share of the promise first; 200 at most. Promises are judged in the background once a day, and when ' +
    'something of them, the days of their machine or the reasons of its stops has changed.',
  access: 'promise.read',
  result: z.object({
    measured: z.int().describe('Promises that are measured'),
    missed: z.int().describe('Those of them that are missed, listed or not'),
    waiting: z.int().describe('Promises that are still to be judged, and are not in the other numbers'),
    items: z.array(
      z.object({
        promiseId: z.uuid(),
        machineID: machineIDSchema,
        customer: z.object({ id: z.uuid(), name: z.string() }).nullable(),
        model: z.string().nullable(),
        name: z.string(),
        kind: z.enum(promiseKinds),
        direction: z.enum(promiseDirections),
        figure: z.number(),
        unit: z.string(),
        live: z.number(),
        share: z.number().nullable().describe('Live as a share of the promise; null where the promise is 0'),
      }),
    ),
  }),
})
