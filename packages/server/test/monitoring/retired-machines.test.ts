import { expect, test } from 'vitest'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
const MACHINE = 'VFFS-2214'

test('a machine that has published can be retired, brought back and removed for good', async () => {
  const device = await app.device()
  await device.publish(MACHINE, { totalCycles: 1 })
  const staff = await app.as('staff')
  const [machine] = await app.sql<{ id: string }>('SELECT id FROM machine WHERE machine_id = $1', [MACHINE])
  const path = `/v1/machines/${machine?.id}`
  // The live store hears of registrations every few seconds.
  const answers = (status: number) =>
    until(`the machine answers ${status}`, async () => {
      return (await staff.get(`/v1/ignition/machines/${MACHINE}`)).status === status
    })
  expect((await staff.request(path, { method: 'DELETE' })).status).toBe(204)
  await answers(404)
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
})
