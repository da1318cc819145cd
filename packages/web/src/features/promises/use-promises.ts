import { api } from '@packhouse/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callApi } from '../../lib/api-client.ts'
import { askOrKept } from '../../lib/offline/kept-answers.ts'

/** Figures are of whole days. */
const FRESH_MS = 600_000

/** The first part of the keys of what is said of a machine's promises. */
export const promisesKey = (id: string) => ['machines', 'promises', id] as const
export const acceptanceTestsKey = (id: string) => ['machines', 'acceptance-tests', id] as const
export const orderTestsKey = (id: string) => ['ordered-machines', 'acceptance-tests', id] as const

/** Whole weeks that the page of a machine looks back where nobody has chosen others. */
export const DEFAULT_WEEKS = '13'

/** What these answers are kept under on a device. */
export const promisesName = (id: string, weeks: string) => `promises/${id}/${weeks}`
export const acceptanceTestsName = (id: string) => `acceptance-tests/${id}`
export const orderTestsName = (id: string) => `order-tests/${id}`

/** What was promised of a machine and what it does. @param weeks how many whole weeks it looks back, the present one included */
export function usePromises(id: string, weeks: string) {
  return useQuery({
    queryKey: [...promisesKey(id), weeks],
    queryFn: ({ signal }) =>
      askOrKept(promisesName(id, weeks), () =>
        callApi(api.machinePromises, { params: { id }, query: { weeks } }, { signal }),
      ),
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
    networkMode: 'always',
  })
}

/** The acceptance tests that were recorded of a machine, the newest first. */
export function useAcceptanceTests(id: string) {
  return useQuery({
    queryKey: acceptanceTestsKey(id),
    queryFn: ({ signal }) =>
      askOrKept(acceptanceTestsName(id), () => callApi(api.machineAcceptanceTests, { params: { id } }, { signal })),
    networkMode: 'always',
  })
}

/** The acceptance tests of an ordered machine, and what its quote promises. @param id of the ordered machine */
export function useOrderTests(id: string) {
  return useQuery({
    queryKey: orderTestsKey(id),
    queryFn: ({ signal }) =>
      askOrKept(orderTestsName(id), () => callApi(api.orderedMachineTests, { params: { id } }, { signal })),
    networkMode: 'always',
  })
}

export function useMissedPromises() {
  return useQuery({
    queryKey: ['promises', 'missed'],
    queryFn: ({ signal }) => callApi(api.missedPromises, {}, { signal }),
  })
}
