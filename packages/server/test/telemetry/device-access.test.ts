import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { SAMPLE_DEVICE_PASSWORD, SAMPLE_PASSWORD } from '../support/databases.ts'
import type { Device } from '../support/device.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
const balticDevice = { username: 'baltic-device', password: SAMPLE_DEVICE_PASSWORD }

beforeAll(async () => {
  await app.sql(
    `INSERT INTO device (user_name, key_hash, scope, customer_id, disabled_at)
     SELECT name, key_hash, 'customer', (SELECT id FROM customer WHERE code = 'BALTIC'), disabled
     FROM device, (
       SELECT 'baltic-device' AS name, NULL::timestamptz AS disabled UNION ALL SELECT 'old-device', now()
       UNION ALL SELECT 'hasty-device-' || n, NULL FROM generate_series(1, 10) AS n
     ) AS made
     WHERE user_name = 'sample-device'`,
  )
})

async function isMachine(machineID: string): Promise<boolean> {
  return (await app.sql('SELECT 1 FROM machine WHERE machine_id = $1', [machineID])).length > 0
}

async function storedRecords(): Promise<number> {
  const [row] = await app.sql<{ count: number }>('SELECT count(*)::int AS count FROM record')
  return row?.count ?? 0
}

describe('a device signs in', () => {
  test.each([
    ['without user name and key', {}],
    ['with a wrong key', { username: 'sample-device', password: 'wrong' }],
    ['with an empty key', { username: 'sample-device', password: '' }],
    ['with a user name only', { username: 'sample-device' }],
    ['under an unknown name', { username: 'nobody', password: SAMPLE_DEVICE_PASSWORD }],
    ['as a person', { username: 'staff@packhouse.example', password: SAMPLE_PASSWORD }],
    ['with the password of the sample people', { username: 'sample-device', password: SAMPLE_PASSWORD }],
    ['as a device that was disabled', { username: 'old-device', password: SAMPLE_DEVICE_PASSWORD }],
    ['with SQL', { username: "' OR '1'='1", password: "' OR '1'='1" }],
  ])('%s and is refused', async (_, options) => {
    // Connect return code 4: bad user name or password (MQTT 3.1.1, table 3.1).
    await expect(app.device({ username: undefined, password: undefined, ...options })).rejects.toMatchObject({
      code: 4,
    })
  })

  test('with a name that PostgreSQL cannot hold and is refused without harm', async () => {
    await expect(app.device({ username: 'a\u0000b', password: 'x' })).rejects.toThrow()
    expect((await app.device()).connected).toBe(true)
  })

  test('with its key and is let in', async () => {
    expect((await app.device(balticDevice)).connected).toBe(true)
  })
})

describe('a topic', () => {
  let device: Device

  test.each([
    'packhouse/VFFS-2214',
    'packhouse/VFFS-2214/record/more',
    'packhouse//record',
    'packhouse/VFFS 2214/record',
    'packhouse/-VFFS/record',
    `packhouse/${'x'.repeat(65)}/record`,
    'packhouse/VFFS-2214/command',
    'PACKHOUSE/VFFS-2214/record',
    '/packhouse/VFFS-2214/record',
    '$SYS/broker/uptime',
    `${'a/'.repeat(1000)}b`,
  ])('that is not for records, %s, ends the connection and stores nothing', async (topic) => {
    const before = await storedRecords()
    device = await app.device()
    await device.publishAndBeThrownOut(topic, { totalCycles: 1 })
    expect(device.received).not.toContain('puback')
    expect(await storedRecords()).toBe(before)
  })

  test.each(['packhouse/+/record', 'packhouse/#', '#'])(
    'with a wildcard, %s, cannot be published to',
    async (topic) => {
      device = await app.device()
      await device.publishAndBeThrownOut(topic)
      expect(device.received).not.toContain('puback')
    },
  )

  test.each(['packhouse/VFFS-2214/record', 'packhouse/+/record', '#', '$SYS/#'])(
    'cannot be subscribed to: %s',
    async (topic) => {
      device = await app.device()
      const watcher = device
      const granted = await Promise.race([
        watcher.client.subscribeAsync(topic, { qos: 1 }).then(
          (grants) => grants.some((grant) => grant.qos < 128),
          () => false,
        ),
        until('the end of the connection', () => !watcher.connected).then(() => false),
      ])
      expect(granted).toBe(false)
      const messages: string[] = []
      watcher.client.on('message', (from) => messages.push(from))
      await (await app.device()).publish('VFFS-2214', { totalCycles: 1 })
      expect(messages).toEqual([])
    },
  )
})

