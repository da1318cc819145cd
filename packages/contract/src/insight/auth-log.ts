import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { fieldChangeSchema } from '../engine/history.ts'
import { momentSchema, words } from '../engine/text-schemas.ts'

const area = 'Audit'
const PATH = '/v1/auth/logs'

export const auditKinds = ['everything', 'changes', 'sign-ins', 'keys'] as const
export type AuditKind = (typeof auditKinds)[number]

/** What the entries of the log are filtered by, in its list, its metrics and its file. */
export const authLogFilters = {
  kind: z
    .enum(auditKinds, `must be one of ${auditKinds.join(', ')}`)
    .default('everything')
    .describe('Which entries'),
  q: words(200)
    .min(1)
    .optional()
    .describe('Found in the name and email of the person, the name of the key, the record, the action and the address'),
  who: z.uuid().optional().describe('Id of the person'),
  key: z.uuid().optional().describe('Id of the API key'),
  resource: words(64).optional().describe('Name of the resource, such as `customer`'),
  record: z.uuid().optional().describe('Id of the record'),
  action: words(64).optional().describe('Such as `update` or `sign-in-refused`'),
  address: words(64).optional().describe('Address of the client'),
  outcome: z.enum(['ok', 'refused'], 'must be ok or refused').optional(),
}

const window = {
  from: momentSchema.optional().describe('Entries from then on'),
  to: momentSchema.optional().describe('Entries before then'),
}

const PAGE = 50
const MAX_PAGE = 200
/** More entries are not counted. */
export const MAX_COUNTED_ENTRIES = 10_000

export const authLogEntrySchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  kind: z
    .enum(['change', 'sign-in'])
    .describe('A change of a record, or what happened to an account, a session or a key'),
  action: z.string().describe('Such as `update`, `sign-in`, `sign-in-refused`, `right-refused`'),
  type: z
    .string()
    .describe(
      'Group of the action: `change`, `login`, `login_error`, `logout`, `refresh`, `token`, `factor`, `password`, `right`, `rate`, `device`',
    ),
  outcome: z.enum(['ok', 'refused']),
  code: z.string().nullable().describe('Of the problem, or the permission that was missing'),
  who: z.object({ id: z.uuid(), name: z.string().nullable() }).nullable().describe('Null where nobody is known'),
  apiKey: z.object({ id: z.uuid(), name: z.string().nullable() }).nullable(),
  device: z
    .object({ id: z.uuid(), name: z.string().nullable() })
    .nullable()
    .describe('The device that signed in to the broker, where it has a name and a key of its own'),
  record: z
    .object({ resource: z.string(), id: z.uuid(), label: z.string().nullable() })
    .nullable()
    .describe('The label is null for who may not see the record'),
  target: z.string().nullable().describe('What was wanted where a right was refused: `GET /v1/customers`'),
  way: z.string().nullable().describe('How somebody signed in: `password`, `code`, `passkey`, or a provider'),
  address: z.string().nullable(),
  program: z.string().nullable().describe('Browser and system'),
  changed: z.array(z.string()).describe('Fields that are another one afterwards'),
  given: z
    .array(z.string())
    .describe('Permissions that were given, or rows such as roles and people that were attached, by name'),
  taken: z.array(z.string()).describe('The same of what was taken or detached'),
  times: z
    .int()
    .describe('How often in a row, where somebody was refused: such refusals are one entry, that of the last'),
  since: z.iso.datetime().describe('Of the first of them'),
})
export type AuthLogEntry = z.infer<typeof authLogEntrySchema>

export const listAuthLog = defineCall({
  area,
  method: 'GET',
  path: PATH,
  summary: 'Changes, sign-ins, refusals and the use of keys, newest first',
  description: `Refusals of the same person, key or device from the same address within 5 minutes of each other are one entry. Refreshes of sessions are
    listed only where \`action\` is \`refreshed\`. Values of records and their labels are shown to who may read them; search never looks into values.`,
  access: 'authLog.read',
  query: z.strictObject({
    ...authLogFilters,
    ...window,
    cursor: z.string().max(100).optional().describe('`next` of the page before'),
    limit: z.coerce.number<string>('must be a whole number').int().min(1).max(MAX_PAGE).default(PAGE),
  }),
  result: z.object({
    items: z.array(authLogEntrySchema),
    next: z.string().nullable().describe('Null on the last page'),
    total: z.int().describe(`Entries that fit, at most ${MAX_COUNTED_ENTRIES.toLocaleString('en')}`),
    totalIsExact: z.boolean().describe('False where more fit than are counted: the total is the least that there are'),
  }),
})

const eventSchema = authLogEntrySchema.pick({
  id: true,
  at: true,
  action: true,
  outcome: true,
  who: true,
  record: true,
})

export const authLogEntry = defineCall({
  area,
  method: 'GET',
  path: `${PATH}/{id}`,
  summary: 'One entry: what was before and after, by which permission, and what happened around it',
  access: 'authLog.read',
  params: z.strictObject({ id: z.string().regex(/^[1-9]\d{0,17}$/, 'must be a number') }),
  result: z.object({
    entry: authLogEntrySchema,
    permission: z.string().nullable().describe('Which permission allowed it'),
    requestId: z.string().nullable(),
    changes: z.array(fieldChangeSchema),
    hidden: z.boolean().describe('Whether values are left out, because the reader may not see the record'),
    around: z.array(eventSchema).describe('Of the same request, record or person, within 30 minutes'),
    followed: eventSchema.nullable().describe('What came of it, where somebody was refused'),
    sameAddress: z
      .array(z.object({ day: z.iso.date(), refused: z.int(), ok: z.int() }))
      .describe('Sign-ins from the same address in the 7 days before, by day in UTC'),
  }),
})

export const exportAuthLog = defineCall({
  area,
  method: 'GET',
  path: `${PATH}/export`,
  summary: 'The entries of the log as a file, newest first',
  access: 'authLog.read',
  query: z.strictObject({
    ...authLogFilters,
    ...window,
    format: z.enum(['csv', 'json'], 'must be csv or json').default('csv'),
  }),
  result: z.string(),
  answer: 'csv',
  types: ['text/csv', 'application/json'],
  sends: ['Content-Disposition'],
})
