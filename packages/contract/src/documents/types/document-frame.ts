import { z } from 'zod'

/** What every document begins with, whatever it is about: the server adds it to the data of the type. */
export const documentFrameSchema = z.object({
  document: z.object({
    title: z.string().describe('Of the file, which screen readers say first'),
    number: z.string().nullable(),
    language: z.string().describe('BCP 47'),
    madeAt: z.string().describe('When it was made, written out'),
    isDraft: z.boolean().describe('Made with a template that is not published: a watermark says so'),
    template: z.string().describe('Its name and version'),
    hash: z.string().describe('The first 12 digits of the SHA-256 of what it shows'),
  }),
  letterhead: z
    .object({
      company: z.string(),
      address: z.array(z.string()),
      footer: z.string().nullable(),
      accent: z.string().describe('#rrggbb'),
      font: z.string().nullable().describe('A font family of its own; null for Inter'),
      logo: z.string().nullable().describe('The name of the file, for `image`'),
    })
    .nullable(),
  page: z.object({
    paper: z.enum(['a4', 'us-letter']),
    margin: z.object({ top: z.int(), right: z.int(), bottom: z.int(), left: z.int() }).describe('In mm'),
  }),
  words: z.record(z.string(), z.string()).describe('The words of the product in the language of the document, by name'),
})
export type DocumentFrame = z.infer<typeof documentFrameSchema>
