import { z } from 'zod'
import { defineCall } from '../engine/call.ts'

/** How wide an image of each size is at most, in pixels. */
export const imageWidths = { small: 160, medium: 480, large: 1280 } as const
export type ImageSize = keyof typeof imageWidths

/** So many times its width an image is high at most. */
export const MAX_IMAGE_RATIO = 4

export const libraryMachineImage = defineCall({
  area: 'Library',
  method: 'GET',
  path: '/v1/machine-library/machines/{id}/images/{fileId}',
  summary: 'An attached image of a library machine, redrawn in one of three sizes',
  description:
    'A JPEG, PNG or WebP among its files, redrawn as WebP: upright, without metadata, never enlarged. ' +
    `Widths are ${imageWidths.small}, ${imageWidths.medium} and ${imageWidths.large} pixels at most; what is more than ` +
    `${MAX_IMAGE_RATIO} times as high as it is wide gets narrower. \`ETag\` is the SHA-256 of the file with the size.`,
  access: 'libraryMachine.read',
  params: z.object({ id: z.uuid(), fileId: z.uuid() }),
  query: z.strictObject({ size: z.enum(['small', 'medium', 'large']) }),
  answer: 'file',
  types: ['image/webp'],
  sends: ['ETag', 'Content-Disposition'],
  problems: ['invalid_request', 'media_type_unsupported', 'unavailable'],
})
