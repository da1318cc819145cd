import { clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { ConnectionState } from './connection-states.ts'

/** How often a status is written that has not changed: what is older than 15 s counts as not running. */
const STILL_RUNNING_MS = 5_000

type Reported<State> = { settings: { id: string }; slot: number; state: State }

/** Writes the states of running connections: those that have changed, and now and then all, to show that they still run. */
export class StatusWriter<State extends ConnectionState> {
  readonly #write: (running: readonly Reported<State>[]) => Promise<void>
  readonly #log: Log
  readonly #noun: string
  readonly #written = new Map<string, string>()
  #allWrittenAt = 0
  /** One write after the other: of two at once the database may store the older state last. */
  #work: Promise<void> = Promise.resolve()

  /** @param noun what is written of, for the log */
  constructor(write: (running: readonly Reported<State>[]) => Promise<void>, log: Log, noun: string) {
    this.#write = write
    this.#log = log
    this.#noun = noun
  }

  async writeChanged(running: Iterable<Reported<State>>): Promise<void> {
    const isTimeForAll = clock.monotonic() - this.#allWrittenAt >= STILL_RUNNING_MS
    if (isTimeForAll) this.#allWrittenAt = clock.monotonic()
    const changed = [...running].filter(({ settings: { id }, state }) => {
      const text = JSON.stringify(state)
      const isNew = this.#written.get(id) !== text
      this.#written.set(id, text)
      return isNew || isTimeForAll
    })
    await this.write(changed)
  }

  /** Writes them all, as they are when it is their turn. A state that could not be written counts as changed. */
  write(running: readonly Reported<State>[]): Promise<void> {
    if (running.length === 0) return this.#work
    this.#work = this.#work.then(() => this.#writeNow(running))
    return this.#work
  }

  async #writeNow(running: readonly Reported<State>[]): Promise<void> {
    try {
      await this.#write(running)
    } catch (error) {
      for (const { settings } of running) this.forget(settings.id)
      this.#log.debug({ error: (error as Error).message }, `Could not save the status of ${this.#noun}`)
    }
  }

  forget(id: string): void {
    this.#written.delete(id)
  }
}
