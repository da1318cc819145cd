import { api } from '@packhouse/contract'
import { callApi } from '../../lib/api-client.ts'

/** How many jobs fit, as their list says. */
export async function countJobs(filter: Readonly<Record<string, string>>, signal: AbortSignal): Promise<number> {
  return (await callApi(api.listJobs, { query: { ...filter, pageSize: '1' } }, { signal })).total
}
