import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { tagDataTypes } from './tag-map.ts'

const area = 'Machine monitoring'
const PATH = '/v1/ignition/machines/{id}/commands'

/** So many of the newest commands of a machine are listed. */
export const LISTED_COMMANDS = 20

/** So many values of one machine may be written in a minute. */
export const COMMANDS_A_MINUTE = 10

/** For so long a machine may take to report a value that was written. */
export const CONFIRMED_WITHIN_SECONDS = 20

const MAX_TEXT = 512

const valueSchema = z.union([z.number(), z.boolean(), z.string().max(MAX_TEXT)])

export const commandOutcomes = ['sent', 'confirmed', 'not_confirmed', 'failed'] as const

/** A tag that may be written, as its tag map has it. */
export const writableTagSchema = z.object({
  tag: z.string(),
  dataType: z.enum(tagDataTypes),
  unit: z.string().nullable(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  choices: z
    .array(valueSchema)
    .describe('What the tag map has names for; empty where any value of the type may be written'),
  value: z.union([valueSchema, z.null()]).describe('What the machine reported last; null where it has not'),
})
export type WritableTag = z.infer<typeof writableTagSchema>

export const machineCommandSchema = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  who: z.string().nullable().describe('Name of the person, as far as the reader may know it'),
  tag: z.string(),
  unit: z.string().nullable(),
  before: z.union([valueSchema, z.null()]).describe('What the machine had reported by then'),
  value: valueSchema,
  outcome: z
    .enum(commandOutcomes)
    .describe(
      `\`sent\`: nothing is known yet; \`confirmed\`: the machine has reported the value; \`not_confirmed\`: it has not within ${CONFIRMED_WITHIN_SECONDS} s; \`failed\`: it did not leave`,
    ),
  settledAt: z.iso.datetime().nullable().describe('When the outcome became known'),
})
export type MachineCommand = z.infer<typeof machineCommandSchema>

export const machineCommands = defineCall({
  area,
  method: 'GET',
  path: PATH,
  summary: 'Which tags of a machine may be written, and its newest commands',
  access: 'machine.command',
  params: z.object({ id: z.string() }),
  result: z.object({
    tags: z.array(writableTagSchema).describe('As the tag map in use has them; empty where nothing may be written'),
    unreachable: z.string().nullable().describe('Why nothing can be sent at the moment; null where it can'),
    commands: z.array(machineCommandSchema).max(LISTED_COMMANDS).describe('Newest first'),
  }),
  problems: ['not_found', 'machine_not_shared'],
})

export const sendMachineCommand = defineCall({
  area,
  method: 'POST',
  path: PATH,
  summary: 'Write a value of a machine',
  description:
    'Only what the tag map in use calls writable, within its bounds. The value goes over the connection by which the machine reports: as ' +
    'DCMD or NCMD of Sparkplug B, or to the topic of the tag map. ' +
    `The answer comes when it has left. Whether the machine has taken it is in the list of commands: it has to report the value within ${CONFIRMED_WITHIN_SECONDS} s.`,
  access: 'machine.command',
  stepUp: true,
  params: z.object({ id: z.string() }),
  body: z.strictObject({ tag: z.string().min(1).max(64), value: valueSchema }),
  result: machineCommandSchema,
  status: 201,
  problems: ['not_found', 'machine_unreachable', 'too_many_requests', 'machine_not_shared'],
})
