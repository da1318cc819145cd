import { api } from '@packhouse/contract'
import { callApi } from '../../lib/api-client.ts'

/** How many alerts of the installation are active. */
export async function countAlerts(_filter: Readonly<Record<string, string>>, signal: AbortSignal): Promise<number> {
  return (await callApi(api.healthAlerts, {}, { signal })).items.length
}
