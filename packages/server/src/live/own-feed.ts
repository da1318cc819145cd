import { clock } from '../platform/clock.ts'
import type { LiveFeed, MachineChange } from './live-feed.ts'
import type { LiveStore } from './live-store.ts'

/** The feed of a process that stores all telemetry itself. */
export class OwnFeed implements LiveFeed {
  readonly #live: Pick<LiveStore, 'apply'>
  readonly #listeners = new Set<(changes: readonly MachineChange[]) => void>()

  constructor(live: Pick<LiveStore, 'apply'>) {
    this.#live = live
  }

  publish(changes: readonly MachineChange[]): void {
    this.#live.apply(changes, clock.now())
    for (const listener of this.#listeners) listener(changes)
  }

  follow(listener: (changes: readonly MachineChange[]) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
