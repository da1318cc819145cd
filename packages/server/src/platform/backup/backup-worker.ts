import { clock } from '../clock.ts'
import { ConfigError } from '../config.ts'
import { ObjectStoreError } from '../object-store/object-store.ts'
import { backUp, drill } from './backup-work.ts'
import { BACKUP_WEIGHTS, RESTORE_WEIGHTS, ShareProgress } from './progress.ts'
import type { WorkerNotice, WorkOrder } from './worker-notice.ts'

/** A process of its own for one backup or drill, so that the server goes on as fast as before. It ends with its server. */
const TELL_MS = 1_000

process.once('message', (order: WorkOrder) => void work(order))
process.once('disconnect', () => process.exit(1))

async function work(order: WorkOrder): Promise<void> {
  let told = 0
  const progress = new ShareProgress(order.kind === 'backup' ? BACKUP_WEIGHTS : RESTORE_WEIGHTS, (step, share) => {
    if (clock.monotonic() - told < TELL_MS) return
    told = clock.monotonic()
    tell({ step, share })
  })
  try {
    if (order.kind === 'backup') {
      const { manifest, notRemoved } = await backUp(order.places, order.choices, { progress })
      tell({ done: manifest.id, notice: notRemoved ?? null })
    } else tell({ done: (await drill(order.places, { progress })).id, notice: null })
  } catch (error) {
    const isForPeople = error instanceof ConfigError || error instanceof ObjectStoreError
    const { message, stack = message } = error as Error
    tell({ failed: message, stack: isForPeople ? null : stack })
  }
  process.disconnect()
}

function tell(notice: WorkerNotice): void {
  if (process.connected) process.send?.(notice)
}
