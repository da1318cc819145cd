import { api } from '@packhouse/contract'
import { callApi } from '../../lib/api-client.ts'
import { isDemoMode } from '../../lib/demo-mode.ts'

/** Whether there is a line to look at. Every page asks, so it is a file of its own. */
export async function hasLines(signal: AbortSignal): Promise<boolean> {
  return !isDemoMode() && (await callApi(api.myLines, {}, { signal })).lines.length > 0
}
