import { z } from 'zod'

/** A field that is another one afterwards. Values are those of rows; a secret shows as dots. */
export const fieldChangeSchema = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })

export type FieldChange = z.infer<typeof fieldChangeSchema>

/** One change of one row, as its audit entry records it. */
export const historyEntrySchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  actor: z.object({ id: z.uuid(), name: z.string().nullable().describe('Null where the account is gone') }),
  address: z.string().nullable().describe('Of the client; null where the product did it by itself'),
  apiKey: z
    .object({ id: z.uuid(), name: z.string().nullable().describe('Null where the key is gone') })
    .nullable()
    .describe('The key it was done with; null where a person was signed in'),
  requestId: z
    .string()
    .nullable()
    .describe('The `X-Request-Id` of the answer; null where the product did it by itself'),
  action: z.string().describe('Such as create, update, delete, restore'),
  changes: z.array(fieldChangeSchema),
})

export type HistoryEntry = z.infer<typeof historyEntrySchema>
