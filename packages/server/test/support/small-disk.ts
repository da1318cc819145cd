import { execFile } from 'node:child_process'
import { chown, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeTemporaryFolder } from './temporary-folder.ts'

const run = promisify(execFile)
const CHUNK_BYTES = 64 * 1024

/** A separate small file system, to be filled to the last byte. */
export class SmallDisk {
  readonly path: string
  readonly #remove: () => Promise<void>

  private constructor(path: string, remove: () => Promise<void>) {
    this.path = path
    this.#remove = remove
  }

  /** @returns undefined if this process may not mount one */
  static async mount(megabytes: number): Promise<SmallDisk | undefined> {
    const folder = await makeTemporaryFolder('disk')
    try {
      await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'tmpfs', folder.path])
    } catch {
      await folder.remove()
      return undefined
    }
    return new SmallDisk(folder.path, async () => {
      await run('umount', ['--lazy', folder.path])
      await folder.remove()
    })
  }

  /** Gives a folder on it, with all below, to the owner of another one. */
  async own(folder: string, like: string): Promise<void> {
    const { uid, gid } = await stat(like)
    const below = (await readdir(folder, { recursive: true })).map((name) => join(folder, name))
    for (const path of [folder, ...below]) await chown(path, uid, gid)
  }

  /** Takes all the room that is left. */
  async fill(): Promise<void> {
    const file = await open(this.#ballast, 'a')
    try {
      for (let bytes = CHUNK_BYTES; bytes >= 1; ) {
        const full = await file.write(Buffer.alloc(bytes)).then(
          ({ bytesWritten }) => bytesWritten < bytes,
          () => true,
        )
        if (full) bytes = Math.floor(bytes / 16)
      }
    } finally {
      await file.close()
    }
  }

  /** Gives the room back. */
  async free(): Promise<void> {
    await rm(this.#ballast)
  }

  async unmount(): Promise<void> {
    await this.#remove()
  }

  get #ballast(): string {
    return join(this.path, 'ballast')
  }
}