describe('a device of one customer', () => {
  test("publishes for that customer's machines", async () => {
    const device = await app.device(balticDevice)
    await device.publish('FLW-1204', { totalCycles: 7 })
    expect(await (await app.as('other')).call('getMachine', { params: { id: 'FLW-1204' } })).toMatchObject({
      totalCycles: 7,
    })
  })

  test("is thrown out when it publishes for another customer's machine", async () => {
    const device = await app.device(balticDevice)
    await device.publishAndBeThrownOut('packhouse/VFFS-2215/record', { totalCycles: 666 })
    const machine = await (await app.as('customer')).call('getMachine', { params: { id: 'VFFS-2215' } })
    expect(machine).toMatchObject({ totalCycles: null, online: null })
  })

  test('is thrown out when it publishes for an unregistered machine, and registers none', async () => {
    const device = await app.device(balticDevice)
    await device.publishAndBeThrownOut('packhouse/MADE-UP-1/record', { totalCycles: 1 })
    expect(await isMachine('MADE-UP-1')).toBe(false)
  })

  test('is thrown out when it publishes for an unclaimed machine', async () => {
    await (await app.device()).publish('UNCLAIMED-1', { totalCycles: 1 })
    await (await app.device(balticDevice)).publishAndBeThrownOut('packhouse/UNCLAIMED-1/record')
  })
})

describe('an unregistered machine', () => {
  test('is taken up as unclaimed when a device of the company publishes for it, and seen by staff alone', async () => {
    await (await app.device()).publish('NEW-0001', { totalCycles: 5, machineState: 'Running' })
    const machine = await (await app.as('staff')).call('getMachine', { params: { id: 'NEW-0001' } })
    expect(machine).toMatchObject({ totalCycles: 5, online: true, description: null })
    for (const name of ['customer', 'other'] as const) {
      const caller = await app.as(name)
      expect((await caller.get('/v1/ignition/machines/NEW-0001')).status).toBe(404)
      expect((await caller.call('listMachineIds')).ids).not.toContain('NEW-0001')
    }
  })

  test('is taken up once, however many devices bring it at the same moment', async () => {
    const devices = await Promise.all(Array.from({ length: 8 }, () => app.device()))
    const machineID = 'NEW-0002'
    await Promise.all(devices.map((device, i) => device.publish(machineID, { totalCycles: i })))
    expect(await app.sql('SELECT 1 FROM machine WHERE machine_id = $1', [machineID])).toHaveLength(1)
    expect((await (await app.as('staff')).call('listMachineIds')).ids.filter((id) => id === machineID)).toHaveLength(1)
  })
})

describe('the number of connections', () => {
  async function connections(): Promise<number> {
    return (await (await app.as('staff')).call('ignitionHealth')).broker.connections
  }

  test('counts the devices that are signed in, and no longer when they leave', async () => {
    const before = await connections()
    const devices = await Promise.all(Array.from({ length: 5 }, () => app.device()))
    expect(await connections()).toBe(before + 5)
    for (const device of devices) await device.close()
    await until('the count as before', async () => (await connections()) === before)
  })

  test('does not keep devices that leave while their key is being checked', async () => {
    const before = await connections()
    for (let n = 1; n <= 10; n++) await connectAndLeave(app.mqttPort, `hasty-device-${n}`, SAMPLE_DEVICE_PASSWORD)
    // Its key is checked after theirs.
    const last = await app.device({ username: 'hasty-device-1', password: 'wrong' }).catch(() => undefined)
    expect(last).toBeUndefined()
    await until('the count as before', async () => (await connections()) === before)
  })
})

/** Sends a CONNECT and leaves before the answer. */
async function connectAndLeave(port: number, userName: string, key: string): Promise<void> {
  const text = (value: string) => Buffer.concat([Buffer.from([0, value.length]), Buffer.from(value)])
  // Protocol name and level, flags (user name, password, clean), keep alive 60 s (MQTT 3.1.1, section 3.1).
  const body = [text('MQTT'), Buffer.from([4, 0xc2, 0, 60]), text(randomUUID()), text(userName), text(key)]
  const packet = Buffer.concat(body)
  const socket = connect(port, '127.0.0.1')
  await new Promise<void>((resolve) =>
    socket.write(Buffer.concat([Buffer.from([0x10, packet.length]), packet]), () => resolve()),
  )
  socket.destroy()
}
