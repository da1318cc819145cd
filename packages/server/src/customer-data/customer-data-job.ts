import { Readable } from 'node:stream'
import { z } from 'zod'
import type { Database } from '../platform/database.ts'
import type { FileFolder } from '../platform/file-folder.ts'
import { FinalFailure, type JobKind, type Outcome } from '../platform/jobs/job-kind.ts'
import { customerTables } from './customer-tables.ts'
import { addProgress, beginTask, endExport, endRemoval, failTask, findTask, type StoredTask } from './data-tasks.ts'
import { exportEntries, type MachineRecords } from './export-data.ts'
import { removalSettings, removeData } from './remove-data.ts'
import { ZipTooLarge, zipOf } from './zip.ts'

export interface CustomerDataParts {
  database: Database
  files: FileFolder
  recordsOf: (customerId: string, machineKey: number, format: 'csv' | 'parquet') => Promise<MachineRecords>
}

const payload = z.object({ taskId: z.uuid() })

/** Exports and removals wait in the database and go on after a crash; one of a customer runs at a time. */
export function customerDataJob(parts: CustomerDataParts): JobKind<z.infer<typeof payload>> {
  const { system } = parts.database
  return {
    kind: 'customer-data',
    payload,
    async run({ taskId }, { signal }) {
      const task = await findTask(system, taskId)
      if (task === undefined || task.state === 'done') return
      await beginTask(system, taskId)
      await (task.kind === 'export' ? runExport(parts, task, signal) : runRemoval(parts, task, signal))
    },
    record: (db, { taskId }, outcome) => recordOutcome(db, taskId, outcome),
    attempts: 20,
    backoff: { first: 5, factor: 2, longest: 10 * 60 },
    leaseSeconds: 60 * 60,
    atOnce: 1,
  }
}

async function recordOutcome(db: Parameters<typeof failTask>[0], id: string, outcome: Outcome): Promise<void> {
  if (outcome.state === 'waiting') await failTask(db, id, 'waiting', outcome.reason ?? '')
  else if (outcome.state === 'dead') await failTask(db, id, 'failed', outcome.reason)
}

async function runExport({ database, files, recordsOf }: CustomerDataParts, task: StoredTask, signal: AbortSignal) {
  const entries = exportEntries({
    pool: database.pool,
    files,
    tables: customerTables,
    customerId: task.customerId,
    format: task.format ?? 'csv',
    signal,
    recordsOf: (machineKey, format) => recordsOf(task.customerId, machineKey, format),
    onWritten: (table, rows) => addProgress(database.system, task.id, table, rows),
  })
  try {
    const incoming = await files.receive(Readable.from(zipOf(entries)))
    await files.keep(incoming, task.id)
    await endExport(database.system, task.id, incoming)
  } catch (error) {
    if (error instanceof ZipTooLarge) throw new FinalFailure(error.message)
    throw error
  }
}

async function runRemoval({ database }: CustomerDataParts, task: StoredTask, signal: AbortSignal) {
  await database.directly(async (client) => {
    try {
      await client.query(removalSettings)
      await removeData({
        db: client,
        customerId: task.customerId,
        tables: customerTables,
        signal,
        onRemoved: (table, rows) => addProgress(database.system, task.id, table, rows),
      })
      await endRemoval(database.system, task.id, task.customerId)
    } finally {
      await client.query('RESET lock_timeout').catch(() => undefined)
    }
  })
}
