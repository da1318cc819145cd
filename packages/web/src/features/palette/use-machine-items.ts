import { api, MACHINE_REFRESH_MS } from '@packhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callApiWithEtag } from '../../lib/api-client.ts'
import type { PaletteItem } from './palette-item.ts'
import type { SearchState } from './use-record-search.ts'

/** Every machine of the reader; they are few enough to be looked through here, letter by letter. */
export function useMachineItems(): Omit<SearchState, 'totals'> {
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: ['palette', 'machines'],
    queryFn: ({ signal }) => callApiWithEtag(api.myMachines, {}, { signal }),
    staleTime: MACHINE_REFRESH_MS,
    retry: false,
    structuralSharing: false,
  })
  const items = useMemo(
    () =>
      (data?.machines ?? []).map(
        ({ machineID, description, location, online, onOrder }): PaletteItem => ({
          key: `machine:${machineID}`,
          kind: 'machine',
          label: machineID,
          sublabel: [description, location].filter(Boolean).join(' · '),
          href: `/machines/${encodeURIComponent(machineID)}`,
          online,
          onOrder,
        }),
      ),
    [data],
  )
  return { items, pending: isPending, failed: isError, retry: () => void refetch() }
}
