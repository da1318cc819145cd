import { api } from '@packhouse/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callApi } from '../../../lib/api-client.ts'

export const sparePartsKey = (id: string) => ['machines', 'spare-parts', id] as const

/** The spare parts of a machine that a search finds. What was found stays while the next answer is on its way. */
export function useSpareParts(id: string, search: string) {
  return useQuery({
    queryKey: [...sparePartsKey(id), search],
    queryFn: ({ signal }) =>
      callApi(api.spareParts, { params: { id }, query: search === '' ? {} : { search } }, { signal }),
    placeholderData: keepPreviousData,
  })
}
