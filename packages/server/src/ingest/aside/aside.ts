import type { LiveStore } from '../../live/index.ts'
import type { Refusals } from '../../platform/refusals.ts'
import type { StorageLimits } from '../../platform/storage-limits.ts'
import { DeadLetterStore } from './dead-letter-store.ts'
import { HeldStore } from './held-store.ts'

/** Where messages are stored that did not become records. */
export interface Aside {
  letters: DeadLetterStore
  held: HeldStore
}

export function createAside(limits: StorageLimits, refusals: Refusals, live: Pick<LiveStore, 'byKey'>): Aside {
  return {
    letters: new DeadLetterStore(limits, refusals, (key) => live.byKey(key)?.entry.customerId ?? null),
    held: new HeldStore(limits, refusals),
  }
}
