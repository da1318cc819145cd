import { api, MACHINE_REFRESH_MS } from '@packhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { createContext, use, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { callApiWithEtag } from '../../lib/api-client.ts'
import { isDemoMode } from '../../lib/demo-mode.ts'
import { streamApi } from '../../lib/event-stream.ts'

/** What is known of a machine right now. */
export interface LiveMachine {
  machineID: string
  /** Whether its data are fresh; null while it has never published. */
  online: boolean | null
  /** ISO 8601. */
  lastSeen: string | null
}

/** The newest word of every machine. Each row listens to its own, so that one record redraws one row. */
export class LiveMachines {
  readonly #machines = new Map<string, LiveMachine>()
  readonly #listeners = new Set<() => void>()

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get(machineID: string): LiveMachine | undefined {
    return this.#machines.get(machineID)
  }

  /** Takes over what is newer; a list that was under way for longer than a live change must not undo it. */
  merge(machines: readonly LiveMachine[]): void {
    for (const { machineID, online, lastSeen } of machines) {
      const known = this.#machines.get(machineID)
      if (known && (known.lastSeen ?? '') > (lastSeen ?? '')) continue
      if (known?.online === online && known.lastSeen === lastSeen) continue
      this.#machines.set(machineID, { machineID, online, lastSeen })
    }
    for (const listener of this.#listeners) listener()
  }
}

export const LiveMachinesContext = createContext(new LiveMachines())

/** The newest word of one machine; undefined while nothing is known of it, such as after it was retired. */
export function useLiveMachine(machineID: string): LiveMachine | undefined {
  const live = use(LiveMachinesContext)
  return useSyncExternalStore(live.subscribe, () => live.get(machineID))
}

/** Keeps the store of a screen right: the list at first and now and then, live changes in between. */
export function useLiveMachines(onUnknown: () => void): LiveMachines {
  const [live] = useState(() => new LiveMachines())
  const { data } = useQuery({
    queryKey: ['machines', 'live-states'],
    queryFn: ({ signal }) => callApiWithEtag(api.listMachines, {}, { signal }),
    refetchInterval: MACHINE_REFRESH_MS,
    structuralSharing: false,
  })
  useEffect(() => {
    if (data) live.merge(data.machines)
  }, [live, data])
  const take = useCallback(
    (machines: readonly LiveMachine[]) => {
      const isNew = machines.some(({ machineID }) => !live.get(machineID))
      live.merge(machines)
      if (isNew) onUnknown()
    },
    [live, onUnknown],
  )
  useEffect(() => {
    if (isDemoMode()) return
    const closing = new AbortController()
    // Without the stream the list carries on alone.
    readChanges(take, closing.signal).catch(() => undefined)
    return () => closing.abort()
  }, [take])
  return live
}

async function readChanges(take: (machines: readonly LiveMachine[]) => void, signal: AbortSignal): Promise<void> {
  for await (const { event, data } of streamApi(api.myMachinesStream, {}, { signal })) {
    if (event === 'machines') take(data.machines)
  }
}
