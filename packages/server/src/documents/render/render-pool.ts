import { OwnerTurns } from '../../platform/owner-turns.ts'
import { type ProcessEnd, type ProcessLimits, RenderProcess } from './render-process.ts'
import type { RenderAnswer, RenderTask } from './render-task.ts'

export interface RenderLimits extends ProcessLimits {
  /** Processes that render at once. */
  processes: number
  /** Documents that may wait. */
  queue: number
  /** Documents of one owner that may wait or be rendered at once. */
  perOwner: number
  /** A process that has rendered so many is replaced: what a compiler has taken it does not give back. */
  documentsPerProcess: number
}

export type RenderFault = 'queue_full' | 'owner_limit' | 'timeout' | 'memory' | 'crash' | 'failed' | 'stopped'

/** Why there is no document. */
export class RenderError extends Error {
  readonly fault: RenderFault

  constructor(fault: RenderFault, options: { cause?: unknown } = {}) {
    super(`The document was not rendered: ${fault}`, options)
    this.fault = fault
  }
}

interface Waiting {
  task: RenderTask
  owner: string
  /** How often a process died of itself while it had the task. */
  deaths: number
  resolve: (answer: RenderAnswer) => void
  reject: (error: Error) => void
}

interface Seat {
  process: RenderProcess
  isReady: boolean
  rendered: number
  work: Waiting | undefined
}

/**
 * Renders documents in processes of their own, a few at once. Processes start with the first documents. Of those who wait, whoever was served longest ago
 * is next, and nobody has all processes at once: some heavy documents of one person do not hold up the reports of others.
 */
export class RenderPool {
  readonly #limits: RenderLimits
  readonly #seats = new Set<Seat>()
  readonly #owners = new Map<string, number>()
  readonly #turns: OwnerTurns
  #waiting: Waiting[] = []
  #isStopped = false

  constructor(limits: RenderLimits) {
    this.#limits = limits
    this.#turns = new OwnerTurns(Math.max(1, limits.processes - 1))
  }

  /** Processes that are ready or at work, and documents that wait. */
  get load(): { processes: number; busy: number; waiting: number } {
    const busy = [...this.#seats].filter(({ work }) => work !== undefined).length
    return { processes: this.#seats.size, busy, waiting: this.#waiting.length }
  }

  /**
   * @param owner whom the document is for
   * @throws RenderError
   */
  render(task: RenderTask, owner: string): Promise<RenderAnswer> {
    const own = this.#owners.get(owner) ?? 0
    if (this.#isStopped) return Promise.reject(new RenderError('stopped'))
    if (own >= this.#limits.perOwner) return Promise.reject(new RenderError('owner_limit'))
    if (this.#waiting.length >= this.#limits.queue) return Promise.reject(new RenderError('queue_full'))
    this.#owners.set(owner, own + 1)
    const answer = new Promise<RenderAnswer>((resolve, reject) => {
      this.#waiting.push({ task, owner, deaths: 0, resolve, reject })
    })
    this.#assign()
    return answer.finally(() => this.#leave(owner))
  }

  /** How many documents are before that of a task; 0 where it is being rendered. */
  aheadOf(task: RenderTask): number {
    return this.#waiting.findIndex((waiting) => waiting.task === task) + 1
  }

  /** Ends all processes, and with them what they do. */
  stop(): void {
    this.#isStopped = true
    for (const { reject } of this.#waiting.splice(0)) reject(new RenderError('stopped'))
    for (const seat of this.#seats) seat.process.end()
  }

  #leave(owner: string): void {
    const left = (this.#owners.get(owner) ?? 0) - 1
    if (left > 0) this.#owners.set(owner, left)
    else {
      this.#owners.delete(owner)
      this.#turns.forget(owner)
    }
  }

  #assign(): void {
    for (const seat of this.#seats) {
      if (!seat.isReady || seat.work !== undefined) continue
      seat.work = this.#turns.take(this.#waiting)
      if (seat.work !== undefined) seat.process.give(seat.work.task)
    }
    const starting = [...this.#seats].filter(({ isReady }) => !isReady).length
    const missing = Math.min(this.#waiting.length - starting, this.#limits.processes - this.#seats.size)
    for (let count = 0; count < missing; count++) this.#start()
  }

  #start(): void {
    const seat: Seat = {
      isReady: false,
      rendered: 0,
      work: undefined,
      process: new RenderProcess(this.#limits, {
        onReady: () => {
          seat.isReady = true
          this.#assign()
        },
        onAnswer: (answer, memory) => this.#hear(seat, answer, memory),
        onEnd: (why) => this.#ended(seat, why),
      }),
    }
    this.#seats.add(seat)
  }

  #hear(seat: Seat, answer: RenderAnswer | Error, memory: number): void {
    const work = this.#takeFrom(seat)
    seat.rendered++
    if (answer instanceof Error) work?.reject(new RenderError('failed', { cause: answer }))
    else work?.resolve(answer)
    // What one document has left behind must not take the room of the next.
    if (seat.rendered >= this.#limits.documentsPerProcess || memory > this.#limits.memoryBytes / 2) {
      this.#seats.delete(seat)
      seat.process.end()
    }
    this.#assign()
  }

  #ended(seat: Seat, why: ProcessEnd): void {
    this.#seats.delete(seat)
    const work = this.#takeFrom(seat) ?? (seat.isReady ? undefined : this.#waiting.shift())
    if (work !== undefined) this.#settle(work, why)
    if (!this.#isStopped) this.#assign()
  }

  #takeFrom(seat: Seat): Waiting | undefined {
    const { work } = seat
    seat.work = undefined
    if (work !== undefined) this.#turns.end(work)
    return work
  }

  /** A process that was killed from outside is no fault of its document: that is rendered again, once. What crashes the compiler does so each time. */
  #settle(work: Waiting, why: ProcessEnd): void {
    const fault = this.#isStopped ? 'stopped' : why === 'died' ? (work.deaths > 0 ? 'failed' : undefined) : why
    if (fault === undefined) this.#waiting.unshift({ ...work, deaths: work.deaths + 1 })
    else work.reject(new RenderError(fault))
  }
}
