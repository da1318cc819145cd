import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { workerData } from 'node:worker_threads'
import { clock } from '../../platform/clock.ts'

export interface OrphanWatchData {
  /** Folder inside the one that goes with the process. */
  workspace: string
  /** Process id. */
  parent: number
}

/** Looks whether the parent of this process is still there, and ends the process where it was killed. */
const LOOK_MS = 500
const { workspace, parent } = workerData as OrphanWatchData

clock.every(LOOK_MS, () => {
  if (process.ppid === parent) return
  rmSync(dirname(workspace), { recursive: true, force: true })
  process.kill(process.pid, 'SIGKILL')
})
