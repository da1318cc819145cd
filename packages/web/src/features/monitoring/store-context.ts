import type { Machine } from '@packhouse/contract'
import { createContext, use, useCallback, useSyncExternalStore } from 'react'
import { MachineStore } from './machine-store.ts'

/** The store of the overview that stands above in the page. */
export const MachineStoreContext = createContext<MachineStore>(new MachineStore())

/** One machine of the overview; renders again only when this machine changed, and not at all while not `live`. */
export function useMachine(id: string, live: boolean): Machine | undefined {
  const store = use(MachineStoreContext)
  const subscribe = useCallback(
    (listener: () => void) => (live ? store.subscribeMachine(id, listener) : noSubscription),
    [store, id, live],
  )
  return useSyncExternalStore(subscribe, () => store.machine(id))
}

function noSubscription(): void {}
