import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import type { Device } from '../support/device.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

const QUICK = 'VFFS-2215'
const app = useTestApp()
let customer: Caller
let device: Device

beforeAll(async () => {
  customer = await app.as('customer')
  device = await app.device()
})

async function machine(id: string) {
  return await customer.call('getMachine', { params: { id } })
}

function at(ms: number): string {
  return new Date(Date.now() + ms).toISOString()
}

describe('whether a machine is online', () => {
  test('is decided by the age of its newest record: a connected machine that is silent goes offline', async () => {
    const stream = await app.stream(customer)
    await device.publish(QUICK, { totalCycles: 1 })
    await stream.until(QUICK, (change) => change.online === true)
    await app.sql(`UPDATE machine SET stale_after_seconds = 1 WHERE machine_id = '${QUICK}'`)
    await stream.until(QUICK, (change) => change.online === false)
    expect(await machine(QUICK)).toMatchObject({ online: false, connected: true })
    const { machines } = await customer.call('myMachines')
    expect(machines.find((entry) => entry.machineID === QUICK)?.online).toBe(false)
  })

  test('turns with the next record', async () => {
    // A second is short on a busy machine: the record may be stale before it is looked at.
    await until('a record that is not stale yet', async () => {
      await device.publish(QUICK, { totalCycles: 2 })
      return (await machine(QUICK)).online === true
    })
  })

  test('is not changed by connecting without publishing', async () => {
    const silent = await app.device()
    expect(silent.connected).toBe(true)
    expect(await machine('FLW-0904')).toMatchObject({ online: null, connected: false })
  })

  test('stays while the newest record is fresh, although its connection has ended', async () => {
    const leaving = await app.device()
    await leaving.publish('CRT-1130', { totalCycles: 1 })
    expect(await machine('CRT-1130')).toMatchObject({ online: true, connected: true })
    await leaving.close()
    await until('the end of the connection', async () => !(await machine('CRT-1130')).connected)
    expect(await machine('CRT-1130')).toMatchObject({ online: true, connected: false })
  })

  test('is never decided by an ancient record, however lately it came', async () => {
    await device.publish('CSP-0442', { lastSeen: at(-86_400_000), totalCycles: 1 })
    expect(await machine('CSP-0442')).toMatchObject({ online: false, totalCycles: 1 })
    await device.publish('CSP-0442', { totalCycles: 5 })
    await device.publish('CSP-0442', { lastSeen: at(-3_600_000), totalCycles: 2 })
    expect(await machine('CSP-0442')).toMatchObject({ online: true, totalCycles: 5 })
  })

  test('is not decided by a record of the future: that is refused', async () => {
    await device.publish('VFFS-1987', { lastSeen: at(6 * 60_000), totalCycles: 1 })
    expect(await machine('VFFS-1987')).toMatchObject({ online: null, lastSeen: null, totalCycles: null })
  })

  test('follows a changed limit of the machine within the refresh of the registration', async () => {
    await device.publish('PAL-0225', { lastSeen: at(-30_000), totalCycles: 1 })
    expect(await machine('PAL-0225')).toMatchObject({ online: true, staleAfterSeconds: 60 })
    await app.sql(`UPDATE machine SET stale_after_seconds = 10 WHERE machine_id = 'PAL-0225'`)
    await until('the changed limit', async () => (await machine('PAL-0225')).online === false)
    expect(await machine('PAL-0225')).toMatchObject({ staleAfterSeconds: 10 })
  })

  test('is counted in the counters', async () => {
    // It is stale a second after its record: from then on nothing changes between two looks.
    await until('the end of the quick one', async () => (await machine(QUICK)).online === false)
    const { machines } = await customer.call('myMachines')
    const count = (online: boolean | null) => machines.filter((entry) => entry.online === online).length
    const health = await customer.call('ignitionHealth')
    expect(health.machines).toEqual({
      total: machines.length,
      online: count(true),
      offline: count(false),
      unknown: count(null),
      onOrder: 0,
    })
  })
})
