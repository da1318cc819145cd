import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import type { HistoryState } from '../monitoring/machine.ts'
import { machineIDSchema } from '../monitoring/record.ts'

/** Windows of lanes in hours, with the length of a slot in minutes: a lane has some hundred of them. */
export const laneWindows = { '3': 1, '12': 2, '168': 60 } as const
export type LaneHours = keyof typeof laneWindows

export const MAX_LANES = 100

/** The letter of a state in a lane. */
export const laneLetters = {
  Running: 'R',
  Idle: 'I',
  Stopped: 'S',
  Faulted: 'F',
  Unknown: 'U',
} as const satisfies Record<HistoryState, string>

export const fleetLanesSchema = z.object({
  from: z.iso.datetime(),
  to: z.iso.datetime().describe('The end of the slot that is under way'),
  slotMinutes: z.int(),
  lanes: z.array(
    z.object({
      machineID: machineIDSchema,
      running: z.number().min(0).max(1).nullable().describe('Share of the window; null where nothing is known'),
      states: z
        .string()
        .regex(/^[RISFU]*$/)
        .describe('A letter for each slot: Running, Idle, Stopped, Faulted, Unknown; the state that took most of it')
        .meta({ examples: ['RRRISSFFRU'] }),
    }),
  ),
})
export type FleetLanes = z.infer<typeof fleetLanesSchema>

export const fleetLanes = defineCall({
  area: 'Fleet',
  method: 'POST',
  path: '/v1/fleet/lanes',
  summary: 'What some machines did over a window, slot by slot',
  description: `For the rows in view, ${MAX_LANES} machines at most. Machines that the caller may not see are missing, like machines that do not exist.`,
  access: 'machine.read.any',
  body: z.strictObject({
    machine_ids: z.array(z.string().max(64)).min(1).max(MAX_LANES),
    hours: z.enum(Object.keys(laneWindows) as [LaneHours, ...LaneHours[]]),
  }),
  result: fleetLanesSchema,
})
