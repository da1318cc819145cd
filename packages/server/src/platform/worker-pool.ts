import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { clock, type Timer } from './clock.ts'
import { OwnerTurns } from './owner-turns.ts'

/** A timer may end so much early: whoever waits for a task that takes too long has then waited for too long as well. */
const TIMER_GRAIN_MS = 2
/** Long enough that somebody who imports several files, or scrolls through the log, does not wait for a new thread each time. */
const IDLE_MS = 30_000

export interface WorkerPoolOptions {
  /** The module that each worker runs; it calls `serveTasks`. */
  script: URL
  workers: number
  /** Tasks that may wait for a worker. */
  queue: number
  /** Tasks of one owner that may wait or run at a time. */
  perOwner: number
  /** How long a task may run, and wait, in ms. */
  timeoutMs: number
  /** Heap of each worker, in MiB. */
  memoryMb: number
  /** After how long without a task a worker ends, in ms (30,000). */
  idleMs?: number
}

export type PoolFault = 'queue_full' | 'owner_limit' | 'waited_too_long' | 'timeout' | 'memory' | 'failed' | 'stopped'

/** Why a task has no result. */
export class WorkerPoolError extends Error {
  readonly fault: PoolFault

  constructor(fault: PoolFault, options: { cause?: unknown } = {}) {
    super(`The task has no result: ${fault}`, options)
    this.fault = fault
  }
}

/** What a worker answers; it sends `'ready'` first. */
export type TaskAnswer = { result: unknown } | { error: string }

interface Task {
  input: unknown
  owner: string
  since: number
  resolve: (result: unknown) => void
  reject: (error: Error) => void
}

interface Seat {
  worker: Worker
  isReady: boolean
  task: Task | undefined
  /** Ends a task that takes too long, or a worker that has none. */
  timer: Timer | undefined
}

/**
 * Runs tasks in threads of their own, so that the event loop goes on whatever a task costs. A task that takes too long or
 * too much memory ends together with its worker. Workers start with the first tasks and end when they are idle, because V8 does not
 * shrink the heap of an idle thread.
 */
export class WorkerPool {
  readonly #options: WorkerPoolOptions
  readonly #seats = new Set<Seat>()
  readonly #owners = new Map<string, number>()
  readonly #turns = new OwnerTurns()
  #waiting: Task[] = []
  #isStopped = false
  /** Moment of `clock.monotonic()` at which the last worker that was ready ended. */
  #noneReadySince = 0

  constructor(options: WorkerPoolOptions) {
    this.#options = options
  }

  /** How many workers there are. */
  get size(): number {
    return this.#seats.size
  }

