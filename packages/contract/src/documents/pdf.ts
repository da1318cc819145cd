import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { isTimeZone } from '../engine/text-schemas.ts'
import { pageSizes } from './pdf-templates.ts'
import { MAX_TEMPLATE_LENGTH } from './template-limits.ts'
import { documentTypeNames } from './types/index.ts'

const area = 'Documents'

export const pdfHealthSchema = z.object({
  status: z.enum(['ok', 'degraded']).describe('Degraded where the last document could not be rendered'),
  processes: z
    .int()
    .describe('That render, at most as many as are configured; the first starts with the first document'),
  busy: z.int().describe('Processes that render a document now'),
  waiting: z.int().describe('Documents that wait for a process'),
  rendered: z.int().describe('Documents since the start of this server'),
  failed: z.int().describe('Documents since then that took too long, too much memory, or ended their process'),
  p95Ms: z.number().nullable().describe('Of the last 200 documents, waiting included; null where there were none'),
  lastError: z.string().nullable(),
})
export type PdfHealth = z.infer<typeof pdfHealthSchema>

export const pdfHealth = defineCall({
  area,
  method: 'GET',
  path: '/v1/pdf/health',
  summary: 'Whether documents can be rendered, how many wait, and how long it takes',
  access: 'operation.read',
  result: pdfHealthSchema,
})

const FAULTS =
  'A faulty source is the problem `template_invalid`, with each fault and its place in `faults`. A sign is in the place of a character that no font has.'

const previewBody = z
  .strictObject({
    type: z.enum(documentTypeNames).optional().describe('Whose example is the data where none is sent'),
    source: z.string().min(1).max(MAX_TEMPLATE_LENGTH),
    partials: z
      .record(z.string().max(60), z.string().max(MAX_TEMPLATE_LENGTH))
      .default({})
      .describe('Sources in the place of stored partials, by their names'),
    templateId: z.uuid().optional().describe('Whose page, letterhead, language and sample data count'),
    pageSize: z.enum(pageSizes).optional().describe('In the place of that of the template'),
    data: z.record(z.string(), z.unknown()).optional(),
    id: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe(
        'Of a record whose data is shown, as far as the caller may read it; machines are named by their machineID',
      ),
    parameters: z.record(z.string(), z.unknown()).default({}).describe('What the type takes, such as from and to'),
  })
  .refine(({ type, templateId }) => type !== undefined || templateId !== undefined, {
    error: 'type or templateId must be given',
    path: ['type'],
  })
  .refine(({ id, data }) => id === undefined || data === undefined, {
    error: 'only one of id and data can be given',
    path: ['id'],
  })
  .meta({ examples: [{ type: 'label', source: '= Packhouse' }] })

/** Characters that no font has and in whose place is a sign, percent-encoded. */
export const REPLACED_HEADER = 'x-replaced-characters'

/** Warnings of a preview, as JSON and percent-encoded. */
export const WARNINGS_HEADER = 'x-template-warnings'

export const previewTemplate = defineCall({
  area,
  method: 'POST',
  path: '/v1/pdf-templates/preview',
  summary: 'Render a Typst source with data, and store nothing',
  description: `Answers a PDF. ${FAULTS} The source reads its data with \`json("data.json")\` and imports the partials, and
nothing else: no file, no package and no network. Up to 50 pages are PDF/UA-1, for which the source sets a title and a
language; longer ones have no tags. The header \`X-Template-Warnings\` has the first warnings with their places: JSON, percent-encoded.`,
  access: 'document.design',
  body: previewBody,
  answer: 'file',
  types: ['application/pdf'],
  sends: ['X-Template-Warnings'],
  problems: ['template_invalid', 'too_many_requests', 'unavailable', 'not_found'],
})

const points = (what: string) => z.number().describe(`${what}, in points of 1/72 inch from the top left corner`)

export const sourcePlaceSchema = z.object({
  line: z.int().describe('Of the source, from 1, with which a block begins'),
  endLine: z.int().describe('The last line of the block'),
  page: z.int(),
  x: points('Where it begins'),
  y: points('Where it begins'),
  endPage: z.int(),
  endY: points('Where it ends'),
})
export type SourcePlace = z.infer<typeof sourcePlaceSchema>

