import { api, type FilterOptions } from '@packhouse/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callApi } from '../../../lib/api-client.ts'
import { type ListParameters, type ListState, toListQuery } from '../../../resource/list-state.ts'
import { declared, type ResourceRow } from '../../../resource/registry.ts'
import { usePermission } from '../../../resource/use-permission.ts'
import { useResourceList } from '../../../resource/use-resource.ts'
import { listedMachines } from './machine-list-view.tsx'

const unfiltered: ListParameters = {}

export interface FilterCounts {
  /** What there is under the filters of the list; undefined while it is on its way. */
  now: FilterOptions | undefined
  /** What there is without any filter: what can be chosen at all. */
  all: FilterOptions | undefined
}

/** What the list can be filtered by, with counts. */
export function useFilterOptions(state: ListState): FilterCounts {
  const { page: _page, pageSize: _size, sort: _sort, ...wanted } = toListQuery(listedMachines, state)
  return { now: useOptions(wanted), all: useOptions(unfiltered) }
}

function useOptions(query: ListParameters): FilterOptions | undefined {
  return useQuery({
    queryKey: ['resource', 'libraryMachine', 'filter-options', query],
    queryFn: ({ signal }) => callApi(api.libraryFilterOptions, { query }, { signal }),
    placeholderData: keepPreviousData,
  }).data
}

const none: readonly ResourceRow[] = []

/** The fields that lists are filtered by of the chosen types, in the order of the types; none where none is chosen. */
export function useFieldsOfTypes(typeIds: readonly string[]): readonly ResourceRow[] {
  const fields = declared('fieldSpec')
  const { allowed } = usePermission(fields.calls.list)
  const query = { typeId: typeIds.join(','), filterable: 'true', sort: 'sort,label', pageSize: '200' }
  const { data } = useResourceList(fields, query, { enabled: allowed && typeIds.length > 0 })
  return typeIds.length > 0 ? (data?.items ?? none) : none
}
