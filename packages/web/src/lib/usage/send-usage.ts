import { api } from '@packhouse/contract'
import { tokens } from '../api-client.ts'
import { toRequest } from '../api-request.ts'
import { isDemoMode } from '../demo-mode.ts'
import { toInit } from '../request-init.ts'
import { currentView } from '../view-as.ts'
import type { SendOutcome, UsageBatch } from './usage-recorder.ts'

/**
 * Sends a batch with the token that there is. It never refreshes one and never ends a session: counting must not change how the
 * product behaves. `keepalive` lets the page be left meanwhile.
 */
export async function sendUsage(body: UsageBatch): Promise<SendOutcome> {
  const token = tokens.access()
  // Nobody is counted where somebody else looks.
  if (token === null || isDemoMode() || currentView() !== null) return 'done'
  const request = toRequest(api.recordUsage, { body })
  try {
    const response = await fetch(request.url, { ...toInit(request, token, {}), keepalive: true })
    // The token is over: by the next time others have a new one.
    if (response.status === 401 || response.status >= 500) return 'again'
    if (!response.ok) return 'done'
    const { recording } = await response.json()
    return recording ? 'done' : 'off'
  } catch {
    return 'again'
  }
}
