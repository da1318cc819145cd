import { api, type CallResult } from '@packhouse/contract'
import { callApi } from './api-client.ts'
import { ApiError } from './api-error.ts'

export type Invitation = CallResult<typeof api.verifyInvitation>

/** Whom an invitation is for; null where it is not valid (any more). Rejects when the server is away. */
export async function loadInvitation(token: string): Promise<Invitation | null> {
  if (token === '') return null
  try {
    return await callApi(api.verifyInvitation, { params: { token } })
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return null
    throw error
  }
}
