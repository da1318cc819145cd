import { api } from '@packhouse/contract'
import { callApi } from '../../lib/api-client.ts'

/** 1 while this is a restored copy that waits for its release. */
export async function countPaused(_filter: Readonly<Record<string, string>>, signal: AbortSignal): Promise<number> {
  return (await callApi(api.listBackups, {}, { signal })).copy === null ? 0 : 1
}
