import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { constants, copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** An uploaded file that belongs to no row yet. */
export interface IncomingFile {
  path: string
  /** In bytes. */
  size: number
  /** Of the content, in hexadecimal digits. */
  sha256: string
}

/** What lies there without a row for this long is no upload that is still going on. */
const ABANDONED_MS = 60 * 60_000

/** The contents of attached files: one file each in the data folder, named by the id of its row. */
export class FileFolder {
  readonly #folder: string

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'files')
  }

  async prepare(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
  }

  /** Writes what comes in to the disk, for good. What fails on the way leaves nothing behind. */
  async receive(content: Readable): Promise<IncomingFile> {
    const path = join(this.#folder, `incoming-${randomUUID()}`)
    const hash = createHash('sha256')
    let size = 0
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk)
        size += chunk.length
        done(null, chunk)
      },
    })
    try {
      await pipeline(content, counted, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }))
    } catch (error) {
      await this.discard(path)
      throw error
    }
    return { path, size, sha256: hash.digest('hex') }
  }

  /** Gives a file that came in to a row. */
  async keep({ path }: IncomingFile, id: string): Promise<void> {
    await rename(path, this.#pathOf(id))
    const folder = await open(this.#folder)
    await folder.sync().finally(() => folder.close())
  }

  /** Gives another row the same content. */
  async copy(fromId: string, toId: string): Promise<void> {
    await copyFile(this.#pathOf(fromId), this.#pathOf(toId), constants.COPYFILE_EXCL)
  }

  async discard(path: string): Promise<void> {
    await rm(path, { force: true })
  }

  read(id: string): Readable {
    return createReadStream(this.#pathOf(id))
  }

  /** Removes what has no row. @param findOwned returns the ids among those given that have one */
  async sweep(findOwned: (ids: string[]) => Promise<ReadonlySet<string>>): Promise<number> {
    const names = await readdir(this.#folder)
    const wanted = await findOwned(names.filter((name) => !name.startsWith('incoming-')))
    let removed = 0
    for (const name of names) {
      if (wanted.has(name)) continue
      const { mtimeMs } = await stat(this.#pathOf(name))
      if (Date.now() - mtimeMs < ABANDONED_MS) continue
      await this.discard(this.#pathOf(name))
      removed += 1
    }
    return removed
  }

  #pathOf(name: string): string {
    return join(this.#folder, name)
  }
}
