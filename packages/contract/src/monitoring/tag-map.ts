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
      },
    ],
  })
export type TagMapEntry = z.infer<typeof tagMapEntrySchema>
