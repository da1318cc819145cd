import { t } from '@packhouse/messages'
import { assertThat, ProblemError } from '../../engine/problem-error.ts'
import type { LogTask, TaskResults } from '../../platform/logs/log-worker.ts'
import { listSegments, type Segment } from '../../platform/logs/segment-names.ts'
import { WorkerPool, WorkerPoolError } from '../../platform/worker-pool.ts'

/** How long one step may take: reading a block takes 0.1 s, and a regular expression may take for ever. */
const STEP_TIMEOUT_MS = 5_000
const MEMORY_MB = 64
const RETRY_SECONDS = 2

/** Distributes over the kinds of tasks. */
type WithoutFolder<Task> = Task extends unknown ? Omit<Task, 'folder'> : never
type ReadTask<Kind> = WithoutFolder<Extract<LogTask, { kind: Kind }>>

/** Reads the files of the log in threads, a step at a time. */
export class LogReading {
  readonly folder: string
  readonly #pool: WorkerPool

  constructor(folder: string) {
    this.folder = folder
    this.#pool = new WorkerPool({
      script: new URL('../../platform/logs/log-worker.ts', import.meta.url),
      workers: 2,
      queue: 32,
      perOwner: 6,
      timeoutMs: STEP_TIMEOUT_MS,
      memoryMb: MEMORY_MB,
    })
  }

  async stop(): Promise<void> {
    await this.#pool.stop()
  }

  /** The newest first. */
  async files(): Promise<Segment[]> {
    return (await listSegments(this.folder)).toReversed()
  }

  /** @throws ProblemError `not_found` */
  async find(name: string): Promise<Segment> {
    const found = (await this.files()).find((file) => file.name === name)
    assertThat(found, 'not_found', t('serverLog.noSuchFile'))
    return found
  }

  /** @param owner the user that it is for @returns undefined if there is no such file or block @throws WorkerPoolError */
  async step<Kind extends keyof TaskResults>(
    task: ReadTask<Kind> & { kind: Kind; name: string },
    owner: string,
  ): Promise<TaskResults[Kind] | undefined> {
    return (await this.#pool.run({ ...task, folder: this.folder }, owner)) as TaskResults[Kind] | undefined
  }

  /** Likewise, for an answer. @throws ProblemError `not_found`, `too_many_requests`, `unavailable` */
  async read<Kind extends keyof TaskResults>(
    task: ReadTask<Kind> & { kind: Kind; name: string },
    owner: string,
  ): Promise<NonNullable<TaskResults[Kind]>> {
    const result = await this.step<Kind>(task, owner).catch((error) => {
      throw error instanceof WorkerPoolError ? refusalOf(error) : error
    })
    assertThat(result, 'not_found', t('serverLog.noSuchFile'))
    return result
  }
}

function refusalOf({ fault }: WorkerPoolError): ProblemError {
  const isBusy = fault === 'owner_limit' || fault === 'queue_full' || fault === 'waited_too_long'
  const retry = { retryAfter: RETRY_SECONDS }
  if (isBusy) return new ProblemError('too_many_requests', t('serverLog.tooManyAtOnce'), undefined, retry)
  return new ProblemError('unavailable', t('serverLog.cannotBeRead'), undefined, retry)
}
