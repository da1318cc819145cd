import { api, type CallInput, type ServiceSignatures } from '@packhouse/contract'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { callApi } from '../../../lib/api-client.ts'
import { showAnswer } from '../../../lib/query-client.ts'

const keyOf = (id: string) => ['service', 'signatures', id] as const

/** What is signed of a service record, and who has. */
export function useSignatures(id: string) {
  return useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => callApi(api.serviceSignatures, { params: { id } }, { signal }),
  })
}

/** @throws ApiError `stale` where the record has changed since it was shown */
export async function sign(
  client: QueryClient,
  id: string,
  body: CallInput<typeof api.signServiceRecord>['body'],
): Promise<ServiceSignatures> {
  const signed = await callApi(api.signServiceRecord, { params: { id }, body })
  showAnswer(client, keyOf(id), signed)
  await client.invalidateQueries({ queryKey: ['resource', 'serviceRecord', 'history', id] })
  return signed
}

/** Shows the record as it is now. */
export async function renewSignatures(client: QueryClient, id: string): Promise<void> {
  await client.invalidateQueries({ queryKey: keyOf(id) })
}
