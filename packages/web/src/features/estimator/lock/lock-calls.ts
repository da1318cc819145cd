import { api, type HeldLock, type LockStatus } from '@packhouse/contract'
import { callApi, tokens } from '../../../lib/api-client.ts'
import { toRequest } from '../../../lib/api-request.ts'
import { toInit } from '../../../lib/request-init.ts'
import { windowSession } from './window-session.ts'

/** A heartbeat that is not answered by then has failed. */
const PATIENCE_MS = 15_000

/** What a window asks the server of the lock of one project. Each rejects with an ApiError where the server refuses. */
export interface LockCalls {
  session: () => Promise<string>
  status: () => Promise<LockStatus>
  acquire: (session: string, continueHere: boolean) => Promise<HeldLock>
  heartbeat: (token: string) => Promise<HeldLock>
  release: (token: string) => Promise<LockStatus>
  /** While the page goes away: nobody waits for the answer. */
  releaseOnLeave: (token: string) => void
  force: (session: string, reason: string) => Promise<HeldLock>
  ask: () => Promise<LockStatus>
  handOver: (token: string) => Promise<LockStatus>
}

export function lockCallsOf(projectId: string): LockCalls {
  const params = { id: projectId }
  const signal = () => ({ signal: AbortSignal.timeout(PATIENCE_MS) })
  return {
    session: windowSession,
    status: () => callApi(api.lockStatus, { params }, signal()),
    acquire: (session, continueHere) => callApi(api.acquireLock, { params, body: { session, continueHere } }, signal()),
    heartbeat: (token) => callApi(api.heartbeatLock, { params, body: { token } }, signal()),
    release: (token) => callApi(api.releaseLock, { params, body: { token } }, signal()),
    releaseOnLeave(token) {
      if (tokens.access() === null) return
      const request = toRequest(api.releaseLock, { params, body: { token } })
      fetch(request.url, { ...toInit(request, tokens.access(), {}), keepalive: true }).catch(() => undefined)
    },
    force: (session, reason) => callApi(api.forceLock, { params, body: { session, reason } }, signal()),
    ask: () => callApi(api.askForLock, { params }, signal()),
    handOver: (token) => callApi(api.handOverLock, { params, body: { token } }, signal()),
  }
}
