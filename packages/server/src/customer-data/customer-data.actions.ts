import { type CustomerDataTable, customers } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { answered, type HandlersOf } from '../engine/handlers.ts'
import type { Principal } from '../engine/principal.ts'
import { assertThat } from '../engine/problem-error.ts'
import { writeAudit } from '../engine/resource/audit.ts'
import { contentDisposition } from '../engine/resource/files/content-disposition.ts'
import type { ResourceStore } from '../engine/resource/resource-store.ts'
import type { Database } from '../platform/database.ts'
import type { FileFolder } from '../platform/file-folder.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { customerDataJob } from './customer-data-job.ts'
import { countAll } from './customer-rows.ts'
import { type Because, customerTables } from './customer-tables.ts'
import { findFile, insertTask, listTasks, type StoredTask } from './data-tasks.ts'

type Job = ReturnType<typeof customerDataJob>

export interface CustomerDataHandlerParts {
  database: Database
  files: FileFolder
  jobs: Jobs
  job: Job
  customers: ResourceStore
}

type Calls = 'customerData' | 'exportCustomerData' | 'customerDataFile' | 'removeCustomerData'

/** What staff do with all data of one customer. To people of customers the calls do not exist. */
export function customerDataHandlers(parts: CustomerDataHandlerParts): HandlersOf<Calls> {
  const { database, files, customers: store } = parts
  const find = (principal: Principal, id: string) => {
    assertThat(principal.customerId === null, 'not_found', t('customerData.noSuchCustomer'))
    return store.read(principal, (db) => store.rows.find(db, id, {}, 'with'))
  }
  return {
    async customerData({ principal, params: { id }, reply }) {
      await find(principal, id)
      reply.header('cache-control', 'no-store')
      const counted = await countAll(database.pool, customerTables, id)
      const tables = counted.map(({ table, rows }): CustomerDataTable => {
        const { removal } = table
        return {
          table: table.table,
          group: table.group,
          rows,
          exported: table.exported !== false || table.table === 'record' || table.table === 'record_block',
          removal: removal.way === 'cascade' ? 'delete' : removal.way === 'delete-or-reduce' ? 'reduce' : removal.way,
          because: 'because' in removal ? reasonOf(removal.because) : null,
        }
      })
      return { tables, tasks: await listTasks(database.system, id) }
    },

    async exportCustomerData({ principal, params: { id }, body }) {
      await find(principal, id)
      return await start(parts, principal, { customerId: id, kind: 'export', format: body.format })
    },

    async removeCustomerData({ principal, params: { id }, body }) {
      const row = await find(principal, id)
      const isNamed = body.name.trim() === String(row.name).trim()
      assertThat(isNamed, 'invalid_request', t('customerData.nameDiffers'))
      return await start(parts, principal, { customerId: id, kind: 'removal', format: null })
    },

    async customerDataFile({ principal, params: { id, taskId }, reply }): Promise<typeof answered> {
      await find(principal, id)
      const found = await findFile(database.system, id, taskId)
      assertThat(found, 'not_found', t('customerData.noSuchFile'))
      reply
        .header('cache-control', 'no-store')
        .header('content-type', 'application/zip')
        .header('content-length', found.size)
        .header('content-disposition', contentDisposition('attachment', `${found.code}-data.zip`))
        .send(await files.read(taskId))
      return answered
    },
  }
}

/** Queues a task and writes it to the audit, both or neither. */
async function start(
  { database, jobs, job }: CustomerDataHandlerParts,
  principal: Principal,
  task: Pick<StoredTask, 'customerId' | 'kind' | 'format'>,
) {
  const taskId = await database.system.transaction().execute(async (db) => {
    const id = await insertTask(db, { ...task, userId: principal.userId })
    assertThat(id, 'stale', t('customerData.isRunning'))
    await jobs.enqueue(db, job, { taskId: id }, task.customerId)
    const after = { id: task.customerId, rowVersion: 1 }
    await writeAudit(db, principal, customers, task.kind === 'export' ? 'export-data' : 'remove-data', [
      { before: undefined, after },
    ])
    return id
  })
  jobs.wake()
  return { id: taskId }
}

function reasonOf(because: Because): string {
  const reasons: Record<Because, string> = {
    quotes: t('customerData.becauseQuotes'),
    product: t('customerData.becauseProduct'),
    public: t('customerData.becausePublic'),
    audit: t('customerData.becauseAudit'),
    referredTo: t('customerData.becauseReferredTo'),
    expires: t('customerData.becauseExpires'),
    counts: t('customerData.becauseCounts'),
  }
  return reasons[because]
}
