import { z } from 'zod'

/** Where the addresses of a tag map come from: paths in JSON, metric names of Sparkplug B, node ids of OPC UA. */
export const tagSources = ['json', 'sparkplug', 'opcua'] as const
export type TagSource = (typeof tagSources)[number]

/** What a tag is to the product. Tags of the role `other` become readings under their own name. */
export const tagRoles = ['state', 'count', 'reject', 'speed', 'temperature', 'humidity', 'alarm', 'other'] as const
export type TagRole = (typeof tagRoles)[number]

export const tagDataTypes = ['number', 'text', 'boolean'] as const

/** Text as a database and a table of people take it. */
function plain(max: number) {
  return (
    z
      .string()
      .max(max, `must not be longer than ${max} characters`)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
      .regex(/^[^\u0000-\u001f\u007f]*$/, 'must not contain control characters')
      .refine((text) => text.isWellFormed(), 'must not contain an unpaired surrogate')
  )
}

/** Where an entry is written to over plain MQTT: a topic without wildcards, which may name the machine. */
const WRITE_TOPIC = /^(?!\$)([^+#{}]|\{machineID\})+$/

/** What no command changes: machines count and report these by themselves. */
const reportedRoles: readonly TagRole[] = ['state', 'count', 'reject']

/** What is written where a value goes in a payload. */
export const VALUE_MARK = '{value}'

interface Writing {
  role: TagRole
  dataType: (typeof tagDataTypes)[number]
  writable: boolean
  min: number | null
  max: number | null
  writePayload: string | null
}

/** What of an entry says how it is written does not fit together, by its field. */
function* writingFaults(entry: Writing): Generator<[keyof Writing, string]> {
  const { role, dataType, writable, min, max, writePayload } = entry
  if (writable && reportedRoles.includes(role))
    yield ['writable', 'must be off for a state or a counter, which the machine alone reports']
  if (dataType !== 'number') {
    if (min !== null) yield ['min', 'must be empty: only numbers have bounds']
    if (max !== null) yield ['max', 'must be empty: only numbers have bounds']
  } else if (min !== null && max !== null && min > max) yield ['max', 'must not be below the least value']
  if (writePayload !== null && !writePayload.includes(VALUE_MARK))
    yield ['writePayload', 'must contain {value}, where the value goes']
}

/** One line of a tag map: which value of a device becomes which tag, and what is done to it on the way. */
export const tagMapEntrySchema = z
  .strictObject({
    canonicalTag: z
      .string()
      .regex(
        /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/,
        'must be a letter and up to 63 letters, digits, dots, dashes or underscores',
      ),
    address: plain(512).min(1, 'must not be empty'),
    role: z.enum(tagRoles),
    dataType: z.enum(tagDataTypes).default('number'),
    unit: plain(32).nullable().default(null),
    scale: z
      .number()
      .refine((value) => value !== 0, 'must not be 0')
      .default(1),
    offset: z.number().default(0),
    deadband: z.number().min(0, 'must not be negative').default(0).describe('Changes up to this size are ignored'),
    rolloverAt: z
      .int()
      .min(2)
      .max(Number.MAX_SAFE_INTEGER)
      .nullable()
      .default(null)
      .describe('The counter goes from one below this back to 0'),
    valueMap: z
      .record(plain(128), z.union([plain(128), z.number(), z.boolean()]))
      .default({})
      .describe('What a value means, by the value as text; of a state: the name of a PackML state or its group'),
    writable: z.boolean().default(false).describe('Whether people with the permission machine.command may write it'),
    min: z.number().nullable().default(null).describe('The least value that may be written, in the unit of the tag'),
    max: z.number().nullable().default(null).describe('The greatest value that may be written'),
    writeTopic: plain(256)
      .regex(WRITE_TOPIC, 'must be a topic without + and #; {machineID} stands for the machine')
      .nullable()
      .default(null)
      .describe('Topic to which it is written over MQTT; only where the source is JSON'),
    writePayload: plain(1024)
      .nullable()
      .default(null)
      .describe('What is sent there: {value} is the value as JSON, {machineID} the machine. Empty: the bare value'),
  })
  .superRefine((entry, context) => {
    for (const [field, message] of writingFaults(entry)) context.addIssue({ code: 'custom', path: [field], message })
  })
  .meta({
    examples: [
      {
        canonicalTag: 'temperature',
        address: 'plc.t1',
        role: 'temperature',
        dataType: 'number',
        unit: '°C',
        scale: 0.1,
        offset: 0,
        deadband: 0.2,
        rolloverAt: null,
        valueMap: {},
        writable: false,
        min: null,
        max: null,
        writeTopic: null,
        writePayload: null,
      },
    ],
  })
export type TagMapEntry = z.infer<typeof tagMapEntrySchema>

/** What an entry has of which nothing is said: a number that is taken as it is, and not written. */
export const plainTagMapEntry = {
  dataType: 'number',
  unit: null,
  scale: 1,
  offset: 0,
  deadband: 0,
  rolloverAt: null,
  valueMap: {},
  writable: false,
  min: null,
  max: null,
  writeTopic: null,
  writePayload: null,
} as const satisfies Partial<TagMapEntry>
