import { api, type CallResult } from '@packhouse/contract'
import { callApi } from './api-client.ts'
import { ApiError } from './api-error.ts'

export type Subscription = CallResult<typeof api.findSubscription>

/** What a link of a mail unsubscribes from; null where it is not valid (any more). Rejects when the server is away. */
export async function loadSubscription(token: string): Promise<Subscription | null> {
  if (token === '') return null
  try {
    return await callApi(api.findSubscription, { params: { token } })
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return null
    throw error
  }
}
