import {
  api,
  applyListChanges,
  HOME_HISTORY_HOURS,
  MACHINE_REFRESH_MS,
  type MachineColumns,
  type MachineList,
  type MachineListChanges,
  readColumns,
} from '@packhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect } from 'react'
import { callApiWithEtag } from '../../lib/api-client.ts'
import { SignedOutError } from '../../lib/api-error.ts'
import type { Delta } from '../../lib/etag-cache.ts'
import type { MachineStore } from './machine-store.ts'
import { useMachineStream } from './use-machine-stream.ts'

/** Fills the store of the overview: a whole list at first and every 30 seconds, live changes in between. */
export function useMachineList(store: MachineStore): void {
  const { data, isError, dataUpdatedAt, errorUpdatedAt, isLoadingError } = useQuery({
    queryKey: ['machines', 'me', { includeHistory: true, hours: HOME_HISTORY_HOURS }],
    queryFn: ({ signal }) => fetchMachines(signal),
    refetchInterval: MACHINE_REFRESH_MS,
    // The next refresh is the retry: until then the list is empty, as section 8 of the specification states.
    retry: false,
    // The store compares machine by machine; doing it here as well would walk through every entry a second time.
    structuralSharing: false,
  })

  // Before the browser paints, or one frame would show neither skeletons nor cards. The two times belong to it: a list
  // that was emptied by a failure has to be filled again by a response that equals the one before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the times say that there is something new to look at
  useLayoutEffect(() => {
    if (isError) store.clear()
    else if (data) store.setList(data.list.machines, data.requestedAt)
  }, [store, data, isError, dataUpdatedAt, errorUpdatedAt])

  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: the specification, section 8, has the failure logged
    if (isLoadingError) console.error('Failed to load assets')
  }, [isLoadingError])

  useMachineStream(useCallback((changes) => store.applyChanges(changes), [store]))
}

/** What is new of a thousand machines is a hundredth of their list. */
const delta: Delta = {
  name: 'machine-changes',
  apply: (before, changes) => applyListChanges(before as MachineList, changes as MachineListChanges),
  whole: { name: 'machine-columns', read: (sent) => readColumns(sent as MachineColumns) },
}

async function fetchMachines(signal: AbortSignal) {
  const requestedAt = performance.now()
  try {
    const query = { includeHistory: 'true', hours: String(HOME_HISTORY_HOURS) } as const
    return { list: await callApiWithEtag(api.myMachines, { query }, { signal, delta }), requestedAt }
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the specification, section 8, has the failure logged
    if (!signal.aborted && !(error instanceof SignedOutError)) console.error('Failed to fetch machines', error)
    throw error
  }
}
