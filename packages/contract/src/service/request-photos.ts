import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { attachedFileSchema, attachQuerySchema } from '../engine/file-calls.ts'
import { imageWidths } from '../library/machine-images.ts'

/** So many photos come with a request. */
export const MOST_REQUEST_PHOTOS = 5

/** A photo that came with a request. */
export const requestPhotoSchema = z.object({ id: z.uuid(), name: z.string() })
export type RequestPhoto = z.infer<typeof requestPhotoSchema>

const area = 'Service'
const path = '/v1/service-requests/{id}/photos'
const params = z.object({ id: z.uuid() })

export const requestPhotos = defineCall({
  area,
  method: 'GET',
  path,
  summary: 'The photos that came with a service request',
  access: 'customer.access',
  params,
  result: z.object({ photos: z.array(requestPhotoSchema).describe('By their names') }),
  problems: ['not_found'],
})

export const addRequestPhoto = defineCall({
  area,
  method: 'POST',
  path,
  summary: 'Add a photo to a service request',
  description:
    'A form (`multipart/form-data`) with one file of at most 25 MiB: JPEG, PNG or WebP. People of a customer add photos to requests of their customer. ' +
    `A request has ${MOST_REQUEST_PHOTOS} photos at most. It is a file of the request.`,
  access: 'customer.access',
  params,
  query: attachQuerySchema,
  accepts: 'multipart/form-data',
  result: attachedFileSchema,
  status: 201,
  problems: ['not_found', 'not_usable', 'invalid_request', 'body_too_large', 'media_type_unsupported', 'file_refused'],
})

export const requestPhoto = defineCall({
  area,
  method: 'GET',
  path: '/v1/service-requests/{id}/photos/{fileId}',
  summary: 'A photo of a service request, redrawn in one of three sizes',
  description:
    'As WebP: upright, without metadata, never enlarged. ' +
    `Widths are ${imageWidths.small}, ${imageWidths.medium} and ${imageWidths.large} pixels at most.`,
  access: 'customer.access',
  params: params.extend({ fileId: z.uuid() }),
  query: z.strictObject({ size: z.enum(['small', 'medium', 'large']) }),
  answer: 'file',
  types: ['image/webp'],
  sends: ['ETag', 'Content-Disposition'],
  problems: ['not_found', 'invalid_request', 'unavailable'],
})
