import { api } from '@packhouse/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callApi } from '../../lib/api-client.ts'

/** What is compared: a model, the model of a machine, or without both the one with most machines. */
export interface Compared {
  model: string | undefined
  machineID: string | undefined
  days: string
}

/** Own machines of a model beside each other and beside those of others. */
export function useBenchmark({ model, machineID, days }: Compared) {
  const chosen = model === undefined ? { machineID } : { model }
  return useQuery({
    queryKey: ['benchmark', chosen, days],
    queryFn: ({ signal }) => callApi(api.benchmark, { query: { ...chosen, days } }, { signal }),
    placeholderData: keepPreviousData,
  })
}
