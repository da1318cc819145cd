import { api, MACHINE_REFRESH_MS } from '@packhouse/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { callApiWithEtag } from '../../lib/api-client.ts'
import { isDemoMode } from '../../lib/demo-mode.ts'
import { streamApi } from '../../lib/event-stream.ts'

/** What is known of a machine right now. */
export interface LiveMachine {
  machineID: string
  /** Whether its data are fresh; null while it has never published. */
  online: boolean | null
  /** Ordered, and neither delivered nor heard of yet. */
  onOrder: boolean
  /** ISO 8601. */
  lastSeen: string | null
}

type Live = ReadonlyMap<string, LiveMachine>

/**
 * The newest state of every machine by its machineID. A list that was under way for longer than a live change does not
 * undo it, and what has not changed stays the same object, so that one record redraws one row.
 */
export function mergeLive(known: Live | undefined, machines: readonly LiveMachine[]): Live {
  const merged = new Map(known)
  let changed = known === undefined
  for (const { machineID, online, onOrder, lastSeen } of machines) {
    const before = merged.get(machineID)
    if (before && (before.lastSeen ?? '') > (lastSeen ?? '')) continue
    if (before?.online === online && before.onOrder === onOrder && before.lastSeen === lastSeen) continue
    merged.set(machineID, { machineID, online, onOrder, lastSeen })
    changed = true
  }
  return changed || known === undefined ? merged : known
}

const liveKey = ['machines', 'live']

/** One query for every row of every screen. */
const liveQuery = queryOptions<Live>({
  queryKey: liveKey,
  queryFn: async ({ client, signal }) => {
    const { machines } = await callApiWithEtag(api.listMachines, {}, { signal })
    return mergeLive(client.getQueryData<Live>(liveKey), machines)
  },
  refetchInterval: MACHINE_REFRESH_MS,
  structuralSharing: false,
})

/** The newest state of one machine; undefined while nothing is known of it, such as after it was retired. */
export function useLiveMachine(machineID: string): { machine: LiveMachine | undefined; isPending: boolean } {
  const { data, isPending } = useQuery({ ...liveQuery, select: (live) => live.get(machineID) ?? null })
  return { machine: data ?? undefined, isPending }
}

/** Takes over live changes between two lists, for as long as a screen shows them. */
export function useLiveChanges(onUnknown: () => void): void {
  const client = useQueryClient()
  const take = useCallback(
    (machines: readonly LiveMachine[]) => {
      const known = client.getQueryData<Live>(liveKey)
      // Without a list there is nothing that changes could be added to.
      if (known === undefined) return
      client.setQueryData<Live>(liveKey, mergeLive(known, machines))
      if (machines.some(({ machineID }) => !known.has(machineID))) onUnknown()
    },
    [client, onUnknown],
  )
  useEffect(() => {
    if (isDemoMode()) return
    const closing = new AbortController()
    // Without the stream the list carries on alone.
    readChanges(take, closing.signal).catch(() => undefined)
    return () => closing.abort()
  }, [take])
}

async function readChanges(take: (machines: readonly LiveMachine[]) => void, signal: AbortSignal): Promise<void> {
  for await (const { event, data } of streamApi(api.myMachinesStream, {}, { signal })) {
    if (event === 'machines') take(data.machines)
  }
}
