import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { oeeFactorsSchema } from '../monitoring/oee-factors.ts'
import { machineIDSchema } from '../monitoring/record.ts'
import { oneMachine } from '../service/machine-span.ts'

/** So many of the newest shifts are returned, those under way among them. */
export const SHIFTS_SHOWN = 7
/** How far back shifts are looked for. A plant may be shut for two weeks. */
export const SHIFTS_LOOK_BACK_DAYS = 21
/** So many of the longest stops are named. */
export const LONGEST_STOPS = 3

const ms = z.int().min(0)
const share = z.number().min(0).nullable()

/** What a machine did in a stretch of production. */
export const productionFiguresSchema = z.object({
  lengthMs: ms.describe('What has passed of it'),
  plannedMs: ms.describe('Time in which production was planned; with `unplannedMs` it adds up to the length'),
  unplannedMs: ms.describe('Breaks, and time outside of all shifts'),
  runningMs: ms.describe('Running; with the next three it adds up to the length'),
  stoppedMs: ms.describe('Stops that are not planned, minor ones and changeovers among them'),
  plannedStopMs: ms.describe('Stops in unplanned time, and those whose reason is a planned one'),
  unknownMs: ms.describe('Nothing was heard'),
  cycles: z.int().nullable().describe('Null where nothing was heard'),
  goodCycles: z.int().nullable().describe('Null where nothing was heard'),
  idealRate: z.number().nullable().describe('Cycles per minute that performance is measured against'),
  availability: share,
  performance: share,
  quality: share.describe('Null without cycles, and where the machine reports no rejects in the window'),
  oee: share,
  factors: oeeFactorsSchema,
  stops: z
    .array(
      z.object({
        from: z.iso.datetime(),
        to: z.iso.datetime(),
        reason: z.string().nullable().describe('Null where nobody has entered one'),
      }),
    )
    .describe(`The ${LONGEST_STOPS} longest stops in planned time, the longest first; minor ones do not count`),
})
export type ProductionFigures = z.infer<typeof productionFiguresSchema>

export const machineShiftsSchema = z.object({
  machineID: machineIDSchema,
  timeZone: z.string(),
  shifts: z
    .array(
      productionFiguresSchema.extend({
        shiftId: z.uuid(),
        name: z.string(),
        from: z.iso.datetime(),
        to: z.iso.datetime().describe('Its planned end, which may be ahead'),
        isUnderWay: z.boolean(),
        target: z
          .int()
          .nullable()
          .describe(
            'Good cycles that orders ask for in all of the shift: of each target as much as of the planned time of the order; null without orders',
          ),
      }),
    )
    .describe('The newest first; empty where the location of the machine has no shifts'),
})
export type MachineShifts = z.infer<typeof machineShiftsSchema>

export const machineShifts = defineCall({
  area: 'Production',
  method: 'GET',
  path: '/v1/ignition/machines/{id}/shifts',
  summary: 'The shift under way at a machine and the last ones, with what it did',
  description: `The newest ${SHIFTS_SHOWN} of the last ${SHIFTS_LOOK_BACK_DAYS} days. Times of a shift count up to now.`,
  access: 'customer.access',
  params: oneMachine,
  result: machineShiftsSchema,
})
