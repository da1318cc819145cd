import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileFolder } from '../../../platform/file-folder.ts'
import { isKnown, sendNotModified } from '../../entity-tags.ts'
import { answered } from '../../handlers.ts'
import type { Principal } from '../../principal.ts'
import type { ResourceStore } from '../resource-store.ts'
import { AttachedFiles, type Owner } from './attached-files.ts'
import { contentDisposition } from './content-disposition.ts'
import { assertForm, readUpload, type Uploading } from './read-upload.ts'

interface Transfer {
  principal: Principal
  request: FastifyRequest
  reply: FastifyReply
}

/** How the files of a resource come in over HTTP. Nothing of the body is read before its owner is found.
 * @param fileId that the client has made */
export function fileUpload(store: ResourceStore, parts: Uploading) {
  const files = new AttachedFiles(store, parts.files)
  return async ({ principal, request }: Transfer, owner: Owner, fileId?: string) => {
    assertForm(request)
    await files.assertOwner(principal, owner)
    const incoming = await readUpload(request, principal, parts)
    try {
      return await files.attach(principal, owner, incoming, fileId)
    } finally {
      await parts.files.discard(incoming.path)
    }
  }
}

/** How they go out. */
export function fileDownload(store: ResourceStore, folder: FileFolder) {
  const files = new AttachedFiles(store, folder)
  return async ({ principal, request, reply }: Transfer, owner: Owner, fileId: string) => {
    const file = await files.get(principal, owner, fileId)
    const etag = `"${file.sha256}"`
    reply.header('etag', etag).header('cache-control', 'no-store')
    if (isKnown(request, etag)) {
      sendNotModified(reply)
      return answered
    }
    reply
      .header('content-type', file.contentType)
      .header('content-length', file.size)
      .header('content-disposition', contentDisposition('attachment', file.name))
      .send(await folder.read(file.id))
    return answered
  }
}
