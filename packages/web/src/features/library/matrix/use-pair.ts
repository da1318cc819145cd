import { api, type CompatibilityPair } from '@packhouse/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callApi } from '../../../lib/api-client.ts'
import { usePermission } from '../../../resource/use-permission.ts'

export const pairKey = ['compatibility-pair']

/** All that is said of a pair. */
export function usePair(machineId: string, styleId: string) {
  return useQuery({
    queryKey: [...pairKey, machineId, styleId],
    queryFn: async ({ signal }): Promise<CompatibilityPair> =>
      await callApi(api.compatiblePair, { params: { id: machineId, styleId } }, { signal }),
    enabled: machineId !== '',
  })
}

/** What the installed machines of a model do in the field. */
export function useFleet(machineId: string) {
  const { allowed } = usePermission(api.libraryMachineFleet)
  return useQuery({
    queryKey: ['library-machine-fleet', machineId],
    queryFn: ({ signal }) => callApi(api.libraryMachineFleet, { params: { id: machineId } }, { signal }),
    enabled: allowed && machineId !== '',
    staleTime: 60_000,
  })
}

/** Who changed the answer of a pair, newest first: the first page. */
export function usePairHistory(machineId: string, styleId: string) {
  return useQuery({
    queryKey: [...pairKey, machineId, styleId, 'history'],
    queryFn: ({ signal }) => callApi(api.cellHistory, { params: { id: machineId, styleId }, query: {} }, { signal }),
    placeholderData: keepPreviousData,
  })
}
