import { z } from 'zod'
import { defineDocumentType } from './document-type.ts'

/** Who changed a record, when, and what it was before and after. */
export const audit = defineDocumentType({
  title: 'Change history',
  subject: 'any',
  parameters: z.strictObject({
    resource: z.string().min(1).max(100).describe('The name of the resource that the record is of'),
  }),
  data: z.object({
    noun: z.string().describe('What kind of record it is'),
    name: z.string().describe('Of the record'),
    total: z.string().describe('How many changes there are'),
    changes: z
      .array(
        z.object({
          at: z.string(),
          who: z.string(),
          with: z.string().nullable().describe('The API key that it was done with'),
          address: z.string().nullable(),
          action: z.string(),
          fields: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
        }),
      )
      .describe('Newest first, at most 2,000'),
    more: z.string().nullable().describe('How many older ones there are beyond these, as a sentence'),
  }),
  example: {
    noun: 'Service plan',
    name: 'Sealing jaws',
    total: '2',
    changes: [
      {
        at: '12 Nov 2026, 14:05',
        who: 'Ingrid Solberg',
        with: null,
        address: '10.0.4.17',
        action: 'Changed',
        fields: [{ field: 'Interval', before: '500', after: '450' }],
      },
      {
        at: '3 Aug 2026, 09:30',
        who: 'Ola Hansen',
        with: 'Planning system',
        address: null,
        action: 'Created',
        fields: [
          { field: 'Name', before: '–', after: 'Sealing jaws' },
          { field: 'Interval', before: '–', after: '500' },
        ],
      },
    ],
    more: null,
  },
})
