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
      unplannedMs: ms.describe('Outside of the shifts of its site or in their breaks, whatever the machine did then'),
      hiddenBefore: z
        .boolean()
        .describe('Before it is a machine that the caller may not see: whether it was starved is not known'),
      hiddenBehind: z
        .boolean()
        .describe('Behind it is a machine that the caller may not see: whether it was blocked is not known'),
    }),
  ),
  hidden: z.int().describe('How many machines of the line the caller may not see'),
  bottleneck: machineIDSchema
    .nullable()
    .describe(
      'Which machine waited least for the others, as a share of its known planned time; null for less than two machines that are known for half of it, where none of them waited, and where a machine is hidden',
    ),
})
export type LineFlow = z.infer<typeof lineFlowSchema>

export const lineFlow = defineCall({
  area,
  method: 'GET',
  path: '/v1/ignition/lines/{id}/flow',
  summary: 'Which machine of a line the others wait for',
  description:
    'Where the machines before and behind an idle one both stand still, the one that stood still first is why. Times of a machine add up to the window. Only planned time counts.',
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
