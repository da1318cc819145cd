/** Who is served next of those who wait: nobody's many tasks hold up the one of somebody else. */
export class OwnerTurns {
  readonly #most: number
  /** The turn in which each owner who has tasks was served last. */
  readonly #served = new Map<string, number>()
  readonly #running = new Map<string, number>()
  #turn = 0

  /** @param most tasks of one owner that run at a time */
  constructor(most = Number.POSITIVE_INFINITY) {
    this.#most = most
  }

  /** Takes out the first task of whoever was served longest ago and may run one more. @returns undefined where nobody may */
  take<Task extends { owner: string }>(waiting: Task[]): Task | undefined {
    const served = ({ owner }: Task) => this.#served.get(owner) ?? 0
    const free = waiting.filter(({ owner }) => this.#runningOf(owner) < this.#most)
    const [first] = free
    if (first === undefined) return undefined
    const task = free.reduce((one, other) => (served(other) < served(one) ? other : one), first)
    waiting.splice(waiting.indexOf(task), 1)
    this.#turn += 1
    this.#served.set(task.owner, this.#turn)
    this.#running.set(task.owner, this.#runningOf(task.owner) + 1)
    return task
  }

  /** A task that was taken runs no more. */
  end({ owner }: { owner: string }): void {
    this.#running.set(owner, this.#runningOf(owner) - 1)
  }

  /** An owner has no tasks any more. */
  forget(owner: string): void {
    this.#served.delete(owner)
    this.#running.delete(owner)
  }

  #runningOf(owner: string): number {
    return this.#running.get(owner) ?? 0
  }
}
