import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { pageQuerySchema } from '../engine/list-query.ts'
import { pageOf } from '../engine/page.ts'
import { tagMapEntrySchema } from './tag-map.ts'
import { tagMapEntriesSchema, tagMaps } from './tag-maps.ts'

const area = 'Telemetry'
const PATH = '/v1/ignition/tag-maps'
const params = z.object({ id: z.uuid() })

/** So many of the newest messages of a topic are held in memory, and so many can be tried at once. */
export const RECENT_MESSAGES = 50

export const tagMapVersionSchema = z.object({
  version: z.int(),
  topicFilter: z.string().nullable(),
  timeAddress: z.string().nullable(),
  entries: z.array(tagMapEntrySchema),
  createdAt: z.iso.datetime(),
  createdBy: z.string().nullable().describe('Name of who saved it'),
  inUse: z.boolean(),
})
export type TagMapVersion = z.infer<typeof tagMapVersionSchema>

export const listTagMapVersions = defineCall({
  area,
  method: 'GET',
  path: `${PATH}/{id}/versions`,
  summary: 'The versions of a tag map, newest first',
  access: 'tagMap.read',
  params,
  query: pageQuerySchema(),
  result: pageOf(tagMapVersionSchema),
})

export const getTagMapVersion = defineCall({
  area,
  method: 'GET',
  path: `${PATH}/{id}/versions/{version}`,
  summary: 'One version of a tag map',
  access: 'tagMap.read',
  params: params.extend({
    version: z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number)
      .meta({ examples: ['1'] }),
  }),
  result: tagMapVersionSchema,
})

export const tagMapReach = defineCall({
  area,
  method: 'GET',
  path: `${PATH}/{id}/reach`,
  summary: 'Which machines a tag map is used for once it is rolled out',
  access: 'tagMap.read',
  params,
  result: z.object({
    count: z.int(),
    machineIDs: z.array(z.string()).describe('The first few'),
    machineType: z.string().nullable(),
  }),
})

export const rollOutTagMap = defineCall({
  area,
  method: 'POST',
  path: `${PATH}/{id}/roll-out`,
  summary: 'Put a version of a tag map into use, an older one too; or none',
  description: 'Machines are read by it within 2 s.',
  access: 'tagMap.update',
  params,
  body: z.strictObject({
    version: z.int().min(1).max(2_147_483_647).nullable().describe('null takes the map out of use'),
  }),
  result: tagMaps.row,
  problems: ['not_found'],
})

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()])

/** A message as it came, for the studio. */
export const rawMessageSchema = z.object({
  id: z.string(),
  receivedAt: z.iso.datetime(),
  topic: z.string(),
  machineID: z.string().nullable(),
  payload: z.string().describe('As text; bytes that are no UTF-8 are replaced'),
})
export type RawMessage = z.infer<typeof rawMessageSchema>

export const tagMapMessages = defineCall({
  area,
  method: 'GET',
  path: `${PATH}/{id}/messages`,
  summary: 'The newest messages of the machines and topics of a tag map, as they came',
  description:
    'At most 50 of a topic, newest first, held in memory. Messages of machines without a map are held only while somebody asks ' +
    'for them: the first answer may be empty. Those of machines that are not shared are left out.',
  access: 'tagMap.read',
  params,
  result: z.array(rawMessageSchema),
})

/** What a tag map makes of one message. */
export const mappedMessageSchema = z.object({
  at: z.iso.datetime().nullable().describe('Time of the record; null where it is refused'),
  fields: z.record(z.string(), scalar).describe('By field name; readings as machineData.<tag>'),
  faults: z.array(z.object({ address: z.string(), reason: z.string() })),
  refusal: z.object({ code: z.string(), reason: z.string() }).nullable(),
})
export type MappedMessage = z.infer<typeof mappedMessageSchema>

export const previewTagMap = defineCall({
  area,
  method: 'POST',
  path: `${PATH}/preview`,
  summary: 'What entries make of messages, beside what the version in use makes of them',
  description:
    'Nothing is stored. Messages are given as `payloads`, or are the newest `last` ones of `topic` or `machineID`. They are read in ' +
    'the order in which they came, as if nothing were known of the machine before.',
  access: 'tagMap.read',
  body: z.strictObject({
    tagMapId: z.uuid().nullable().default(null).describe('Whose version in use it is compared with'),
    entries: tagMapEntriesSchema,
    timeAddress: z.string().max(512).nullable().default(null),
    payloads: z.array(z.string().max(65_536)).max(RECENT_MESSAGES).optional(),
    topic: z.string().max(512).optional(),
    machineID: z.string().max(64).optional(),
    last: z.int().min(1).max(RECENT_MESSAGES).default(10),
  }),
  result: z.array(
    z.object({
      payload: z.string(),
      after: mappedMessageSchema,
      before: mappedMessageSchema.nullable().describe('By the active version; null without an active version'),
      changed: z.array(z.string()).describe('Fields that differ between the two'),
    }),
  ),
  problems: ['not_found'],
})
