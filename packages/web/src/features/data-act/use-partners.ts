import { api } from '@packhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../lib/api-client.ts'

const REFRESH_MS = 60_000

/** @param customerId whose partners; undefined for those of the reader's own customer */
export function partnersKey(customerId?: string): string[] {
  return ['partners', customerId ?? 'own']
}

export function usePartners(customerId?: string) {
  return useQuery({
    queryKey: partnersKey(customerId),
    queryFn: ({ signal }) => callApi(api.partnerAccesses, { query: { customerId } }, { signal }),
    refetchInterval: REFRESH_MS,
  })
}

/** Which machines a partner has read. @param id of the access */
export function usePartnerReads(id: string) {
  return useQuery({
    queryKey: ['partners', 'reads', id],
    queryFn: ({ signal }) => callApi(api.partnerReads, { params: { id } }, { signal }),
    refetchInterval: REFRESH_MS,
  })
}

/** The machines that the reader may give. */
export function useGivableMachines() {
  return useQuery({
    queryKey: ['partners', 'machines'],
    queryFn: ({ signal }) => callApi(api.listMachines, {}, { signal }),
    select: ({ machines }) => machines.map(({ machineID, description }) => ({ machineID, description })),
  })
}
