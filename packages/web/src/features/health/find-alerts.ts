import { api } from '@packhouse/contract'
import { callApi } from '../../lib/api-client.ts'
import type { WaitingFound } from '../../resource/feature.ts'

/** The alerts of the installation that are active. */
export async function findAlerts(
  _filter: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<WaitingFound> {
  const { items } = await callApi(api.healthAlerts, {}, { signal })
  return { total: items.length, first: items.slice(0, 3).map(({ id, words }) => ({ id, name: words })) }
}
