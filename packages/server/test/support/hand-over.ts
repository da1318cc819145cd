import { type AccountName, emailOf, type TestApp } from './test-app.ts'
import { until } from './until.ts'

/** Gives a machine to the customer of an account, after its present one has had it for longer than a slip lasts, and waits until the account sees it. */
export async function handOver(app: TestApp, machineID: string, to: AccountName): Promise<void> {
  await app.sql(`UPDATE machine SET created_at = now() - interval '1 year' WHERE machine_id = $1`, [machineID])
  await app.sql(
    `UPDATE machine_ownership SET since = '-infinity' WHERE until IS NULL AND machine_key = (SELECT key FROM machine WHERE machine_id = $1)`,
    [machineID],
  )
  await app.sql(
    `UPDATE machine SET location_id = NULL, customer_id = (SELECT customer_id FROM user_account WHERE email = $2) WHERE machine_id = $1`,
    [machineID, emailOf(to)],
  )
  const caller = await app.as(to)
  await until('the next customer sees the machine', async () =>
    (await caller.call('listMachineIds')).ids.includes(machineID),
  )
}
