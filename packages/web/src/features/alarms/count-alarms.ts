import { api } from '@packhouse/contract'
import { callApi } from '../../lib/api-client.ts'

/** How many alarms are active and fit, as their list says. */
export async function countActiveAlarms(
  filter: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<number> {
  const query = { ...filter, state: 'active', pageSize: '1' } as const
  return (await callApi(api.listAlarms, { query }, { signal })).total
}
