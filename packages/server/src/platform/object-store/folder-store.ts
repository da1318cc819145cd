import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, type Dirent } from 'node:fs'
import { access, constants, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { clock } from '../clock.ts'
import {
  assertKey,
  isKey,
  type ObjectStore,
  ObjectStoreError,
  type ObjectStoreFault,
  type StoredObject,
  type WrittenObject,
} from './object-store.ts'

/** Begins the names of what is not whole yet. No key begins so. */
const TEMPORARY = '.put-'

/** Objects as files of a folder, which may be shared by several nodes (a network file system with atomic renames, such as NFS). */
export class FolderStore implements ObjectStore {
  readonly place: string

  constructor(folder: string) {
    this.place = folder
  }

  async prepare(): Promise<void> {
    await this.#toWrite(async () => {
      await mkdir(this.place, { recursive: true, mode: 0o700 })
      const path = this.#temporary()
      await open(path, 'wx', 0o600).then((file) => file.close())
      await rm(path, { force: true })
    })
  }

  async probe(): Promise<void> {
    await this.#toWrite(() => access(this.place, constants.R_OK | constants.W_OK | constants.X_OK))
  }

  async put(key: string, content: Readable | Uint8Array): Promise<WrittenObject> {
    assertKey(key)
    const temporary = this.#temporary()
    const hash = createHash('sha256')
    let size = 0
    const source = content instanceof Readable ? (content as AsyncIterable<Buffer>) : [content]
    try {
      const file = await this.#toWrite(() => open(temporary, 'wx', 0o600))
      try {
        for await (const chunk of source) {
          hash.update(chunk)
          size += chunk.length
          await this.#toWrite(() => file.writeFile(chunk))
        }
        await this.#toWrite(() => file.sync())
      } finally {
        await file.close()
      }
      await this.#toWrite(() => this.#keep(temporary, key))
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined)
      throw error
    }
    return { size, sha256: hash.digest('hex') }
  }

  async putFile(key: string, path: string): Promise<void> {
    assertKey(key)
    try {
      await this.#keep(path, key)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw this.#toError(error, 'away')
      // It is on another disk.
      await this.put(key, createReadStream(path))
      await rm(path, { force: true })
    }
  }

  async get(key: string): Promise<Readable> {
    assertKey(key)
    // Opened here, so that what is missing is found before anything is sent.
    const file = await this.#attempt(() => open(this.#pathOf(key)))
    return file.createReadStream()
  }

  async *list(prefix = ''): AsyncIterable<StoredObject> {
    // Only the folders that the prefix leads into are looked through.
    const start = prefix.slice(0, prefix.lastIndexOf('/') + 1)
    if (start !== '' && !isKey(start.slice(0, -1))) return
    yield* this.#listFolder(start, prefix)
  }

  async remove(key: string): Promise<void> {
    assertKey(key)
    await this.#attempt(() => rm(this.#pathOf(key), { force: true }))
  }

  async removeAbandoned(olderThanMs: number): Promise<void> {
    await this.#attempt(async () => {
      for await (const { name } of await opendir(this.place)) {
        if (!name.startsWith(TEMPORARY)) continue
        const path = join(this.place, name)
        const found = await ifThere(stat(path))
        if (found !== undefined && clock.now() - found.mtimeMs >= olderThanMs) await rm(path, { force: true })
      }
    })
  }

  async *#listFolder(folder: string, prefix: string): AsyncIterable<StoredObject> {
    for (const entry of await this.#entriesOf(folder)) {
      const key = `${folder}${entry.name}`
      if (!isKey(key)) continue
      const path = this.#pathOf(key)
      if (entry.isDirectory()) {
        if (`${key}/`.startsWith(prefix) || prefix.startsWith(`${key}/`)) yield* this.#listFolder(`${key}/`, prefix)
      } else if (entry.isFile() && key.startsWith(prefix)) {
        const found = await this.#attempt(() => ifThere(stat(path)))
        if (found !== undefined) yield { key, size: found.size, modifiedAt: found.mtime }
      }
    }
  }

  async #entriesOf(folder: string): Promise<Dirent[]> {
    return await this.#attempt(async () => {
      const opened = await ifThere(opendir(join(this.place, folder)))
      const entries: Dirent[] = []
      if (opened !== undefined) for await (const entry of opened) entries.push(entry)
      return entries
    })
  }

  /** Gives what is whole its name, also over a crash. */
  async #keep(whole: string, key: string): Promise<void> {
    const folders = key.split('/').slice(0, -1)
    if (folders.length > 0) await mkdir(join(this.place, ...folders), { recursive: true, mode: 0o700 })
    await rename(whole, this.#pathOf(key))
    for (let depth = folders.length; depth >= 0; depth--) await syncFolder(join(this.place, ...folders.slice(0, depth)))
  }

  #temporary(): string {
    return join(this.place, `${TEMPORARY}${randomUUID()}`)
  }

  #pathOf(key: string): string {
    return join(this.place, key)
  }

  async #attempt<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      throw this.#toError(error)
    }
  }

  /** A folder that is missing is away; a file that is missing is not. */
  async #toWrite<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      throw this.#toError(error, 'away')
    }
  }

  #toError(error: unknown, missing: ObjectStoreFault = 'missing'): ObjectStoreError {
    if (error instanceof ObjectStoreError) return error
    const { code = '', message } = error as NodeJS.ErrnoException
    const fault = code === 'ENOENT' ? missing : (faults[code] ?? 'away')
    return new ObjectStoreError(fault, `${words[fault]} ${this.place} (${code || message}).`, error)
  }
}

const faults: Record<string, ObjectStoreFault> = {
  EACCES: 'refused',
  EPERM: 'refused',
  EROFS: 'refused',
  ENOSPC: 'full',
  EDQUOT: 'full',
}

const words: Record<ObjectStoreFault, string> = {
  missing: 'The file is missing in the folder',
  refused: 'The rights do not suffice for the folder',
  full: 'There is no room left in the folder',
  away: 'The folder cannot be used:',
  damaged: 'The file is damaged in the folder',
}

async function ifThere<Result>(work: Promise<Result>): Promise<Result | undefined> {
  return await work.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw error
  })
}

/** Some network file systems and Windows cannot do this, and need it not. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path).catch(() => undefined)
  await folder
    ?.sync()
    .catch((error: NodeJS.ErrnoException) => {
      if (!/^(EINVAL|ENOTSUP|EPERM|EISDIR|EBADF)$/.test(error.code ?? '')) throw error
    })
    .finally(() => folder.close())
}
