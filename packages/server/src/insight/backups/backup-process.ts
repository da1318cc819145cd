import { fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import type { Step } from '../../platform/backup/progress.ts'
import type { WorkerNotice, WorkOrder } from '../../platform/backup/worker-notice.ts'
import { sentence } from '../../platform/sentence.ts'

const WORKER = join(import.meta.dirname, '../../platform/backup/backup-worker.ts')
/** It gives way to the server. */
const LOW_PRIORITY = 10

export type WorkOutcome = { done: string; notice: string | null } | { failed: string; stack: string | null }

/**
 * Runs a backup or a drill in a process of its own.
 * @param signal ends it: what was begun is no backup, and no database is left over for good
 */
export async function runInProcess(
  order: WorkOrder,
  onProgress: (step: Step, share: number) => void,
  signal: AbortSignal,
): Promise<WorkOutcome> {
  signal.throwIfAborted()
  const { NODE_OPTIONS: _, ...env } = process.env
  const child = fork(WORKER, [], { execArgv: [], env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  let outcome: WorkOutcome | undefined
  let words = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    words = (words + chunk.toString()).slice(-2_000)
  })
  const stop = () => child.kill('SIGKILL')
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject)
      child.on('message', (notice: WorkerNotice) => {
        if ('step' in notice) onProgress(notice.step, notice.share)
        else outcome = notice
      })
      child.once('exit', (code, killed) => {
        if (outcome !== undefined) resolve(outcome)
        else reject(new Error(sentence`Its process ended (${killed ?? code ?? ''}). ${words.trim()}`))
      })
      if (child.pid !== undefined) giveWay(child.pid)
      child.send(order)
    })
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

function giveWay(pid: number): void {
  try {
    setPriority(pid, LOW_PRIORITY)
  } catch {
    // Then it takes as much as the others.
  }
}
