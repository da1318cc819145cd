import { pictureTypes } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { isKnown, sendNotModified } from '../../engine/entity-tags.ts'
import { answered, type HandlersOf } from '../../engine/handlers.ts'
import { DrawnImages, type DrawnImagesParts } from '../../engine/pictures/drawn-images.ts'
import { assertThat } from '../../engine/problem-error.ts'
import { AttachedFiles } from '../../engine/resource/files/attached-files.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'

/** Images among the files of library machines. */
export function imageHandlers(machines: ResourceStore, parts: DrawnImagesParts): HandlersOf<'libraryMachineImage'> {
  const attached = new AttachedFiles(machines, parts.files)
  const images = new DrawnImages(parts)
  return {
    async libraryMachineImage({ principal, params, query: { size }, request, reply }): Promise<typeof answered> {
      const file = await attached.get(principal, { id: params.id, parent: {} }, params.fileId)
      const { name, contentType } = file
      const words = t('library.fileIsNoImage', { name, contentType })
      assertThat(pictureTypes.includes(contentType), 'media_type_unsupported', words)
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
    },
  }
}
