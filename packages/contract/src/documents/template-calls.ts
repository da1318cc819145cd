import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { documentTypeNames } from './types/index.ts'

const area = 'Documents'
const typeSchema = z.enum(documentTypeNames)

export const templateTypes = defineCall({
  area,
  method: 'GET',
  path: '/v1/pdf-templates/types',
  summary: 'The kinds of documents, what their templates get, and an example of it',
  access: 'pdfTemplate.read',
  result: z.array(
    z.object({
      type: typeSchema,
      title: z.string(),
      subject: z.string().describe('The resource whose id a document is made of'),
      schema: z.record(z.string(), z.unknown()).describe('JSON Schema (2020-12) of the data'),
      parameters: z
        .record(z.string(), z.unknown())
        .describe('JSON Schema of what can be chosen beside the record, such as a span of time'),
      example: z.record(z.string(), z.unknown()),
    }),
  ),
})

export const templateDefaultSchema = z.object({
  type: typeSchema,
  locale: z.string(),
  businessUnitId: z.uuid().nullable().describe('Null for all'),
  templateId: z.uuid(),
  name: z.string(),
  version: z.int(),
})

export const templateDefaults = defineCall({
  area,
  method: 'GET',
  path: '/v1/pdf-templates/defaults',
  summary: 'The default templates by type, language and business unit',
  description:
    'A document is made with the default of its type, language and business unit. Without one, that of the language counts, then ' +
    'that of the language without its region, then English: each of the business unit first, then of all.',
  access: 'pdfTemplate.read',
  result: z.array(templateDefaultSchema),
})
export type TemplateDefault = z.infer<typeof templateDefaultSchema>

export const setTemplateDefault = defineCall({
  area,
  method: 'PUT',
  path: '/v1/pdf-templates/defaults',
  summary: 'Make a published template the default of its type, language and business unit',
  description: 'The one that was it before steps down. A template that is deleted is no default any more.',
  access: 'pdfTemplate.update',
  body: z.strictObject({ templateId: z.uuid() }),
  result: z.array(templateDefaultSchema),
  problems: ['not_found', 'template_missing'],
})

export const templateVersionSchema = z.object({
  number: z.int(),
  publishedAt: z.iso.datetime(),
  publishedBy: z.string().nullable().describe('Null where nobody did it, or the account is gone'),
  documents: z.int().describe('That were made with it'),
})
export type TemplateVersion = z.infer<typeof templateVersionSchema>

const params = z.object({ id: z.uuid() })

export const templateVersions = defineCall({
  area,
  method: 'GET',
  path: '/v1/pdf-templates/{id}/versions',
  summary: 'The published versions of a template, newest first',
  access: 'pdfTemplate.read',
  params,
  result: z.array(templateVersionSchema),
  problems: ['not_found'],
})

export const templateVersion = defineCall({
  area,
  method: 'GET',
  path: '/v1/pdf-templates/{id}/versions/{number}',
  summary: 'A published version of a template with its sources',
  access: 'pdfTemplate.read',
  params: params.extend({
    number: z
      .string()
      .regex(/^[1-9]\d{0,6}$/, 'must be the number of a version')
      .transform(Number),
  }),
  result: templateVersionSchema.extend({
    sources: z.record(z.string(), z.string()).describe('`main.typ` is the template, the others are its partials'),
  }),
  problems: ['not_found'],
})

export const publishTemplate = defineCall({
  area,
  method: 'POST',
  path: '/v1/pdf-templates/{id}/publish',
  summary: 'Publish a template as a new version',
  description:
    'The template is rendered with its sample data first: what has faults is not published. A version never changes; documents are made with ' +
    'the newest one from now on.',
  access: 'pdfTemplate.update',
  params,
  body: z.strictObject({ rowVersion: z.int().min(1).describe('The rowVersion of the template that was read') }),
  result: templateVersionSchema,
  problems: ['not_found', 'stale', 'template_invalid', 'too_many_requests', 'unavailable'],
})
