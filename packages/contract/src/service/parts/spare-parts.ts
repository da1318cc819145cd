import { z } from 'zod'
import { defineCall } from '../../engine/call.ts'
import { words } from '../../engine/text-schemas.ts'
import { machineIDSchema } from '../../monitoring/record.ts'
import { oneMachine } from '../machine-span.ts'
import { machineRequestsSchema, requestUrgencies, serviceRequests } from '../service-requests.ts'
import { MAX_DRAWING_MARKS } from './drawing-marks.ts'
import { MAX_MACHINE_PARTS } from './machine-parts.ts'
import { namedPart } from './named-part.ts'

/** So many parts are answered at once; a search finds the others. */
export const PARTS_SHOWN = 100
/** Most parts of one request. */
export const MAX_REQUESTED_PARTS = 100

const area = 'Service'

const sparePartSchema = z.object({
  id: z.uuid(),
  ...namedPart,
  position: z.string(),
  drawing: z
    .object({
      documentId: z.uuid(),
      title: z.string(),
      file: z.object({ id: z.uuid(), name: z.string(), contentType: z.string() }).nullable(),
    })
    .nullable()
    .describe('The document that shows it, with its newest file; null too where the reader may not see it'),
  isFitted: z.boolean().describe('Whether it is in the machine today'),
  isActive: z.boolean().describe('Whether it is still delivered'),
  replacedBy: z.string().nullable().describe('The number of the part that took its place'),
})

export const sparePartsSchema = z.object({
  machineID: machineIDSchema,
  machineId: z.uuid(),
  parts: z.array(sparePartSchema).describe(`By position, those that are in the machine first; ${PARTS_SHOWN} at most`),
  found: z.int().describe('How many parts the search found'),
  total: z.int().describe('How many parts the machine has'),
  model: z.int().describe('How many parts the model of the machine has, for staff who may copy them; else 0'),
  plans: z
    .array(z.object({ id: z.uuid(), name: z.string(), parts: z.array(z.object(namedPart)) }))
    .describe('Service plans that name parts'),
})
export type SpareParts = z.infer<typeof sparePartsSchema>

export const spareParts = defineCall({
  area,
  method: 'GET',
  path: '/v1/ignition/machines/{id}/spare-parts',
  summary: 'The spare parts of a machine as it was built',
  description:
    'A search finds words of the number, the name and the position. What a label says is found by the number that it contains. Prices are not answered.',
  access: 'customer.access',
  params: oneMachine,
  query: z.strictObject({
    search: words(200).optional().describe('Words, or what a barcode says'),
  }),
  result: sparePartsSchema,
})

export const partsDrawingSchema = z.object({
  documentId: z.uuid(),
  marks: z
    .array(
      z.object({
        id: z.uuid(),
        rowVersion: z.int(),
        position: z.string(),
        page: z.int().describe('Of a PDF, from 1; a picture has one'),
        x: z.number().describe('From the left edge (0) to the right one (1)'),
        y: z.number().describe('From the upper edge (0) to the lower one (1)'),
      }),
    )
    .describe(`Where positions are; ${MAX_DRAWING_MARKS} at most`),
  parts: z
    .array(sparePartSchema)
    .describe(`The parts of the machine that the drawing shows; ${MAX_MACHINE_PARTS} at most`),
})
export type PartsDrawing = z.infer<typeof partsDrawingSchema>

export const partsDrawing = defineCall({
  area,
  method: 'GET',
  path: '/v1/ignition/machines/{id}/spare-parts/drawings/{documentId}',
  summary: 'What a drawing shows of the spare parts of a machine, and where',
  description: 'Only a drawing that the parts list of the machine names, and that the caller sees.',
  access: 'customer.access',
  params: oneMachine.extend({ documentId: z.uuid() }),
  result: partsDrawingSchema,
  problems: ['not_found'],
})

const quantity = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,4})?$/, 'must be a number with at most 4 decimals')
  .refine((value) => Number(value) > 0, 'must be greater than 0')
  .meta({ examples: ['2'] })

export const askForParts = defineCall({
  area,
  method: 'POST',
  path: '/v1/ignition/machines/{id}/parts-requests',
  summary: 'Ask for spare parts of a machine',
  description:
    'It becomes a service request with a line for each part. Only parts of the machine and of its service plans can be asked for.',
  access: 'customer.access',
  params: oneMachine,
  body: z.strictObject({
    parts: z
      .array(z.strictObject({ itemId: z.uuid().toLowerCase(), quantity }))
      .min(1, 'must name a part')
      .max(MAX_REQUESTED_PARTS)
      .refine((lines) => new Set(lines.map(({ itemId }) => itemId)).size === lines.length, 'must name each part once'),
    note: words(4_000).nullable().default(null),
    wantedOn: z.iso.date().nullable().default(null),
    phone: words(60).nullable().default(null),
    urgency: z.enum(requestUrgencies).default('soon'),
  }),
  result: machineRequestsSchema,
  status: 201,
  problems: ['not_usable'],
})

export const copyModelParts = defineCall({
  area,
  method: 'POST',
  path: '/v1/machines/{id}/copy-model-parts',
  summary: 'Give a machine without parts those of its model',
  access: 'machinePart.create',
  params: z.object({ id: z.uuid() }),
  result: z.object({ copied: z.int() }),
  problems: ['not_found', 'not_usable'],
})

export const quoteParts = defineCall({
  area,
  method: 'POST',
  path: '/v1/service-requests/{id}/quote',
  summary: 'Make a draft quote of the parts that a request asks for',
  description:
    'A project of the customer in the estimator, with a line for each part at its price of today, in the currency of the customer. The request names it, and its state follows.',
  access: 'project.create',
  params: z.object({ id: z.uuid() }),
  result: serviceRequests.row,
  status: 201,
  problems: ['not_found', 'not_usable', 'rate_missing'],
})
