import { randomBytes } from 'node:crypto'
import { api, MAX_PHOTO_BYTES, PHOTO_SIZE } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { answered, type HandlersOf } from '../../engine/handlers.ts'
import { DrawingQueue } from '../../engine/pictures/drawing-queue.ts'
import { redrawnPicture } from '../../engine/pictures/redrawn-picture.ts'
import type { Principal } from '../../engine/principal.ts'
import { assertThat } from '../../engine/problem-error.ts'
import { toColumns } from '../../engine/resource/columns.ts'
import { assertForm, readOnlyFile } from '../../engine/resource/files/read-upload.ts'
import { refusedWith } from '../../engine/resource/files/refused-file.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import type { Database } from '../../platform/database.ts'
import type { FileCheck } from '../../platform/file-check/file-check.ts'

/** So many photos come in and are drawn at once; each may be 10 MiB, and all of them wait in the memory. */
const AT_ONCE = 8

/** The middle of a photo, square. */
const SQUARE = { width: PHOTO_SIZE, height: PHOTO_SIZE, fit: 'cover' } as const

/** As names are made: 256 bits in base64url. */
const NAME = /^[\w-]{43}$/

type PhotoCalls = 'setMyPhoto' | 'removeMyPhoto' | 'getPhoto'

interface PhotoParts {
  database: Database
  /** Changes the own account, with its entry in the history. */
  users: ResourceStore
  fileCheck: FileCheck
}

export function photoHandlers({ database, users, fileCheck }: PhotoParts): HandlersOf<PhotoCalls> {
  const busy = new Set<string>()
  const queue = new DrawingQueue(AT_ONCE)

  /** Limits the memory that waiting photos take. */
  async function alone<T>({ userId }: Principal, work: () => Promise<T>): Promise<T> {
    const words = t('access.otherPhotosAreDrawn')
    assertThat(!busy.has(userId) && busy.size < AT_ONCE, 'unavailable', words)
    busy.add(userId)
    try {
      return await work()
    } finally {
      busy.delete(userId)
    }
  }

  async function keep(principal: Principal, content: Buffer | undefined): Promise<{ photoUrl: string | null }> {
    const name = randomBytes(32).toString('base64url')
    const photoUrl = content === undefined ? null : api.getPhoto.path.replace('{name}', name)
    await database.system.transaction().execute(async (db) => {
      const before = await users.rows.lock(db, principal.userId, {})
      await sql`DELETE FROM user_photo WHERE user_id = ${principal.userId}`.execute(db)
      if (content !== undefined) {
        await sql`
          INSERT INTO user_photo (user_id, name, content) VALUES (${principal.userId}, ${name}, ${content})
        `.execute(db)
      }
      if (before.photoUrl === photoUrl) return
      await users.rows.change(db, principal, 'update', before, toColumns({ photoUrl }), ['photoUrl'])
    })
    return { photoUrl }
  }

  return {
    async setMyPhoto({ principal, request }) {
      assertForm(request)
      return await alone(principal, async () => {
        const content = await readContent(request)
        await refusedWith(undefined, fileCheck.picture(content, principal.userId))
        return await keep(principal, await queue.draw(() => redrawnPicture(content, SQUARE)))
      })
    },

    async removeMyPhoto({ principal }) {
      await keep(principal, undefined)
      return undefined
    },

    async getPhoto({ params, reply }): Promise<typeof answered> {
      assertThat(NAME.test(params.name), 'not_found', t('access.noSuchPhoto'))
      const { rows } = await sql<{ content: Buffer }>`
        SELECT p.content FROM user_photo p JOIN user_account u ON u.id = p.user_id
        WHERE p.name = ${params.name} AND u.deleted_at IS NULL
      `.execute(database.system)
      assertThat(rows[0], 'not_found', t('access.noSuchPhotoAnyMore'))
      reply
        .header('content-type', 'image/webp')
        .header('content-disposition', 'inline')
        .header('cache-control', 'private, max-age=31536000, immutable')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .send(rows[0].content)
      return answered
    },
  }
}

async function readContent(request: FastifyRequest): Promise<Buffer> {
  const words = t('access.photoTooLarge', { limit: MAX_PHOTO_BYTES / 1024 / 1024 })
  return await readOnlyFile(request, {
    fileSize: MAX_PHOTO_BYTES,
    async read(part) {
      const content = await part.toBuffer()
      assertThat(!part.file.truncated, 'body_too_large', words)
      assertThat(content.length > 0, 'invalid_request', t('access.theFileIsEmpty'))
      return content
    },
  })
}
