import { api, type Fleet, type FleetLanes, type LaneHours, MACHINE_REFRESH_MS } from '@packhouse/contract'
import { keepPreviousData, type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import { callApi } from '../../lib/api-client.ts'
import type { LaneWindow } from './lane-ticks.ts'

const LANE_REFRESH_MS = 60_000

export type FleetMachine = Fleet['machines'][number]
export type FleetSite = Fleet['sites'][number]
export type Lane = FleetLanes['lanes'][number]

/** Every machine, again every 30 seconds. What was there stays where a refresh fails. */
export function useFleet() {
  return useQuery({
    queryKey: ['fleet'],
    queryFn: ({ signal }) => callApi(api.fleet, {}, { signal }),
    refetchInterval: MACHINE_REFRESH_MS,
  })
}

/** What the lanes in view show, by machine. */
export interface Lanes {
  byMachine: ReadonlyMap<string, Lane>
  /** Undefined until the first lanes are there. */
  window: LaneWindow | undefined
  isFailed: boolean
  retry: () => void
}

/** Lanes of whole blocks of rows, so that scrolling past one row asks for nothing. */
export function useLanes(blocks: readonly (readonly string[])[], hours: LaneHours): Lanes {
  return useQueries({
    queries: blocks.map((machine_ids) => ({
      queryKey: ['fleet', 'lanes', hours, machine_ids],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        callApi(api.fleetLanes, { body: { machine_ids: [...machine_ids], hours } }, { signal }),
      refetchInterval: LANE_REFRESH_MS,
      staleTime: LANE_REFRESH_MS,
      placeholderData: keepPreviousData,
    })),
    combine: joined,
  })
}

/** A function of the module, so that it runs only when an answer has changed. */
function joined(answers: UseQueryResult<FleetLanes>[]): Lanes {
  const found = answers.flatMap(({ data }) => data ?? [])
  const newest = found.at(-1)
  return {
    byMachine: new Map(found.flatMap(({ lanes }) => lanes.map((lane) => [lane.machineID, lane] as const))),
    window: newest && { from: Date.parse(newest.from), to: Date.parse(newest.to) },
    isFailed: answers.some(({ isLoadingError }) => isLoadingError),
    retry: () => {
      for (const { isError, refetch } of answers) if (isError) void refetch()
    },
  }
}
