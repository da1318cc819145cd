import type { Machine } from '@packhouse/contract'
import { createContext, use, useEffect, useState } from 'react'
import { MachineStore } from './machine-store.ts'

/** The store of the overview around it. */
export const MachineStoreContext = createContext<MachineStore>(new MachineStore())

/**
 * One machine of the overview; renders again only when this machine changed, and not at all while not `live`.
 *
 * Not `useSyncExternalStore`: a live change that arrives while React draws a thousand cards in slices would make it
 * start over without slices. That two cards are of two moments for one frame harms nobody.
 */
export function useMachine(id: string, live: boolean): Machine | undefined {
  const store = use(MachineStoreContext)
  const [machine, setMachine] = useState(() => store.machine(id))
  useEffect(() => {
    if (!live) return
    const read = () => setMachine(store.machine(id))
    read()
    return store.subscribeMachine(id, read)
  }, [store, id, live])
  return machine
}
