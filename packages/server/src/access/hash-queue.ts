/**
 * Who waits for a hash, the first first: somebody who is known here (a signed-in user, a browser or a device that has
 * signed in before, the holder of a link), anybody else who signs in, and an unknown device.
 */
export const hashPriorities = ['known', 'person', 'device'] as const
export type HashPriority = (typeof hashPriorities)[number]

export interface HashQueueOptions {
  /** So many are computed at once. */
  atOnce: number
  /** So many of each priority may wait; of unknown devices one in 25. */
  waiting: number
}

type Start = () => void

/** No more work at once than a few threads can do, and no more waiting than is done in seconds. */
export class HashQueue {
  readonly #atOnce: number
  readonly #room: Record<HashPriority, number>
  /** Unknown devices leave one thread to people: a sign-in never waits for a guess to end. */
  readonly #lanes: Record<HashPriority, number>
  readonly #waiting: Record<HashPriority, Start[]> = { known: [], person: [], device: [] }
  readonly #running: Record<HashPriority, number> = { known: 0, person: 0, device: 0 }

  constructor({ atOnce, waiting }: HashQueueOptions) {
    this.#atOnce = atOnce
    this.#room = { known: waiting, person: waiting, device: Math.ceil(waiting / 25) }
    this.#lanes = { known: atOnce, person: atOnce, device: Math.max(1, atOnce - 1) }
  }

  /** Whether one more of the priority would be taken now. */
  hasRoom(priority: HashPriority): boolean {
    return this.#canStart(priority) || this.#waiting[priority].length < this.#room[priority]
  }

  /** Does the work when it is its turn. @returns undefined, at once, where too many wait already */
  run<T>(priority: HashPriority, work: () => Promise<T>): Promise<T> | undefined {
    if (!this.hasRoom(priority)) return undefined
    const turn = new Promise<void>((resolve) => this.#waiting[priority].push(resolve))
    this.#startNext()
    return turn.then(work).finally(() => {
      this.#running[priority] -= 1
      this.#startNext()
    })
  }

  #startNext(): void {
    const next = hashPriorities.find((priority) => this.#waiting[priority].length > 0 && this.#canStart(priority))
    if (next === undefined) return
    this.#running[next] += 1
    this.#waiting[next].shift()?.()
    this.#startNext()
  }

  #canStart(priority: HashPriority): boolean {
    const { known, person, device } = this.#running
    return known + person + device < this.#atOnce && this.#running[priority] < this.#lanes[priority]
  }
}
