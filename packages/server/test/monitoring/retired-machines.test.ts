import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
const MACHINE = 'VFFS-2214'
const LIST = '/v1/ignition/machines/me'

test('a machine that has published can be retired, brought back and removed for good', async () => {
  const device = await app.device()
  await device.publish(MACHINE, { totalCycles: 1 })
  const staff = await app.as('staff')
  const [machine] = await app.sql<{ id: string }>('SELECT id FROM machine WHERE machine_id = $1', [MACHINE])
  const path = `/v1/machines/${machine?.id}`
  // Who has changed a machine finds it so at once.
  const answers = async (status: number) => {
    expect((await staff.get(`/v1/ignition/machines/${MACHINE}`)).status).toBe(status)
  }
  const known = await staff.get(LIST)
  expect((await staff.request(path, { method: 'DELETE' })).status).toBe(204)
  await answers(404)
  // What is new of a list would name it, so the whole one is sent.
  const list = await staff.get(LIST, { 'if-none-match': known.headers.etag, 'a-im': 'machine-changes' })
  expect([list.status, known.text.includes(MACHINE), list.text.includes(MACHINE)]).toEqual([200, true, false])
  const [map, metrics] = [
    await staff.call('machineHeatmap', { query: {} }),
    await staff.call('machineMetrics', { query: {} }),
  ]
  expect(metrics.machines.map(({ machineID }) => machineID)).not.toContain(MACHINE)
  expect(map).toMatchObject({ machines: metrics.count, hours: [] })
  expect((await staff.request(`${path}/restore`, { method: 'POST' })).status).toBe(200)
  await answers(200)
  const forced = await staff.request(`${path}/force`, { method: 'DELETE' })
  expect(forced.status, forced.text).toBe(204)
  await answers(404)
  await device.publish(MACHINE, { totalCycles: 3 })
  expect((await staff.get(`/v1/ignition/machines/${MACHINE}`)).body).toMatchObject({ totalCycles: 3 })
})

test('a machine is there when it is registered, and when another process has registered, changed or removed it', async () => {
  const staff = await app.as('staff')
  const made = await staff.post('/v1/machines', { machineID: 'NEW-1' })
  expect([made.status, (await staff.get('/v1/ignition/machines/NEW-1')).status]).toEqual([201, 200])
  const description = async () =>
    ((await staff.get('/v1/ignition/machines/NEW-2')).body as { description?: string }).description
  await app.sql(`INSERT INTO machine (machine_id, description) VALUES ('NEW-2', 'First')`)
  await eventually(description).toBe('First')
  await app.sql(`UPDATE machine SET description = 'Second' WHERE machine_id = 'NEW-2'`)
  await eventually(description).toBe('Second')
  await app.sql(`DELETE FROM machine WHERE machine_id = 'NEW-2'`)
  await eventually(description).toBeUndefined()
})
