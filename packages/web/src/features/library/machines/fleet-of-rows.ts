import { api, type FleetSummary } from '@packhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { callApi } from '../../../lib/api-client.ts'

/** What is known of the field for the rows of a page. */
export interface FleetOfRows {
  status: 'loading' | 'failed' | 'ready'
  of: ReadonlyMap<string, FleetSummary>
}

const REFRESH_MS = 60_000
const nothing: ReadonlyMap<string, FleetSummary> = new Map()

const Fleet = createContext<FleetOfRows>({ status: 'loading', of: nothing })

/** Gives the rows below it what is known of the field. */
export const FleetProvider = Fleet.Provider

/** Asks for all rows of a page at once. */
export function useFleetOfRows(ids: readonly string[]): FleetOfRows {
  const query = useQuery({
    queryKey: ['resource', 'libraryMachine', 'fleet', ids],
    queryFn: async ({ signal }) => {
      const { machines } = await callApi(api.fleetOfMachines, { query: { id: ids.join(',') } }, { signal })
      return new Map(machines.map((summary) => [summary.machineId, summary]))
    },
    enabled: ids.length > 0,
    refetchInterval: REFRESH_MS,
  })
  return { status: query.isPending ? 'loading' : query.isError ? 'failed' : 'ready', of: query.data ?? nothing }
}

export function useFleetOf(id: string): { status: FleetOfRows['status']; summary: FleetSummary | undefined } {
  const { status, of } = use(Fleet)
  return { status, summary: of.get(id) }
}
