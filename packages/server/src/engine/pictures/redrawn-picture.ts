import { pictureTypes } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { ResizeOptions, SharpConstructor } from 'sharp'
import { assertThat, ProblemError } from '../problem-error.ts'

/** What phones make at most. A few bytes can claim to be many more: then they would fill the memory. */
const MAX_PIXELS = 50_000_000
const TIMEOUT_SECONDS = 10
const QUALITY = 82

/** Screens get WebP. PDFs have JPEG as it is; of any other format they store each pixel. */
export type DrawnFormat = 'webp' | 'jpeg'

let drawing: Promise<SharpConstructor> | undefined

/** The library, loaded with the first picture: it is large. Whatever else it could read, such as SVG, is closed to it. */
async function openLibrary(): Promise<SharpConstructor> {
  const { default: sharp } = await import('sharp')
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] })
  sharp.cache(false)
  return sharp
}

/**
 * A picture redrawn: upright, without its metadata and whatever else it carried.
 * @param size how it is fitted, in pixels. @param format JPEG has white where the picture is transparent
 * @throws ProblemError `media_type_unsupported` where it is no picture, `invalid_request` where it is damaged or too large
 */
export async function redrawnPicture(
  content: Buffer,
  size: ResizeOptions,
  format: DrawnFormat = 'webp',
): Promise<Buffer> {
  const { fileTypeFromBuffer } = await import('file-type')
  const mime = (await fileTypeFromBuffer(content))?.mime
  assertThat(
    mime !== undefined && pictureTypes.includes(mime),
    'media_type_unsupported',
    t('server.pictureOfOtherKind', { kind: mime ?? 'none' }),
  )
  return await draw(content, size, format).catch((error: Error) => {
    if (error instanceof ProblemError) throw error
    throw new ProblemError('invalid_request', t('server.pictureIsDamaged'))
  })
}

async function draw(content: Buffer, size: ResizeOptions, format: DrawnFormat): Promise<Buffer> {
  drawing ??= openLibrary()
  const sharp = await drawing
  const { width, height } = await sharp(content, { limitInputPixels: false }).metadata()
  const fits = width * height <= MAX_PIXELS
  const words = t('server.pictureHasTooManyPixels', { width, height, millions: MAX_PIXELS / 1e6 })
  assertThat(fits, 'invalid_request', words)
  const drawn = sharp(content, { limitInputPixels: MAX_PIXELS, failOn: 'error', autoOrient: true })
    .resize(size)
    .timeout({ seconds: TIMEOUT_SECONDS })
  const encoded =
    format === 'webp'
      ? drawn.webp({ quality: QUALITY })
      : drawn.flatten({ background: 'white' }).jpeg({ quality: QUALITY })
  return await encoded.toBuffer()
}
