import { api } from '@packhouse/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useSearchChange } from '../../../lib/address-search.ts'
import { callApi } from '../../../lib/api-client.ts'
import type { ListState } from '../../../resource/list-state.ts'

const REFRESH_MS = 30_000
/** What 'ends soon' means, days. */
export const SOON_DAYS = 14

/** The board for the filters of the list, and whether it shows only what ceases to be valid soon. */
export function useBoard({ search, filters }: ListState) {
  const address: Record<string, unknown> = useSearch({ strict: false })
  const changeSearch = useSearchChange()
  const endsSoon = address.ends === 'soon'
  const [ownerId, customerId] = [filters.ownerId?.[0], filters.customerId?.[0]]
  const asked = {
    ...(search === '' ? {} : { search }),
    ...(ownerId === undefined ? {} : { ownerId }),
    ...(customerId === undefined ? {} : { customerId }),
    ...(endsSoon ? { endsWithin: String(SOON_DAYS) } : {}),
  }
  const query = useQuery({
    // Among what is read of projects, so that a change of one renews it.
    queryKey: ['resource', 'project', 'board', asked],
    queryFn: ({ signal }) => callApi(api.projectBoard, { query: asked }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
  const setEndsSoon = (on: boolean) =>
    changeSearch((previous) => ({ ...previous, ends: on ? 'soon' : undefined }), { replace: true, resetScroll: false })
  return { query, endsSoon, setEndsSoon }
}