export const previewPlaces = defineCall({
  area,
  method: 'POST',
  path: '/v1/pdf-templates/preview/places',
  summary: 'Where the blocks of a Typst source are in the PDF that it becomes',
  description:
    'Takes what a preview takes. Blocks are headings, paragraphs and calls of the source itself, in the order of the document; what a partial shows belongs to the ' +
    'block that calls it. The list is empty if the marks would change what the template does.',
  access: 'document.design',
  body: previewBody,
  result: z.object({
    pages: z.int().describe('Of the document; the places are those of a PDF with as many'),
    places: z.array(sourcePlaceSchema),
  }),
  problems: ['too_many_requests', 'unavailable', 'not_found'],
})

export const generatePdf = defineCall({
  area,
  method: 'POST',
  path: '/v1/pdf/generate',
  summary: 'Make a document of a record',
  description: `Answers the PDF. What takes longer than two seconds is answered with 202 and \`{ jobId }\`; \`GET /v1/pdf/jobs/{id}\` tells
where it stands. Whoever may read what a document shows may have it. \`X-Pdf-Standard\` says whether it is PDF/UA-1, for
screen readers, or PDF/A-2b, as documents of more than 50 pages are; \`X-Replaced-Characters\` which characters no font has. ${FAULTS}`,
  access: 'customer.access',
  body: z
    .strictObject({
      type: z.enum(documentTypeNames).optional().describe('Made with the default template of this type'),
      templateId: z.uuid().optional().describe('Made with a published version of this template'),
      version: z.int().min(1).max(1_000_000).optional().describe('Of the template; default: the newest'),
      id: z.string().min(1).max(200).optional().describe('Of the record; machines are named by their machineID'),
      data: z
        .record(z.string(), z.unknown())
        .optional()
        .describe('Data of your own, for which the permission `document.design` is needed'),
      parameters: z.record(z.string(), z.unknown()).default({}).describe('What the type takes, such as from and to'),
      locale: z.string().max(35).optional().describe('BCP 47; default: the language of the caller'),
      businessUnitId: z.uuid().optional(),
      timeZone: z
        .string()
        .max(64)
        .refine(isTimeZone, 'must be an IANA time zone such as Europe/Oslo')
        .default('UTC')
        .describe('In which times are written that belong to no machine'),
      keep: z
        .boolean()
        .default(false)
        .describe(
          'Attach the PDF to the record as a file, for which the permission to update it is needed; the header `x-file-id` names the file',
        ),
    })
    .refine(({ type, templateId }) => (type === undefined) !== (templateId === undefined), {
      error: 'one of type and templateId must be given',
      path: ['type'],
    })
    .refine(({ templateId, version }) => version === undefined || templateId !== undefined, {
      error: 'is of a template, whose templateId must be given',
      path: ['version'],
    })
    .refine(({ id, data }) => (id === undefined) !== (data === undefined), {
      error: 'one of id and data must be given',
      path: ['id'],
    }),
  answer: 'file',
  types: ['application/pdf'],
  sends: ['Content-Disposition', 'X-Replaced-Characters'],
  later: z.object({ jobId: z.uuid() }),
  problems: [
    'template_invalid',
    'template_missing',
    'too_many_requests',
    'unavailable',
    'not_found',
    'permission_missing',
    'body_too_large',
  ],
})

export const pdfJobSchema = z.object({
  id: z.uuid(),
  state: z.enum(['waiting', 'ready', 'failed']),
  startedAt: z.iso.datetime(),
  ahead: z.int().nullable().describe('How many documents are rendered before it; null once it is done'),
  reason: z.string().nullable().describe('Why it failed'),
  fileName: z.string(),
  isTagged: z
    .boolean()
    .nullable()
    .describe(
      'Whether it is PDF/UA-1, for screen readers: documents of more than 50 pages are not; null while it waits',
    ),
  replaced: z.array(z.string()).describe('Characters that no font has; a replacement character is shown instead'),
})
export type PdfJob = z.infer<typeof pdfJobSchema>

const params = z.object({ id: z.uuid() })

export const pdfJob = defineCall({
  area,
  method: 'GET',
  path: '/v1/pdf/jobs/{id}',
  summary: 'Where a document of your own stands that takes longer',
  access: 'customer.access',
  params,
  result: pdfJobSchema,
  problems: ['not_found'],
})

export const pdfJobFile = defineCall({
  area,
  method: 'GET',
  path: '/v1/pdf/jobs/{id}/file',
  summary: 'A document of your own that is ready; it can be had for a day',
  access: 'customer.access',
  params,
  answer: 'file',
  types: ['application/pdf'],
  sends: ['Content-Disposition', 'X-Replaced-Characters'],
  problems: ['not_found'],
})