  /** @param owner whom the task is for @returns what the worker answers @throws WorkerPoolError */
  run(input: unknown, owner: string): Promise<unknown> {
    const running = this.#owners.get(owner) ?? 0
    if (this.#isStopped) return Promise.reject(new WorkerPoolError('stopped'))
    if (running >= this.#options.perOwner) return Promise.reject(new WorkerPoolError('owner_limit'))
    if (this.#waiting.length >= this.#options.queue) return Promise.reject(new WorkerPoolError('queue_full'))
    this.#owners.set(owner, running + 1)
    const result = new Promise((resolve, reject) => {
      this.#waiting.push({ input, owner, since: clock.monotonic(), resolve, reject })
    })
    this.#assign()
    return result.finally(() => this.#leave(owner))
  }

  /** Ends all workers, and with them what they do. */
  async stop(): Promise<void> {
    this.#isStopped = true
    for (const { reject } of this.#waiting.splice(0)) reject(new WorkerPoolError('stopped'))
    await Promise.all([...this.#seats].map((seat) => this.#end(seat, new WorkerPoolError('stopped'))))
  }

  get #hasReady(): boolean {
    return [...this.#seats].some(({ isReady }) => isReady)
  }

  #leave(owner: string): void {
    const left = (this.#owners.get(owner) ?? 0) - 1
    if (left > 0) this.#owners.set(owner, left)
    else {
      this.#owners.delete(owner)
      this.#turns.forget(owner)
    }
  }

  /** Gives waiting tasks to free workers. */
  #assign(): void {
    this.#refuseLate()
    const starting = [...this.#seats].filter(({ isReady }) => !isReady).length
    for (const seat of this.#seats) {
      if (!seat.isReady || seat.task !== undefined) continue
      const task = this.#turns.take(this.#waiting)
      if (task === undefined) return
      this.#give(seat, task)
    }
    const missing = Math.min(this.#waiting.length - starting, this.#options.workers - this.#seats.size)
    for (let count = 0; count < missing; count++) this.#startWorker()
  }

  #refuseLate(): void {
    const earliest = clock.monotonic() - this.#options.timeoutMs + TIMER_GRAIN_MS
    if (!this.#hasReady) return
    const late = this.#waiting.filter(({ since }) => since < earliest)
    this.#waiting = this.#waiting.filter(({ since }) => since >= earliest)
    for (const { reject } of late) reject(new WorkerPoolError('waited_too_long'))
  }

  #give(seat: Seat, task: Task): void {
    seat.task = task
    seat.timer?.stop()
    seat.timer = clock.timeout(this.#options.timeoutMs, () => void this.#end(seat, new WorkerPoolError('timeout')))
    seat.worker.postMessage(task.input)
  }

  #startWorker(): void {
    const { script, memoryMb } = this.#options
    forgetHeapFlags()
    const worker = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } })
    const seat: Seat = { worker, isReady: false, task: undefined, timer: undefined }
    this.#seats.add(seat)
    // An idle worker does not keep the process alive.
    worker.unref()
    worker.on('message', (answer: 'ready' | TaskAnswer) => this.#hear(seat, answer))
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const fault = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'failed'
      void this.#end(seat, new WorkerPoolError(fault, { cause: error }))
    })
    worker.on('exit', () => void this.#end(seat, new WorkerPoolError('failed')))
  }

  #hear(seat: Seat, answer: 'ready' | TaskAnswer): void {
    if (answer === 'ready') this.#welcome(seat)
    else {
      const task = this.#release(seat)
      if ('result' in answer) task?.resolve(answer.result)
      else task?.reject(new WorkerPoolError('failed', { cause: new Error(answer.error) }))
    }
    this.#assign()
    if (seat.task === undefined) this.#endLater(seat)
  }

  #endLater(seat: Seat): void {
    seat.timer?.stop()
    const { idleMs = IDLE_MS } = this.#options
    seat.timer = clock.timeout(idleMs, () => void this.#end(seat, new WorkerPoolError('stopped')))
    seat.timer.unref()
  }

  /** Starting a worker takes time too: while none is ready nobody waits for an answer. */
  #welcome(seat: Seat): void {
    const now = clock.monotonic()
    if (!this.#hasReady)
      for (const task of this.#waiting) task.since += now - Math.max(task.since, this.#noneReadySince)
    seat.isReady = true
  }

  /** Ends a worker. A task that it had fails; where it had not even started, so does the one that waits for it. */
  async #end(seat: Seat, error: WorkerPoolError): Promise<void> {
    if (!this.#seats.delete(seat)) return
    if (seat.isReady && !this.#hasReady) this.#noneReadySince = clock.monotonic()
    const task = this.#release(seat) ?? (seat.isReady ? undefined : this.#waiting.shift())
    task?.reject(error)
    await seat.worker.terminate()
    if (!this.#isStopped) this.#assign()
  }

  #release(seat: Seat): Task | undefined {
    const { task } = seat
    seat.timer?.stop()
    seat.task = undefined
    return task
  }
}

/** A bound of the heap that the process was started with is that of its first thread, which has it; to V8 it is that of all that start later, above their own. */
function forgetHeapFlags(): void {
  setFlagsFromString('--max-old-space-size=0')
  setFlagsFromString('--max-heap-size=0')
}
