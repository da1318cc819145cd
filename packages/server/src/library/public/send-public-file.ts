import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isKnown, sendNotModified } from '../../engine/entity-tags.ts'
import { contentDisposition } from '../../engine/resource/files/content-disposition.ts'
import type { Db } from '../../platform/database.ts'
import type { FileFolder } from '../../platform/file-folder.ts'
import { findPublicFile } from './public-machine.queries.ts'

/** A public file stays what it is; a day later it may have been superseded. */
const CACHE_CONTROL = 'public, max-age=86400'

const addressed = z.object({ documentId: z.uuid(), fileId: z.uuid() })

/**
 * Sends a file of a public document: a PDF to be shown in place, everything else, and with `?download`, as a download.
 * @returns false where the page does not show such a file; never the reply, which a promise would wait for
 */
export async function sendPublicFile(
  { db, files }: { db: Db; files: FileFolder },
  request: FastifyRequest<{ Querystring: Record<string, unknown> }>,
  reply: FastifyReply,
  token: string,
): Promise<boolean> {
  const { data } = addressed.safeParse(request.params)
  const found = data && (await findPublicFile(db, token, data.documentId, data.fileId))
  if (found === undefined) return false
  const { file, document } = found
  const etag = `"${file.sha256}"`
  reply.headers({ etag, 'cache-control': CACHE_CONTROL })
  // Who has an old address of a document is led to the newer one by the page (RFC 5829).
  if (document.supersededById !== null) reply.header('link', `</m/${token}>; rel="latest-version"`)
  if (isKnown(request, etag)) {
    sendNotModified(reply)
    return true
  }
  const isShown = file.contentType === 'application/pdf' && request.query.download === undefined
  reply
    .headers({
      'content-type': file.contentType,
      'content-length': file.size,
      'content-language': document.language,
      'content-disposition': contentDisposition(isShown ? 'inline' : 'attachment', file.name),
    })
    .send(await files.read(file.id))
  return true
}
