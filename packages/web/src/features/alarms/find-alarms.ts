import { api } from '@packhouse/contract'
import { callApi } from '../../lib/api-client.ts'
import type { WaitingFound } from '../../resource/feature.ts'

/** The alarms that are active and fit, as their list says. */
export async function findActiveAlarms(
  filter: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<WaitingFound> {
  const query = { ...filter, state: 'active', pageSize: '3' } as const
  const { total, items } = await callApi(api.listAlarms, { query }, { signal })
  return { total, first: items.map(({ id, machineID, code }) => ({ id, name: `${machineID}: ${code}` })) }
}
