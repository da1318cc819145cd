import { api } from '@packhouse/contract'
import { callApi } from '../../lib/api-client.ts'

/** Whether the own company was sent any quote. In a file of its own: every screen of a customer asks for it before its first card. */
export async function hasQuotes(signal: AbortSignal): Promise<boolean> {
  return (await callApi(api.myQuotes, {}, { signal })).items.length > 0
}
