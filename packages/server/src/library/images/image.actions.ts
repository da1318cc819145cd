import { pictureTypes } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { answered, HandlersOf } from '../../engine/handlers.ts'
import { DrawnImages, type DrawnImagesParts } from '../../engine/pictures/drawn-images.ts'
import { sendDrawnImage } from '../../engine/pictures/send-drawn-image.ts'
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
      return await sendDrawnImage({ images, file, size }, { request, reply })
    },
  }
}
