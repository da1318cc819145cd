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

/** @param hasOthers whether other processes store such messages too */
export function createAside(
  limits: StorageLimits,
  refusals: Refusals,
  live: Pick<LiveStore, 'byKey'>,
  hasOthers = false,
): Aside {
  const ownerOf = (key: number) => live.byKey(key)?.entry.customerId ?? null
  return {
    letters: new DeadLetterStore(limits, refusals, ownerOf, hasOthers),
    held: new HeldStore(limits, refusals, hasOthers),
  }
}
