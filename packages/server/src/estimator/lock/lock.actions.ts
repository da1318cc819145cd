import type { HandlersOf } from '../../engine/handlers.ts'
import type { ProjectLocks } from './project-locks.ts'

type LockCalls =
  | 'lockStatus'
  | 'acquireLock'
  | 'heartbeatLock'
  | 'releaseLock'
  | 'forceLock'
  | 'askForLock'
  | 'handOverLock'

export function lockHandlers(locks: ProjectLocks): HandlersOf<LockCalls> {
  return {
    lockStatus: ({ principal, params }) => locks.status(principal, params.id),
    acquireLock: ({ principal, params, body }) => locks.acquire(principal, params.id, body),
    heartbeatLock: ({ principal, params, body }) => locks.heartbeat(principal, params.id, body.token),
    releaseLock: ({ principal, params, body }) => locks.release(principal, params.id, body.token),
    forceLock: ({ principal, params, body }) => locks.force(principal, params.id, body),
    askForLock: ({ principal, params }) => locks.ask(principal, params.id),
    handOverLock: ({ principal, params, body }) => locks.handOver(principal, params.id, body.token),
  }
}
