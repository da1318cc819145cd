import type { ImageSize } from '@packhouse/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isKnown, sendNotModified } from '../entity-tags.ts'
import { answered } from '../handlers.ts'
import type { DrawnImages } from './drawn-images.ts'

interface SentImage {
  images: DrawnImages
  /** The attached file, by the hash of its content. */
  file: { id: string; sha256: string }
  size: ImageSize
}

/** Sends an attached picture redrawn in a size, or word that the reader has it. A browser opens it as nothing else than a picture. */
export async function sendDrawnImage(
  { images, file, size }: SentImage,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<typeof answered> {
  const headers = { etag: `"${file.sha256}-${size}"`, 'cache-control': 'private, no-cache' }
  if (isKnown(request, headers.etag)) {
    sendNotModified(reply.headers(headers))
    return answered
  }
  const image = await images.get(file, size)
  reply
    .headers(headers)
    .header('content-type', 'image/webp')
    .header('content-disposition', 'inline')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(image)
  return answered
}
