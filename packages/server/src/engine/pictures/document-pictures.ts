import { pictureTypes } from '@packhouse/contract'
import { ProblemError } from '../problem-error.ts'
import type { DrawnImages } from './drawn-images.ts'
import type { DrawnFormat } from './redrawn-picture.ts'

/** Most pictures in one document. */
const MOST_PICTURES = 12
/** Of all pictures of one document together: it is sent by mail. */
const MOST_BYTES = 16 * 1024 * 1024

interface PictureFile {
  id: string
  contentType: string
}

/**
 * Attached pictures redrawn for a document, the first ones, as many as one document may have. One that cannot be drawn is left out: the document is more than it.
 * They are drawn one after the other: a document takes one place of the queue, however many pictures it has.
 * @throws ProblemError `unavailable` where too many wait
 */
export async function drawForDocument<File extends PictureFile>(
  images: Pick<DrawnImages, 'get'>,
  files: readonly File[],
  format: DrawnFormat,
): Promise<(File & { image: Uint8Array })[]> {
  const pictures: (File & { image: Uint8Array })[] = []
  let bytes = 0
  const shown = files.filter(({ contentType }) => pictureTypes.includes(contentType)).slice(0, MOST_PICTURES)
  for (const file of shown) {
    const image = await images.get(file, 'large', format).catch((error: Error) => {
      if (error instanceof ProblemError && error.code !== 'unavailable') return undefined
      throw error
    })
    if (image === undefined) continue
    bytes += image.length
    if (bytes > MOST_BYTES) break
    pictures.push({ ...file, image })
  }
  return pictures
}
