import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { Database } from '../../src/platform/database.ts'
import { createLog } from '../../src/platform/log.ts'
import { workOutServicePlans } from '../../src/service/service-rounds.ts'
import type { Caller } from '../support/caller.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { type Row, ServiceRows } from './service-rows.ts'

const MACHINES = ['VFFS-2214', 'VFFS-2215', 'FLW-1204', 'VFFS-2301', 'CRT-1130']
const app = useTestApp()
const rows = new ServiceRows(app, () => staff)
let staff: Caller
/** By the ids of plans, as a round takes them. */
let planned: { machineID: string; plan: Row }[] = []

beforeAll(async () => {
  staff = await app.as('staff')
  await app.sql('DELETE FROM service_plan')
  for (const machineID of MACHINES) planned.push({ machineID, plan: await rows.plan(machineID, 'calendar', 100) })
  planned = planned.toSorted(({ plan: one }, { plan: other }) => (one.id < other.id ? -1 : 1))
})

/** A round of another process, of two rows at a time. */
async function round(work: (running: Promise<void>) => Promise<void> = async (running) => await running) {
  const database = new Database(app.databaseUrl, createLog('silent'))
  try {
    await work(workOutServicePlans(database, undefined, 2))
  } finally {
    await database.stop()
  }
}

/** What is stored as if nothing had worked it out for a long time. */
async function forget(statement: string) {
  const client = new pg.Client(app.databaseUrl)
  await client.connect()
  try {
    await client.query(`SET session_replication_role = replica; ${statement}`)
  } finally {
    await client.end()
  }
}

test('a round of several portions reaches every plan and every machine with a service', async () => {
  for (const { machineID, plan } of planned) await rows.done(machineID, plan, '2026-10-01T10:00:00Z')
  await forget(`UPDATE service_plan SET remaining = 9999; UPDATE machine SET last_service = '2001-01-01'`)
  await round()
  const plans = await app.sql('SELECT FROM service_plan WHERE remaining < 9999')
  expect(plans).toHaveLength(MACHINES.length)
  const served = await app.sql(`SELECT FROM machine WHERE machine_id = ANY ($1) AND last_service = '2026-10-01'`, [
    MACHINES,
  ])
  expect(served).toHaveLength(MACHINES.length)
})

test('who saves a plan does not wait for the whole round', async () => {
  const [first = { id: '' }, last] = [planned[0]?.plan, planned.at(-1)?.plan]
  const holding = new pg.Client(app.databaseUrl)
  await holding.connect()
  try {
    await holding.query(`BEGIN; SELECT FROM service_plan WHERE id = '${last?.id}' FOR UPDATE`)
    await round(async (running) => {
      try {
        await until('the round waits for the last plan', async () => {
          const waiting = await app.sql(
            `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%service_plan%' AND pid <> pg_backend_pid()`,
          )
          return waiting.length > 0
        })
        // An error where the round holds it.
        await app.sql(`SELECT FROM service_plan WHERE id = $1 FOR UPDATE NOWAIT`, [first.id])
        const { rowVersion } = await rows.planNow(first)
        const body = { rowVersion, interval: 50 }
        const saved = await staff.request(`/v1/service-plans/${first.id}`, { method: 'PUT', body })
        expect(saved.status, saved.text).toBe(200)
      } finally {
        await holding.query('ROLLBACK')
        await running
      }
    })
  } finally {
    await holding.end()
  }
  expect(await rows.planNow(first)).toMatchObject({ interval: 50 })
})
