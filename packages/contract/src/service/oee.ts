import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { oeeFactorsSchema } from '../monitoring/oee-factors.ts'
import { machineIDSchema } from '../monitoring/record.ts'
import { downtimeKinds } from './downtime-reasons.ts'
import { oneMachine, spanQuery } from './machine-span.ts'

const ms = z.int().min(0)
const share = z.number().min(0).nullable()

/** Every moment of a stretch lies in exactly one of them. */
export const oeeBucketsSchema = z.object({
  runningMs: ms.describe('Running, as long as its cycles take at design speed'),
  speedLossMs: ms.describe('Running, the rest: 0 without a design speed'),
  minorStopMs: ms.describe(
    'Stops not longer than `minorStopSeconds`, whatever was said of that time, and longer ones that people call minor',
  ),
  unplannedMs: ms,
  plannedMs: ms,
  changeoverMs: ms,
  uncategorisedMs: ms.describe('Stops without a reason'),
  unknownMs: ms.describe('Nothing was heard'),
})
export type OeeBuckets = z.infer<typeof oeeBucketsSchema>

export const machineOeeSchema = z.object({
  machineID: machineIDSchema,
  timeZone: z.string(),
  from: z.iso.datetime(),
  to: z.iso.datetime().describe('No later than now'),
  lengthMs: ms,
  designSpeed: z.number().nullable().describe('Cycles per minute'),
  minorStopSeconds: z.int().describe('Stops not longer than this are minor'),
  staleAfterSeconds: z.int().describe('A record speaks for the machine no longer than this'),
  buckets: oeeBucketsSchema,
  plannedProductionMs: ms.describe('The known time without what was planned otherwise'),
  cycles: z.int(),
  rejects: z.int().describe('0 where the machine reports none; `factors` says whether it does'),
  goodCycles: z.int().describe('Cycles without the rejects; all of them where rejects are not reported'),
  measuredCycles: z
    .int()
    .describe(
      'Cycles of the hours for which the machine reports rejects: quality is of them alone. 0 where it reports none',
    ),
  availability: share.describe('Running and minor stops of the planned production time'),
  performance: share.describe(
    'Time of the cycles at design speed, of running and minor stops; null without a design speed',
  ),
  quality: share.describe(
    'Good cycles of all `measuredCycles`; null without cycles, and where the machine reports no rejects in the window',
  ),
  oee: share.describe(
    'Time of the good cycles at design speed, of the planned production time: the product of its `factors`. Cycles without reported rejects count as good as the others',
  ),
  factors: oeeFactorsSchema,
  utilization: share.describe('Running of all the time; null where nothing is known'),
  reasons: z
    .array(z.object({ reasonId: z.uuid(), name: z.string(), kind: z.enum(downtimeKinds), lengthMs: ms }))
    .describe('Why it stood still, the longest first'),
})
export type MachineOee = z.infer<typeof machineOeeSchema>

export const machineOee = defineCall({
  area: 'Stops and OEE',
  method: 'GET',
  path: '/v1/ignition/machines/{id}/oee',
  summary: 'Overall equipment effectiveness, and the time it is made of',
  description:
    'Cycles and rejects are those of the records in the stretch. Times are exact to the millisecond and add up to its length. ' +
    'Nothing behind now counts.',
  access: 'customer.access',
  params: oneMachine,
  query: spanQuery,
  result: machineOeeSchema,
  problems: ['machine_not_shared'],
})
