import { z } from 'zod'
import { MAX_CYCLES_PER_MINUTE } from './constants.ts'
import { reportedStates } from './machine-state.ts'

/** The public key of a machine; also a level of its topic, so without `/`, `+` and `#`. */
export const machineIDSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'must be 1 to 64 letters, digits, dots, dashes or underscores')
  .meta({ examples: ['VFFS-2214'] })

/** The topic on which a machine publishes its records. */
export function recordTopic(machineID: string): string {
  return `packhouse/${machineID}/record`
}

const reading = z.union([z.string().max(1024), z.number(), z.boolean(), z.null()])

/**
 * What a machine publishes on `packhouse/<machineID>/record`, as JSON. Everything is optional: `machineID` is known
 * from the topic (and must agree with it where it is repeated), `lastSeen` defaults to the time of arrival.
 */
export const recordPayloadSchema = z.strictObject({
  machineID: machineIDSchema.optional(),
  lastSeen: z.iso.datetime({ offset: true }).optional().describe('When the values were read, ISO 8601 with an offset'),
  totalCycles: z.int().nonnegative().optional().describe('Counter over the life of the machine'),
  totalRejects: z.int().nonnegative().optional().describe('Counter of cycles whose product was rejected'),
  cyclesPerMin: z.number().min(0).max(MAX_CYCLES_PER_MINUTE).nullable().optional(),
  machineState: z.enum(reportedStates).optional().describe('A PackML state, or Running, Idle, Stopped or Faulted'),
  temperature: z.number().min(-273.15).max(2_000).nullable().optional().describe('°C'),
  humidity: z.number().min(0).max(100).nullable().optional().describe('%'),
  latitude: z.number().min(-90).max(90).nullable().optional(),
  longitude: z.number().min(-180).max(180).nullable().optional(),
  machineData: z.record(z.string().max(128), reading).optional().describe('Free-form readings by name'),
})

export type RecordPayload = z.infer<typeof recordPayloadSchema>
