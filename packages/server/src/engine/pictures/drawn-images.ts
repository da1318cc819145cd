import { buffer } from 'node:stream/consumers'
import { type ImageSize, imageWidths, MAX_IMAGE_RATIO } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { FileFolder } from '../../platform/file-folder.ts'
import type { ImageLimits } from '../../platform/library-limits.ts'
import type { Refusals } from '../../platform/refusals.ts'
import { ProblemError } from '../problem-error.ts'
import { DrawingQueue } from './drawing-queue.ts'
import { type DrawnFormat, redrawnPicture } from './redrawn-picture.ts'

/** Seconds in which some of the images that wait are drawn. */
const RETRY_AFTER = 2

export interface DrawnImagesParts {
  files: FileFolder
  limits: ImageLimits
  refusals: Refusals
}

interface WantedImage {
  /** Of the file. */
  id: string
  size: ImageSize
  format: DrawnFormat
}

/**
 * Attached images redrawn in a size. They stay in the memory by file, size and format, the ones asked for last: the content of a
 * file never changes. Who asks for one that is on its way waits for it.
 */
export class DrawnImages {
  readonly #parts: DrawnImagesParts
  readonly #queue: DrawingQueue
  readonly #drawn = new Map<string, Buffer>()
  readonly #underWay = new Map<string, Promise<Buffer>>()
  #bytes = 0

  constructor(parts: DrawnImagesParts) {
    this.#parts = parts
    this.#queue = new DrawingQueue(parts.limits.queue)
  }

  /** @throws ProblemError `unavailable` where too many wait, and those of `redrawnPicture` */
  async get({ id }: { id: string }, size: ImageSize, format: DrawnFormat = 'webp'): Promise<Buffer> {
    const key = `${id} ${size} ${format}`
    const known = this.#drawn.get(key)
    if (known === undefined) return await (this.#underWay.get(key) ?? this.#start(key, { id, size, format }))
    this.#drawn.delete(key)
    this.#drawn.set(key, known)
    return known
  }

  async #start(key: string, { id, size, format }: WantedImage): Promise<Buffer> {
    if (this.#queue.isFull) {
      this.#parts.refusals.count('library', 'image_queue_full')
      throw new ProblemError('unavailable', t('library.otherImagesAreDrawn'), undefined, { retryAfter: RETRY_AFTER })
    }
    const width = imageWidths[size]
    const frame = { width, height: width * MAX_IMAGE_RATIO, fit: 'inside', withoutEnlargement: true } as const
    // The content is read in its turn, so that images that wait take no memory.
    const drawing = this.#queue.draw(
      async () => await redrawnPicture(await buffer(await this.#parts.files.read(id)), frame, format),
    )
    this.#underWay.set(key, drawing)
    try {
      const image = await drawing
      this.#add(key, image)
      return image
    } finally {
      this.#underWay.delete(key)
    }
  }

  #add(key: string, image: Buffer): void {
    this.#drawn.set(key, image)
    this.#bytes += image.length
    for (const [oldest, { length }] of this.#drawn) {
      if (this.#bytes <= this.#parts.limits.cacheBytes) break
      this.#drawn.delete(oldest)
      this.#bytes -= length
    }
  }
}
