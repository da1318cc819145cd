import {
  api,
  HOME_HISTORY_HOURS,
  MACHINE_REFRESH_MS,
  type MachineDetails,
  type MachineDifference,
  type MachineDifferences,
} from '@packhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { callApiWithEtag } from '../../../lib/api-client.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { joinChanges, mergeChange } from '../merge-machine.ts'
import { useMachineStream } from '../use-machine-stream.ts'

/** With the newest minutes of its cycles: the live changes go on from them. */
const query = { includeHistory: 'true', hours: String(HOME_HISTORY_HOURS) } as const

/**
 * One machine with its newest values: the answer of the server, renewed every 30 seconds, with the live changes that
 * came after it. They are stored beside the query: writing them into it would postpone its refresh forever.
 */
export function useMachineDetails(id: string) {
  const [live, setLive] = useState<{ change: MachineDifference; at: number }>()
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery({
    queryKey: ['machines', 'one', id],
    queryFn: ({ signal }) => callApiWithEtag(api.getMachine, { params: { id }, query }, { signal }),
    refetchInterval: MACHINE_REFRESH_MS,
  })

  const takeChanges = useCallback(
    ({ machines }: MachineDifferences) => {
      const change = machines.find(({ machineID }) => machineID === id)
      if (!change) return
      const at = Date.now()
      // What the stream has shown before it does not send again.
      setLive((before) => ({
        change: before?.change.machineID === id ? joinChanges(before.change, change) : change,
        at,
      }))
    },
    [id],
  )
  useMachineStream(takeChanges)

  const machine = useMemo(() => {
    const newer = live && live.change.machineID === id && live.at >= dataUpdatedAt
    return data && newer ? withChange(data, live.change) : data
  }, [data, live, dataUpdatedAt, id])
  return { machine, error, retry: refetch, isFetching }
}

function withChange(machine: MachineDetails, change: MachineDifference): MachineDetails {
  const { totalCycles = machine.totalCycles } = change
  return { ...machine, ...mergeChange(machine, change), totalCycles }
}

/** Whether the server does not know the machine, or does not let this reader know it: both answer the same. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not_found'
}

/** Whether its customer does not share it with the reader. */
export function isNotShared(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'machine_not_shared'
}
