import { api } from '@packhouse/contract'
import { callApi } from '../../lib/api-client.ts'
import type { WaitingFound } from '../../resource/feature.ts'

/** One while this is a restored copy that waits for its release; it has no other name. */
export async function findPaused(
  _filter: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<WaitingFound> {
  const { copy } = await callApi(api.listBackups, {}, { signal })
  return { total: copy === null ? 0 : 1, first: [] }
}
