import { MOST_REQUEST_PHOTOS, pictureTypes } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { answered, HandlersOf } from '../../engine/handlers.ts'
import { DrawnImages, type DrawnImagesParts } from '../../engine/pictures/drawn-images.ts'
import { sendDrawnImage } from '../../engine/pictures/send-drawn-image.ts'
import type { Principal } from '../../engine/principal.ts'
import { assertThat } from '../../engine/problem-error.ts'
import { AttachedFiles } from '../../engine/resource/files/attached-files.ts'
import { assertForm, readUpload, type Uploading } from '../../engine/resource/files/read-upload.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import { scopeOf } from '../../monitoring/area.ts'
import type { CustomerScope, Database, Transaction } from '../../platform/database.ts'
import {
  countOtherPhotos,
  findPhoto,
  isOfFormerCustomer,
  isRequestSeen,
  notePhoto,
  readPhotos,
} from './photo.queries.ts'

export interface PhotoParts extends DrawnImagesParts, Uploading {
  database: Database
  /** Of service requests. */
  requests: ResourceStore
}

/** Photos that people send with a service request: to see what is wrong before somebody comes. */
export function photoHandlers(parts: PhotoParts): HandlersOf<'requestPhotos' | 'addRequestPhoto' | 'requestPhoto'> {
  const { database, requests, files } = parts
  const attached = new AttachedFiles(requests, files)
  const images = new DrawnImages(parts)
  return {
    requestPhotos: async ({ principal, params: { id } }) =>
      await database.inScope(scopeOfRequests(principal), async (db) => {
        await assertSeen(db, id)
        return { photos: (await readPhotos(db, [id])).get(id) ?? [] }
      }),

    async addRequestPhoto({ principal, params: { id }, query: { fileId }, request }) {
      await database.inScope(scopeOfRequests(principal), (db) => assertSeen(db, id))
      // Before anything of the body is read; and again when it is stored, since others send too.
      await database.system.transaction().execute((db) => assertRoom(db, id, fileId))
      assertForm(request)
      const upload = await readUpload(request, principal, parts)
      try {
        const { name, contentType } = upload
        const words = t('service.fileIsNoPhoto', { name, contentType })
        assertThat(pictureTypes.includes(contentType), 'media_type_unsupported', words)
        // As the system, in the name of the sender: people of customers change no requests.
        return await database.system.transaction().execute(async (db) => {
          await assertRoom(db, id, fileId)
          const file = await attached.attachIn(db, principal, { id, parent: {} }, upload, fileId)
          await notePhoto(db, id, file.id)
          return file
        })
      } finally {
        await files.discard(upload.path)
      }
    },

    async requestPhoto({
      principal,
      params: { id, fileId },
      query: { size },
      request,
      reply,
    }): Promise<typeof answered> {
      const file = await database.inScope(scopeOfRequests(principal), (db) => findPhoto(db, id, fileId))
      assertThat(file, 'not_found', t('server.noSuchFile'))
      return await sendDrawnImage({ images, file, size }, { request, reply })
    },
  }
}

/** Staff who work on requests or visits see their photos, whatever machines they may look at: a request is sent to the maker. */
function scopeOfRequests(principal: Principal): CustomerScope {
  const { customerId, permissions } = principal
  const worksOnThem = permissions.has('serviceRequest.read') || permissions.has('serviceVisit.read')
  return customerId === null && worksOnThem ? 'all' : scopeOf(principal)
}

/** @throws ProblemError `not_found`, the same for another customer's request and for none */
async function assertSeen(db: Transaction, id: string): Promise<void> {
  assertThat(await isRequestSeen(db, id), 'not_found', t('service.noSuchRequest'))
}

/** @param fileId of the photo that is sent: one that has arrived already is among those that there are */
async function assertRoom(db: Transaction, id: string, fileId: string | undefined): Promise<void> {
  assertThat(!(await isOfFormerCustomer(db, id)), 'not_found', t('service.noSuchRequest'))
  const others = await countOtherPhotos(db, id, fileId)
  const words = t('service.tooManyPhotos', { count: MOST_REQUEST_PHOTOS })
  assertThat(others < MOST_REQUEST_PHOTOS, 'not_usable', words)
}
