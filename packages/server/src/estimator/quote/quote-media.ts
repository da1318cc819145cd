import { type ImageSize, pictureTypes, type QuoteContent } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { isKnown, sendNotModified } from '../../engine/entity-tags.ts'
import { answered } from '../../engine/handlers.ts'
import { drawForDocument } from '../../engine/pictures/document-pictures.ts'
import { DrawnImages, type DrawnImagesParts } from '../../engine/pictures/drawn-images.ts'
import { sendDrawnImage } from '../../engine/pictures/send-drawn-image.ts'
import { assertThat } from '../../engine/problem-error.ts'
import { contentDisposition } from '../../engine/resource/files/content-disposition.ts'
import type { Db } from '../../platform/database.ts'

/** A picture for a document. */
export interface QuotePicture {
  caption: string
  /** SHA-256 of the file that it was drawn from. */
  sha256: string
  /** WebP. */
  image: Uint8Array
}

interface MediaFile {
  id: string
  name: string
  contentType: string
  size: number
  sha256: string
}

/** The files that go with quotes. Versions keep the files that they name, so they are as they were when a quote was sent. */
export class QuoteMedia {
  readonly #db: Db
  readonly #files: DrawnImagesParts['files']
  readonly #images: DrawnImages

  constructor(db: Db, parts: DrawnImagesParts) {
    this.#db = db
    this.#files = parts.files
    this.#images = new DrawnImages(parts)
  }

  /** @throws ProblemError `not_found` where the quote names no such file, `media_type_unsupported` for the size of what is no picture */
  async send(
    { media }: Pick<QuoteContent, 'media'>,
    fileId: string,
    size: ImageSize | undefined,
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  ): Promise<typeof answered> {
    const [file] = await this.#read(media.filter(({ id }) => id === fileId))
    assertThat(file, 'not_found', t('quote.noSuchFile'))
    const { id, name, contentType, sha256 } = file
    const isPicture = pictureTypes.includes(contentType)
    assertThat(
      size === undefined || isPicture,
      'media_type_unsupported',
      t('library.fileIsNoImage', { name, contentType }),
    )
    if (size !== undefined) return await sendDrawnImage({ images: this.#images, file, size }, { request, reply })
    const etag = `"${sha256}"`
    reply.headers({
      etag,
      'cache-control': 'private, no-cache',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    if (isKnown(request, etag)) sendNotModified(reply)
    else {
      const headers = { 'content-type': contentType, 'content-length': file.size }
      reply
        .headers({ ...headers, 'content-disposition': contentDisposition('attachment', name) })
        .send(await this.#files.read(id))
    }
    return answered
  }

  /** Drawings and photos for a document, the first ones. Drawings may be transparent. */
  async pictures({ media }: QuoteContent): Promise<QuotePicture[]> {
    const files = await this.#read(media.filter(({ kind }) => kind === 'drawing' || kind === 'photo'))
    const drawn = await drawForDocument(this.#images, files, 'webp')
    return drawn.map(({ id, name, sha256, image }) => {
      return { caption: media.find((one) => one.id === id)?.caption ?? name, sha256, image }
    })
  }

  /** Stored files of a quote in its order, whether they still stand in the project or not. */
  async #read(media: QuoteContent['media']): Promise<MediaFile[]> {
    if (media.length === 0) return []
    const ids = media.map(({ id }) => id)
    const { rows } = await sql<MediaFile>`
      SELECT id, name, content_type AS "contentType", size::int, sha256 FROM attached_file
      WHERE owner_table = 'project_media' AND id = ANY(${ids}::uuid[])
    `.execute(this.#db)
    return media.flatMap(({ id, sha256 }) => rows.find((row) => row.id === id && row.sha256 === sha256) ?? [])
  }
}
