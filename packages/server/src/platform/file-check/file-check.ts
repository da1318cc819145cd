import { createReadStream } from 'node:fs'
import { extname } from 'node:path'
import { Readable } from 'node:stream'
import { fileTypes, pictureTypes } from '@packhouse/contract'
import type { Log } from '../log.ts'
import type { Refusals } from '../refusals.ts'
import { type PoolFault, WorkerPool, WorkerPoolError } from '../worker-pool.ts'
import type { FileCheckOutcome, FileCheckTask } from './file-check-worker.ts'
import { FileRefused, refuse } from './file-refused.ts'
import { type ClamdAddress, VirusScanner } from './virus-scanner.ts'

/** A file of 25 MiB takes well under a second; its worker ends with one that takes longer. */
const POOL = { workers: 1, queue: 64, perOwner: 16, timeoutMs: 20_000, memoryMb: 512 }

/** What ends by itself; the file may be sent again. */
const BUSY: readonly PoolFault[] = ['queue_full', 'owner_limit', 'waited_too_long', 'stopped']

export interface FileCheckParts {
  clamd: ClamdAddress | undefined
  log: Log
  refusals: Refusals
}

/** The one check of everything that people send as a file, before any of it is stored. */
export class FileCheck {
  readonly scanner: VirusScanner | undefined
  readonly #refusals: Refusals
  readonly #pool: WorkerPool

  constructor({ clamd, log, refusals }: FileCheckParts) {
    this.#refusals = refusals
    this.#pool = new WorkerPool({ ...POOL, script: new URL('./file-check-worker.ts', import.meta.url) })
    this.scanner = clamd === undefined ? undefined : new VirusScanner(clamd, log)
  }

  /**
   * A file that has come in, by the ending of its name.
   * @param owner whom it is checked for
   * @returns its media type
   * @throws FileRefused
   */
  async file(path: string, name: string, owner: string): Promise<string> {
    return await this.#counted(async () => {
      const named = fileTypes[extname(name).slice(1).toLowerCase()] ?? refuse({ fault: 'ending' })
      const type = await this.#structure({ content: path, expected: [named] }, owner)
      await this.scanner?.scan(createReadStream(path))
      return type
    })
  }

  /** A picture that will be redrawn. @throws FileRefused */
  async picture(content: Buffer, owner: string): Promise<void> {
    await this.#counted(async () => {
      await this.#structure({ content, expected: pictureTypes }, owner)
      await this.scanner?.scan(Readable.from([content]))
    })
  }

  /** A table that is read and not stored: its reader looks at its structure. @throws FileRefused */
  async table(content: Buffer): Promise<void> {
    await this.#counted(async () => await this.scanner?.scan(Readable.from([content])))
  }

  async stop(): Promise<void> {
    await this.#pool.stop()
  }

  async #structure(task: FileCheckTask, owner: string): Promise<string> {
    const outcome = (await this.#pool.run(task, owner).catch(toRefusal)) as FileCheckOutcome
    if ('refused' in outcome) throw new FileRefused(outcome.refused)
    return outcome.type
  }

  async #counted<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof FileRefused) this.#refusals.count('file', error.reason.fault)
      throw error
    }
  }
}

function toRefusal(error: unknown): never {
  if (!(error instanceof WorkerPoolError)) throw error
  if (BUSY.includes(error.fault)) throw new FileRefused({ fault: 'busy' })
  if (error.fault === 'timeout' || error.fault === 'memory') throw new FileRefused({ fault: 'too_complex' })
  throw error
}
