import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { pageQuerySchema } from '../engine/list-query.ts'
import { pageOf } from '../engine/page.ts'
import { momentSchema, words } from '../engine/text-schemas.ts'

const area = 'Telemetry'
const PATH = '/v1/ignition/dead-letters'
const params = z.object({ id: z.uuid() })

/** So many dead letters are replayed by one request at most; the answer says how many are left. */
export const MAX_REPLAYED = 500

/** Which dead letters are meant. */
const filters = {
  code: words(40).optional(),
  device: words(200).optional(),
  topic: words(200).optional().describe('Part of the topic'),
  from: momentSchema.optional(),
  to: momentSchema.optional(),
}

/** A message that did not become a record. */
export const deadLetterSchema = z.object({
  id: z.uuid(),
  receivedAt: z.iso.datetime(),
  device: z.string(),
  topic: z.string(),
  bytes: z.int(),
  code: z.string(),
  reason: z.string(),
  attempts: z.int().describe('How often it was replayed'),
  triedAt: z.iso.datetime().nullable(),
  unreplayable: z.string().nullable().describe('Why it cannot be replayed; null where it can'),
  replayedAt: z.iso.datetime().nullable().describe('When it became a record'),
  seen: z.int().describe('How often the same content came'),
  lastAt: z.iso.datetime().describe('When it came last'),
})
export type DeadLetter = z.infer<typeof deadLetterSchema>

export const listDeadLetters = defineCall({
  area,
  method: 'GET',
  path: PATH,
  summary: 'Messages that were refused, newest first',
  description:
    'Each sender and customer has a share; the same content is one dead letter, which counts how often it came. Old ones go ' +
    'after a time, and `dropped` counts those that went without having been replayed.',
  access: 'deadLetter.read',
  query: pageQuerySchema({ ...filters, replayed: z.enum(['without', 'only', 'with']).default('without') }),
  result: pageOf(deadLetterSchema).extend({
    dropped: z.int(),
    codes: z.array(z.string()),
    devices: z.array(z.string()),
  }),
})

export const deadLetterSummary = defineCall({
  area,
  method: 'GET',
  path: `${PATH}/summary`,
  summary: 'Whose messages were refused in the last minutes, and what is held back',
  access: 'deadLetter.read',
  result: z.object({
    minutes: z.int().describe('How far back it looks'),
    machines: z.int().describe('Of how many machines messages were refused'),
    senders: z
      .array(
        z.object({
          device: z.string(),
          machineID: z.string().nullable().describe('Null if the machine is unknown'),
          code: z.string(),
          reason: z.string().describe('Of the newest'),
          count: z.int(),
          notStored: z.int().describe('Of these found their share full'),
          lastAt: z.iso.datetime(),
        }),
      )
      .describe('Those with the most refused messages, 100 at most'),
    notStored: z.int().describe('Refused messages of the last 24 hours for which there was no room'),
    held: z
      .object({ records: z.int(), machines: z.int() })
      .describe("Records that wait until the server's clock is right"),
    clock: z.string().nullable().describe("What is wrong with the server's clock, and what to do"),
  }),
})

export const getDeadLetter = defineCall({
  area,
  method: 'GET',
  path: `${PATH}/{id}`,
  summary: 'A message that was refused, with its payload',
  access: 'deadLetter.read',
  params,
  result: deadLetterSchema.extend({
    encoding: z.enum(['text', 'base64']).describe('`text` where the payload is UTF-8'),
    payload: z.string(),
  }),
})

export const replayDeadLetter = defineCall({
  area,
  method: 'POST',
  path: `${PATH}/{id}/replay`,
  summary: 'Read a refused message again, by the tag maps of now',
  description:
    'As if it came at the time at which it came first, so that it becomes a record once however often it is replayed. What is ' +
    'refused again stays, with the new reason.',
  access: 'deadLetter.replay',
  params,
  result: deadLetterSchema,
  problems: ['not_usable', 'unavailable'],
})

const chosen = { ...filters, ids: z.array(z.uuid()).min(1).max(MAX_REPLAYED).optional() }

/** What is meant for a few letters must not reach all of them by being left out. */
const somethingChosen = [
  (given: object) => Object.values(given).some((value) => value !== undefined),
  { path: ['ids'], message: 'ids or something to filter by must be given' },
] as [(given: object) => boolean, { path: string[]; message: string }]

export const replayDeadLetters = defineCall({
  area,
  method: 'POST',
  path: `${PATH}/replay`,
  summary: 'Read refused messages again, oldest first',
  description: `At most ${MAX_REPLAYED} at once; those that have become a record or cannot be replayed are passed over.`,
  access: 'deadLetter.replay',
  body: z
    .strictObject({ ...chosen, after: z.uuid().optional().describe('Goes on behind the `last` of the answer before') })
    .refine(...somethingChosen),
  result: z.object({
    replayed: z.int().describe('That became records'),
    refused: z.int().describe('That did not, those that cannot be replayed among them'),
    last: z.uuid().nullable().describe('Null where none are left'),
  }),
  problems: ['unavailable'],
})

export const discardDeadLetter = defineCall({
  area,
  method: 'DELETE',
  path: `${PATH}/{id}`,
  summary: 'Discard a refused message for good',
  access: 'deadLetter.replay',
  params,
})

export const discardDeadLetters = defineCall({
  area,
  method: 'POST',
  path: `${PATH}/discard`,
  summary: 'Discard refused messages for good',
  access: 'deadLetter.replay',
  body: z.strictObject(chosen).refine(...somethingChosen),
  result: z.object({ discarded: z.int() }),
})
