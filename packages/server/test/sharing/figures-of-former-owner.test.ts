import { beforeAll, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import type { Device } from '../support/device.ts'
import { handOver } from '../support/hand-over.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
const MACHINE = 'VFFS-2214'
const params = { id: MACHINE }
let former: Caller
let next: Caller
let staff: Caller
let device: Device

beforeAll(async () => {
  former = await app.as('customer')
  next = await app.as('other')
  staff = await app.as('staff')
  device = await app.device()
  await app.sql(`UPDATE machine SET configuration_id = 'SHEET-2' WHERE machine_id = $1`, [MACHINE])
  await app.sql(`SELECT ensure_day(day::date) FROM generate_series(current_date - 6, current_date, '1 day') AS day`)
  const names = await app.sql<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = 'hour_rollup'::regclass AND attnum > 0 AND attnotnull
       AND NOT attisdropped AND NOT atthasdef AND attname NOT IN ('machine_key', 'at', 'records')`,
  )
  await app.sql(
    `INSERT INTO hour_rollup (machine_key, at, records, ${names.map(({ name }) => name).join(', ')})
     SELECT key, date_trunc('day', now(), 'UTC') - day * interval '1 day', 2000, ${names.map(() => 0).join(', ')}
     FROM machine, generate_series(1, 4) AS day WHERE machine_id = $1`,
    [MACHINE],
  )
  const values = { machineState: 'Running', totalCycles: 10, temperature: 20, humidity: 40 }
  await device.publish(MACHINE, { ...values, machineData: { 'Former tension': 3 } })
  await device.publish(MACHINE, { temperature: 'hot' })
  await until('what it sent', async () => (await sentTo(former)).includes('Former tension'))
})

const sentTo = async (who: Caller) =>
  (await who.call('machineDataSheet', { params })).values.map(({ name }) => name).slice(3)

const checksFor = async (who: Caller, tag: string) => {
  const { checks } = await who.call('testMachine', { params, query: { tag } })
  return Object.fromEntries(checks.map(({ name, works }) => [name, works]))
}

test('the data sheet and the test of a machine have nothing of the time of the customer before', async () => {
  const basis = async (who: Caller) => (await who.call('machineDataSheet', { params })).amount.basis
  expect(await sentTo(former)).toEqual(['temperature', 'humidity', 'Former tension'])
  expect(await basis(former)).toBe('own')
  await until('the refusal', async () => (await checksFor(former, 'Former tension')).refused === false)
  expect(await checksFor(former, 'Former tension')).toMatchObject({ tag: true, state: true, counter: true })
  await handOver(app, MACHINE, 'other')
  expect(await sentTo(next)).toEqual([])
  expect(await basis(next)).toBe('assumed')
  expect(await checksFor(next, 'Former tension')).toMatchObject({
    ...{ refused: true, tag: false, state: false, counter: false, fresh: false },
  })
  // Staff see the machine as far as its present customer shares it, and sheets for them name no own values of it at all.
  expect(await checksFor(staff, 'Former tension')).toMatchObject({ refused: false, tag: true })
  expect(await sentTo(staff)).toEqual([])

  await device.publish(MACHINE, { machineState: 'Running', temperature: 21, machineData: { 'Next tension': 4 } })
  await until('what it sends now', async () => (await sentTo(next)).includes('Next tension'))
  expect(await sentTo(next)).toEqual(['temperature', 'Next tension'])
  expect(await basis(next)).toBe('assumed')
  expect(await checksFor(next, 'Former tension')).toMatchObject({ refused: true, tag: false, counter: false })
  await device.publish(MACHINE, { temperature: 'hot' })
  await until('the refusal of its own time', async () => (await checksFor(next, 'Next tension')).refused === false)
  expect(await checksFor(next, 'Next tension')).toMatchObject({ tag: true, state: true })
})
