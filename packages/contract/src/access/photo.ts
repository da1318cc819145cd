import { z } from 'zod'
import { defineCall } from '../engine/call.ts'

const area = 'Own account'

/** What a photo may hold at most before it is made small, in bytes. */
export const MAX_PHOTO_BYTES = 10 * 1024 * 1024
/** The width and the height of the stored photo, in pixels. */
export const PHOTO_SIZE = 256

const photoAddress = z.object({
  photoUrl: z.string().nullable().describe('Path of the photo; a new one each time it changes'),
})

export const setMyPhoto = defineCall({
  area,
  method: 'PUT',
  path: '/v1/me/photo',
  summary: 'Set the own photo',
  description:
    'A form (`multipart/form-data`) with one file: JPEG, PNG or WebP of at most 10 MiB and 50 million pixels. Only its middle ' +
    'square is stored, redrawn with 256 x 256 pixels and without any metadata.',
  access: 'signed-in',
  accepts: 'multipart/form-data',
  result: photoAddress,
  problems: ['invalid_request', 'body_too_large', 'media_type_unsupported', 'unavailable'],
})

export const removeMyPhoto = defineCall({
  area,
  method: 'DELETE',
  path: '/v1/me/photo',
  summary: 'Remove the own photo',
  access: 'signed-in',
})

export const getPhoto = defineCall({
  area: 'Access',
  method: 'GET',
  path: '/v1/photos/{name}',
  summary: 'The photo of a user',
  description:
    'An image in a page cannot send a token: its name, 256 random bits, is returned only to those who may see the user, and is another one ' +
    'whenever the photo changes.',
  access: 'public',
  params: z.object({ name: z.string().max(64) }),
  answer: 'file',
  types: ['image/webp'],
  sends: ['Content-Disposition'],
})
