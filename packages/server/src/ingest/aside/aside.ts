import type { LiveStore } from '../../live/index.ts'
import type { KeepLimits } from '../../platform/keep-limits.ts'
import type { Refusals } from '../../platform/refusals.ts'
import { DeadLetterStore } from './dead-letter-store.ts'
import { HeldStore } from './held-store.ts'

/** Where messages are kept that did not become records. */
export interface Aside {
  letters: DeadLetterStore
  held: HeldStore
}

export function createAside(limits: KeepLimits, refusals: Refusals, live: Pick<LiveStore, 'byKey'>): Aside {
  return {
    letters: new DeadLetterStore(limits, refusals, (key) => live.byKey(key)?.entry.customerId ?? null),
    held: new HeldStore(limits, refusals),
  }
}
