import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { machineIDSchema } from '../monitoring/record.ts'

/** Hours that an answer looks back. */
export const lineHours = [8, 24, 168] as const
/** So many machines of a line are looked at, the first ones. */
export const MOST_LINE_MACHINES = 30
/** So many lines are listed. */
export const MOST_LINES = 200

const area = 'Production lines'

export const myLines = defineCall({
  area,
  method: 'GET',
  path: '/v1/ignition/lines',
  summary: 'The production lines of the machines that the caller sees',
  description: `By customer and name; ${MOST_LINES} at most.`,
  access: 'customer.access',
  result: z.object({
    lines: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        location: z.string(),
        customer: z.string().nullable(),
        machines: z.int(),
      }),
    ),
  }),
})

const ms = z.int().min(0)

export const lineFlowSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  machines: z.array(
    z.object({
      machineID: machineIDSchema,
      runningMs: ms,
      starvedMs: ms.describe('Idle while the machine before it did not run'),
      blockedMs: ms.describe('Idle while the machine behind it did not run'),
      idleMs: ms.describe('Idle otherwise'),
      stoppedMs: ms.describe('Stopped or faulted'),
      unknownMs: ms,
    }),
  ),
  bottleneck: machineIDSchema
    .nullable()
    .describe(
      'Which machine waited least for the others, as a share of its known time; null for less than two machines that are known for half of the time, or where none of them waited',
    ),
})
export type LineFlow = z.infer<typeof lineFlowSchema>

export const lineFlow = defineCall({
  area,
  method: 'GET',
  path: '/v1/ignition/lines/{id}/flow',
  summary: 'Which machine of a line the others wait for',
  description:
    'Where the machines before and behind an idle one both stand still, the one that stood still first is why. Times of a machine add up to the window.',
  access: 'customer.access',
  params: z.object({ id: z.uuid() }),
  query: z.strictObject({
    hours: z
      .enum(lineHours.map(String) as [string, ...string[]])
      .default('8')
      .describe('How far it looks back'),
  }),
  result: lineFlowSchema,
  problems: ['not_found'],
})
