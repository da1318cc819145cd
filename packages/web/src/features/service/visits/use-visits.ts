import { api } from '@packhouse/contract'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { callApi } from '../../../lib/api-client.ts'
import { askOrKept } from '../../../lib/offline/kept-answers.ts'
import { requestsKey, serviceKey } from '../use-machine-service.ts'

/** Who waits for an engineer looks at the page now and then. */
const VISITS_REFRESH_MS = 60_000

const machineVisitsKey = (id: string) => ['machines', 'service-visits', id] as const
export const visitFormKey = (id: string) => ['service', 'visit-form', id] as const

/** What the answer is kept under on a device. */
export const visitFormName = (id: string) => `visit-form/${id}`

/** When somebody comes to a machine. @param id machine ID */
export function useMachineVisits(id: string) {
  return useQuery({
    queryKey: machineVisitsKey(id),
    queryFn: ({ signal }) => callApi(api.machineVisits, { params: { id } }, { signal }),
    refetchInterval: VISITS_REFRESH_MS,
  })
}

/** What the form of a visit asks for. */
export function useVisitForm(id: string) {
  return useQuery({
    queryKey: visitFormKey(id),
    queryFn: ({ signal }) => askOrKept(visitFormName(id), () => callApi(api.visitForm, { params: { id } }, { signal })),
    networkMode: 'always',
  })
}

/** Reads again what a completed visit changes at its machines. */
export async function renewMachines(client: QueryClient, machineIDs: readonly string[]): Promise<void> {
  const keys = machineIDs.flatMap((id) => [machineVisitsKey(id), requestsKey(id), serviceKey(id)])
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
}
