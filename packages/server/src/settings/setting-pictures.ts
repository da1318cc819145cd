import { createHash } from 'node:crypto'
import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import { DrawingQueue } from '../engine/pictures/drawing-queue.ts'
import { redrawnPicture } from '../engine/pictures/redrawn-picture.ts'
import { assertThat } from '../engine/problem-error.ts'
import { refusedWith } from '../engine/resource/files/refused-file.ts'
import type { Db } from '../platform/database.ts'
import type { FileCheck } from '../platform/file-check/file-check.ts'

/** What fits the bar on a sharp screen. */
const SIZE = { width: 640, height: 160, fit: 'inside', withoutEnlargement: true } as const
/** So many wait to be drawn. */
const MOST = 4
const ADDRESS = api.settingPicture.path.replace('{name}', '')
const DATA = /^data:image\/\w+;base64,/

/** Pictures that are values of settings: stored redrawn by the hash of their content, and named by their address. */
export class SettingPictures {
  readonly #db: Db
  readonly #fileCheck: FileCheck
  readonly #queue = new DrawingQueue(MOST)

  constructor(db: Db, fileCheck: FileCheck) {
    this.#db = db
    this.#fileCheck = fileCheck
  }

  /**
   * The address of a picture, which is stored if it is new.
   * @param value a data address, or the address of one that is stored
   * @param userId who sends it
   * @throws ProblemError `unavailable` where too many wait, `invalid_request` for an unknown address, and those of the check of files and of `redrawnPicture`
   */
  async put(value: string, userId: string): Promise<string> {
    if (!DATA.test(value)) {
      assertThat(await this.read(value.slice(ADDRESS.length)), 'invalid_request', t('setting.unknownPicture'))
      return value
    }
    const content = contentOf(value)
    if (await this.read(hashOf(content))) return addressOf(content)
    assertThat(!this.#queue.isFull, 'unavailable', t('access.otherPhotosAreDrawn'))
    await refusedWith(undefined, this.#fileCheck.picture(content, userId))
    const drawn = await this.#queue.draw(() => redrawnPicture(content, SIZE))
    await sql`
      INSERT INTO setting_picture (sha256, content) VALUES (${hashOf(drawn)}, ${drawn}) ON CONFLICT DO NOTHING
    `.execute(this.#db)
    return addressOf(drawn)
  }

  /** @param name the hash of its content */
  async read(name: string): Promise<Buffer | undefined> {
    const { rows } = await sql<{ content: Buffer }>`
      SELECT content FROM setting_picture WHERE sha256 = ${name}
    `.execute(this.#db)
    return rows[0]?.content
  }

  /** A picture as it stands in a file of settings; null if it is gone. @param address as `put` answers it */
  async toData(address: string): Promise<string | null> {
    const content = await this.read(address.slice(ADDRESS.length))
    return content === undefined ? null : `data:image/webp;base64,${content.toString('base64')}`
  }
}

/** Whether a picture of a file is the one that is stored at an address. */
export function isSamePicture(data: string, address: string): boolean {
  return DATA.test(data) && addressOf(contentOf(data)) === address
}

function contentOf(data: string): Buffer {
  return Buffer.from(data.slice(data.indexOf(',') + 1), 'base64')
}

function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

function addressOf(content: Buffer): string {
  return ADDRESS + hashOf(content)
}
