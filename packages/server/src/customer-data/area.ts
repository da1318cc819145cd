import { customers } from '@packhouse/contract'
import { defineArea } from '../engine/area.ts'
import { monitoring, recordFileOf } from '../monitoring/area.ts'
import { customerDataHandlers } from './customer-data.actions.ts'
import { customerDataJob } from './customer-data-job.ts'

/** All data of one customer: exported whole, and removed. */
export const customerData = defineArea({
  name: 'customer-data',
  create({ database, files, jobs, storeOf }, use) {
    const { telemetry } = use(monitoring)
    // As the customer reads them: without what a machine did for another one.
    const recordsOf = (customerId: string, machineKey: number, format: 'csv' | 'parquet') =>
      recordFileOf({ database, names: telemetry.names, scope: { customerId } }, machineKey, format)
    const job = customerDataJob({ database, files, recordsOf })
    return {
      provides: undefined,
      handlers: customerDataHandlers({ database, files, jobs, job, customers: storeOf(customers) }),
      jobs: [job],
    }
  },
})
