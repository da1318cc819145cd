import { api, type ListedRow, type packagingStyles } from '@packhouse/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callApi, callApiWithEtag } from '../../../lib/api-client.ts'
import { declaredAs } from '../../../resource/registry.ts'
import type { Family, Job } from './answers.ts'

export type Style = ListedRow<typeof packagingStyles>

const styles = declaredAs<typeof packagingStyles>('packagingStyle')

/** As many machines as one answer of the server has. */
const MACHINES = 200
const STYLES = 200
const FRESH_MS = 60_000
const FLEET_FRESH_MS = 300_000

/** Which machines do the job. A newer question ends the one before; its answer stays until that of the newer one is there. */
export function jobQuery(job: Job | undefined) {
  return queryOptions({
    queryKey: ['configurator', 'job', job],
    queryFn: ({ signal }) =>
      callApi(api.configureJob, { query: { pageSize: String(MACHINES) }, body: job as Job }, { signal }),
    enabled: job !== undefined,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  })
}

export function stylesQuery(family: Family, search: string) {
  const words = search.trim()
  return queryOptions({
    queryKey: ['configurator', 'styles', family, words],
    queryFn: ({ signal }) => {
      const query = { family, sort: 'name', pageSize: String(STYLES), ...(words === '' ? {} : { search: words }) }
      return callApi(styles.calls.list, { query }, { signal })
    },
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  })
}

export function styleQuery(id: string) {
  return queryOptions({
    queryKey: ['configurator', 'style', id],
    queryFn: ({ signal }) => callApi(styles.calls.get, { params: { id } }, { signal }),
    enabled: id !== '',
    staleTime: FRESH_MS,
  })
}

/** The options and rules of a machine as they are now. */
export function revisionQuery(machineId: string | undefined) {
  return queryOptions({
    queryKey: ['configurator', 'revision', machineId],
    queryFn: ({ signal }) =>
      callApiWithEtag(api.currentRuleRevision, { params: { id: machineId as string } }, { signal }),
    enabled: machineId !== undefined,
  })
}

/** The solver comes with the first machine whose options are shown. */
export const solverQuery = queryOptions({
  queryKey: ['configurator', 'solver'],
  queryFn: () => import('@packhouse/contract/configurator'),
  staleTime: Number.POSITIVE_INFINITY,
  // A module is no data: comparing it with itself would walk through all of it.
  structuralSharing: false,
})

/** What the machines of a model do at customers. */
export function fleetQuery(machineId: string) {
  return queryOptions({
    queryKey: ['configurator', 'fleet', machineId],
    queryFn: ({ signal }) => callApi(api.libraryMachineFleet, { params: { id: machineId } }, { signal }),
    staleTime: FLEET_FRESH_MS,
    // Without it the bar lacks its dark part, and nothing else.
    retry: false,
  })
}
