import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { clock } from './clock.ts'
import { type Config, ConfigError } from './config.ts'
import { IssueLog } from './issue-log.ts'
import type { Log } from './log.ts'
import { FolderStore } from './object-store/folder-store.ts'
import { type ObjectStore, ObjectStoreError } from './object-store/object-store.ts'
import { openObjectStore } from './object-store/object-store-settings.ts'
import { sentence } from './sentence.ts'

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
/** Begins the names of what is still coming in. */
const INCOMING = 'incoming-'
/** Ids of rows, which are the keys of contents. */
const ROW_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Ids that are looked up in one statement. */
const SWEEP_BATCH = 1_000
const PROBE_PATIENCE_MS = 2_000
/** Who asks again within this time gets the same answer. */
const REMEMBERED_MS = 5_000

const AWAY = sentence`Attached files cannot be reached: they can be neither opened nor added. The log says why.`

/** The contents of attached files, each under the id of its row: in a folder that nodes may share, or in a bucket. */
export class FileFolder {
  readonly #store: ObjectStore
  /** Where uploads lie while they come in and are checked. In a folder of contents they are beside them, so that a rename suffices. */
  readonly #incoming: string
  readonly #issues: IssueLog
  #last: { until: number; answer: Promise<string | undefined> } | undefined

  constructor(store: ObjectStore, incoming: string, log: Log) {
    this.#store = store
    this.#incoming = incoming
    this.#issues = new IssueLog(log, 'Attached files can be reached again')
  }

  /** @throws ConfigError where it cannot be used. A bucket that only does not answer is waited for while everything else works. */
  async prepare(): Promise<void> {
    await mkdir(this.#incoming, { recursive: true, mode: 0o700 }).catch(() => undefined)
    try {
      await this.#store.prepare()
    } catch (error) {
      if (!(error instanceof ObjectStoreError)) throw error
      const isPassing = error.fault === 'away' && !(this.#store instanceof FolderStore)
      if (!isPassing) throw new ConfigError(`Attached files cannot be stored. ${error.message}`, { cause: error.cause })
      this.#issues.meet('Attached files cannot be reached', { error: error.message })
    }
  }

  /** Writes what comes in to the disk, for good. What fails on the way leaves nothing behind. */
  async receive(content: Readable): Promise<IncomingFile> {
    const path = join(this.#incoming, `${INCOMING}${randomUUID()}`)
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
    await this.#store.putFile(id, path)
  }

  /** Gives another row the same content. */
  async copy(fromId: string, toId: string): Promise<void> {
    await this.#store.put(toId, await this.#store.get(fromId))
  }

  async discard(path: string): Promise<void> {
    await rm(path, { force: true })
  }

  /** @throws ObjectStoreError before anything is streamed where the content cannot be had */
  async read(id: string): Promise<Readable> {
    return await this.#store.get(id)
  }

  /** @returns what is wrong, for people; undefined where files can be reached */
  async findFault(): Promise<string | undefined> {
    const now = clock.monotonic()
    if (this.#last === undefined || now > this.#last.until) {
      this.#last = { until: now + REMEMBERED_MS, answer: this.#probe() }
    }
    return await this.#last.answer
  }

  /** Removes what has no row. @param findOwned returns the ids among those given that have one @param now Unix ms */
  async sweep(findOwned: (ids: string[]) => Promise<ReadonlySet<string>>, now = clock.now()): Promise<number> {
    await this.#sweepIncoming(now)
    await this.#store.removeAbandoned(ABANDONED_MS)
    let removed = 0
    let batch: string[] = []
    const sweepBatch = async () => {
      const owned = await findOwned(batch)
      for (const id of batch.filter((key) => !owned.has(key))) {
        await this.#store.remove(id)
        removed += 1
      }
      batch = []
    }
    for await (const { key, modifiedAt } of this.#store.list()) {
      // What else lies there is nobody's of ours.
      if (!ROW_ID.test(key) || now - modifiedAt.getTime() < ABANDONED_MS) continue
      batch.push(key)
      if (batch.length === SWEEP_BATCH) await sweepBatch()
    }
    await sweepBatch()
    return removed
  }

  /** Only what came in and was left behind: in a folder of contents they lie beside it. */
  async #sweepIncoming(now: number): Promise<void> {
    for (const name of await readdir(this.#incoming)) {
      if (!name.startsWith(INCOMING)) continue
      const path = join(this.#incoming, name)
      const found = await stat(path).catch(() => undefined)
      if (found !== undefined && now - found.mtimeMs >= ABANDONED_MS) await this.discard(path)
    }
  }

  async #probe(): Promise<string | undefined> {
    const silence = Promise.withResolvers<never>()
    const timer = clock.timeout(PROBE_PATIENCE_MS, () => silence.reject(new Error('No answer for 2 s')))
    try {
      await Promise.race([this.#store.probe(), silence.promise])
      this.#issues.end()
      return undefined
    } catch (error) {
      this.#issues.meet('Attached files cannot be reached', { error: (error as Error).message })
      return AWAY
    } finally {
      timer.stop()
    }
  }
}

/** The files of the installation, where it is configured. */
export function openFileFolder(
  { filesLocation, s3, dataDir }: Pick<Config, 'filesLocation' | 's3' | 'dataDir'>,
  log: Log,
): FileFolder {
  const store = openObjectStore(filesLocation, s3)
  return new FileFolder(store, store instanceof FolderStore ? store.place : join(dataDir, 'incoming'), log)
}
