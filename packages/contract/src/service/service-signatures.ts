import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { words } from '../engine/text-schemas.ts'
import { machineIDSchema } from '../monitoring/record.ts'

/** Who signs: whoever did the service, or the customer. */
export const signingParties = ['service', 'customer'] as const
export type SigningParty = (typeof signingParties)[number]

/** The field that is drawn in. */
export const SIGNATURE_WIDTH = 600
export const SIGNATURE_HEIGHT = 200
const MAX_STROKES = 200
const MAX_POINTS = 5_000

const pointSchema = z.tuple([z.int().min(0).max(SIGNATURE_WIDTH), z.int().min(0).max(SIGNATURE_HEIGHT)])

/** What was drawn, stroke by stroke. */
export const signatureDrawingSchema = z
  .array(z.array(pointSchema).min(1).max(MAX_POINTS))
  .min(1)
  .max(MAX_STROKES)
  .refine((strokes) => strokes.reduce((sum, { length }) => sum + length, 0) <= MAX_POINTS, {
    error: `must not have more than ${MAX_POINTS} points`,
  })
  .meta({
    description: `Strokes of points [x, y] within ${SIGNATURE_WIDTH} × ${SIGNATURE_HEIGHT}`,
    examples: [
      [
        [
          [40, 150],
          [90, 50],
          [120, 140],
        ],
      ],
    ],
  })
export type SignatureDrawing = z.infer<typeof signatureDrawingSchema>

const sha256Schema = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal digits')
  .meta({ examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] })

export const serviceSignatureSchema = z.object({
  id: z.uuid(),
  party: z.enum(signingParties),
  name: z.string(),
  drawing: signatureDrawingSchema.nullable().describe('Null where the name was typed'),
  signedAt: z.iso.datetime().describe('By the clock of the device where it was signed at a visit'),
  receivedAt: z.iso.datetime(),
  sha256: sha256Schema.describe('Of what was signed: the record, and the files that it had'),
  isChanged: z.boolean().describe('Whether the record was changed since, or one of these files is gone'),
})
export type ServiceSignature = z.infer<typeof serviceSignatureSchema>

export const serviceSignaturesSchema = z.object({
  recordId: z.uuid(),
  machineID: machineIDSchema,
  what: z.string(),
  doneAt: z.iso.datetime(),
  doneBy: z.string().nullable(),
  notes: z.string().nullable(),
  sha256: sha256Schema.describe('Of the record as it is now: send it with a signature of it'),
  isOfFormerOwner: z
    .boolean()
    .describe(
      'Whether the work was for a customer who had the machine before the reader: then people of that customer are not named, and the reader does not sign it',
    ),
  signatures: z.array(serviceSignatureSchema).describe('Newest first'),
})
export type ServiceSignatures = z.infer<typeof serviceSignaturesSchema>

const area = 'Service'
const path = '/v1/service-records/{id}/signature'
const params = z.object({ id: z.uuid() })

export const serviceSignatures = defineCall({
  area,
  method: 'GET',
  path,
  summary: 'What is signed of a service record, and who has signed it',
  access: 'customer.access',
  params,
  result: serviceSignaturesSchema,
  problems: ['not_found'],
})

export const signServiceRecord = defineCall({
  area,
  method: 'POST',
  path,
  summary: 'Sign a service record',
  description:
    'A signature never changes. It is of the record as it was read: where that has changed since, it is refused as `stale`. A customer signs for ' +
    'the customer; staff take signatures of both, with the permission `serviceRecord.update`. Once a record has changed it can be signed again.',
  access: 'customer.access',
  params,
  body: z.strictObject({
    party: z.enum(signingParties),
    name: words(200).min(1, 'must not be empty'),
    drawing: signatureDrawingSchema.nullable().default(null).describe('Without one, the typed name is the signature'),
    sha256: sha256Schema.describe('Of the record as it was read'),
  }),
  result: serviceSignaturesSchema,
  status: 201,
  problems: ['not_found', 'stale', 'duplicate', 'permission_missing'],
})
