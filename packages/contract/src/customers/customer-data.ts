import { z } from 'zod'
import { defineCall } from '../engine/call.ts'

const area = 'Customers'
const PATH = '/v1/customers/{id}/data'
/** Beyond this rows of a table are not counted. */
export const MAX_COUNTED_ROWS = 100_000
const params = z.object({ id: z.uuid() })

export const customerDataGroups = [
  'company',
  'people',
  'access',
  'machines',
  'telemetry',
  'alarms',
  'service',
  'quotes',
  'log',
] as const

export const customerDataTableSchema = z.object({
  table: z.string(),
  group: z.enum(customerDataGroups),
  rows: z.int().max(MAX_COUNTED_ROWS).describe(`Of this customer, now; ${MAX_COUNTED_ROWS} stands for as many or more`),
  exported: z.boolean(),
  removal: z
    .enum(['delete', 'reduce', 'stay'])
    .describe(
      'What a removal does with its rows: `delete`; `reduce` leaves frames without data where something refers to them; `stay` leaves those for which there is a reason',
    ),
  because: z.string().nullable().describe('Why something stays'),
})
export type CustomerDataTable = z.infer<typeof customerDataTableSchema>

export const customerDataTaskSchema = z.object({
  id: z.uuid(),
  kind: z.enum(['export', 'removal']),
  format: z.enum(['csv', 'parquet']).nullable().describe('Of the records of machines'),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  requestedBy: z.string().nullable(),
  progress: z.record(z.string(), z.int()).describe('Rows that were written or removed so far, by table'),
  reason: z.string().nullable().describe('Why the last attempt failed'),
  size: z.int().nullable().describe('Of the file, in bytes'),
  sha256: z.string().nullable(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable().describe('Until when the file can be downloaded'),
})
export type CustomerDataTask = z.infer<typeof customerDataTaskSchema>

const startedSchema = z.object({ id: z.uuid().describe('Of the task, whose state the overview has') })

export const customerData = defineCall({
  area,
  method: 'GET',
  path: PATH,
  summary: 'What is stored of a customer, by table, and what an export and a removal do with it',
  description: 'Changes nothing. It has the newest exports and removals of the customer with their progress.',
  access: 'customer.exportData',
  params,
  result: z.object({ tables: z.array(customerDataTableSchema), tasks: z.array(customerDataTaskSchema) }),
  problems: ['not_found'],
})

export const exportCustomerData = defineCall({
  area,
  method: 'POST',
  path: `${PATH}/exports`,
  summary: 'Export all data of a customer',
  description:
    'A job makes a ZIP archive of CSV files, the records of each machine, attached files and `manifest.json` with rows and SHA-256 of each file. Secrets, costs, margins and notes of staff are left out. The file can be downloaded for 7 days.',
  access: 'customer.exportData',
  stepUp: true,
  params,
  body: z.strictObject({ format: z.enum(['csv', 'parquet']).default('csv').describe('Of the records of machines') }),
  result: startedSchema,
  status: 201,
  problems: ['not_found', 'stale'],
})

export const customerDataFile = defineCall({
  area,
  method: 'GET',
  path: `${PATH}/exports/{taskId}/file`,
  summary: 'Download an export of all data of a customer',
  access: 'customer.exportData',
  params: params.extend({ taskId: z.uuid() }),
  answer: 'file',
  types: ['application/zip'],
  sends: ['Content-Disposition'],
  problems: ['not_found'],
})

export const removeCustomerData = defineCall({
  area,
  method: 'POST',
  path: `${PATH}/removal`,
  summary: 'Remove all data of a customer for good',
  description:
    'A job deletes everything but what the overview says stays, in small steps; it goes on after a crash and cannot be undone. Machines, keys and users of the customer end first. Make an export before if it is wanted.',
  access: 'customer.removeData',
  stepUp: true,
  params,
  body: z.strictObject({ name: z.string().max(200).describe('The name of the customer, as it is written there') }),
  result: startedSchema,
  status: 201,
  problems: ['not_found', 'stale'],
})
