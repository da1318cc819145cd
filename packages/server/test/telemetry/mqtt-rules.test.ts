import { connect, type Socket } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { SAMPLE_DEVICE_PASSWORD } from '../support/databases.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
const deviceOf = (customer: string) => ({ username: `${customer}-device`, password: SAMPLE_DEVICE_PASSWORD })

beforeAll(async () => {
  for (const customer of ['BALTIC', 'NORDFJELL']) {
    await app.sql(
      `INSERT INTO device (user_name, key_hash, scope, customer_id)
       SELECT $1 || '-device', key_hash, 'customer', (SELECT id FROM customer WHERE code = $1) FROM device WHERE user_name = 'sample-device'`,
      [customer],
    )
  }
})

describe('a client id', () => {
  test('is that of its owner: nobody else is thrown out by it, and the owner is', async () => {
    const ours = await app.device({ ...deviceOf('BALTIC'), clientId: 'line-1' })
    const theirs = await app.device({ ...deviceOf('NORDFJELL'), clientId: 'line-1' })
    const again = await app.device({ ...deviceOf('BALTIC'), clientId: 'line-1' })
    await until('the end of the first connection', () => !ours.connected)
    await again.publish('FLW-1204', { totalCycles: 1 })
    await theirs.publish('VFFS-2214', { totalCycles: 1 })
    expect([theirs.connected, again.connected]).toEqual([true, true])
  })

  test('is that of its key: no other key takes its connection over or finds its session, of the company too', async () => {
    const keys = [await machineKey('FLW-1204'), await machineKey('VFFS-2214')]
    const kept = { clientId: 'line-2', clean: false }
    const [first, second] = [await app.device({ ...keys[0], ...kept }), await app.device({ ...keys[1], ...kept })]
    const named = await app.device(kept)
    expect([second.sessionPresent, named.sessionPresent]).toEqual([false, false])
    await named.publish('VFFS-2214', { totalCycles: 1 })
    expect([first.connected, second.connected]).toEqual([true, true])
    await second.publish('VFFS-2214', { totalCycles: 2 })
    await first.publish('FLW-1204', { totalCycles: 2 })
    const again = await app.device({ ...keys[0], ...kept })
    expect(again.sessionPresent).toBe(true)
  })

  test('leads to the session of its owner alone', async () => {
    const filter = 'spBv1.0/STATE/packhouse'
    const kept = { clientId: 'edge-1', clean: false }
    const ours = await app.device({ ...deviceOf('BALTIC'), ...kept })
    await ours.client.subscribeAsync(filter, { qos: 1 })
    await ours.close()
    const present: boolean[] = []
    for (const owner of ['NORDFJELL', 'BALTIC']) {
      const device = await app.device({ ...deviceOf(owner), ...kept })
      present.push(device.sessionPresent)
      await device.close()
    }
    expect(present).toEqual([false, true])
  })

  test('is needed by who wants to find a session again', async () => {
    const answer = await answerTo(connectPacket({ flags: 0xc0, clientId: '' }))
    // Return code 2: identifier rejected (MQTT 3.1.1, table 3.1).
    expect(answer).toEqual(Buffer.from([0x20, 2, 0, 2]))
    const nameless = await app.device({ clientId: '' })
    await nameless.publish('VFFS-2214', { totalCycles: 1 })
  })
})

test('a version after MQTT 5 is answered that it is not spoken here', async () => {
  const answer = await answerTo(connectPacket({ level: 6, flags: 0xc2, clientId: 'six' }))
  // Return code 1: unacceptable protocol version (MQTT 3.1.1, table 3.1).
  expect(answer).toEqual(Buffer.from([0x20, 2, 0, 1]))
})

test('MQTT 3.1 is spoken too', async () => {
  const device = await app.device({ protocolId: 'MQIsdp', protocolVersion: 3, clientId: 'older' })
  await device.publish('VFFS-2214', { totalCycles: 4 })
  expect(device.received).toContain('puback')
})

test('a will is read as a message of its device, and DISCONNECT drops it', async () => {
  const willOf = (word: string) => ({
    topic: 'packhouse/VFFS-2214/record',
    payload: Buffer.from(JSON.stringify({ machineData: { will: word } })),
    qos: 1 as const,
    retain: true,
  })
  const [leaver, lost] = [await app.device({ will: willOf('left') }), await app.device({ will: willOf('lost') })]
  await leaver.client.endAsync()
  lost.client.stream.destroy()
  const wills = () => app.sql(`SELECT machine_data->>'will' AS word FROM record WHERE machine_data ? 'will'`)
  await until('the will', async () => (await wills()).length > 0)
  expect(await wills()).toEqual([{ word: 'lost' }])
})

describe('a device', () => {
  const five = { protocolVersion: 5 } as const

  test('in MQTT 5 is refused a machine of others with a reason, and stays', async () => {
    const device = await app.device({ ...five, ...deviceOf('BALTIC'), clientId: 'five' })
    await device.publish('FLW-1204', { totalCycles: 2 }, 2)
    await expect(device.publish('VFFS-2214', { totalCycles: 1 })).rejects.toMatchObject({ code: 0x87 })
    await expect(device.publishOn('packhouse/VFFS-2214/other', {})).rejects.toMatchObject({ code: 0x90 })
    await device.publish('FLW-1204', { totalCycles: 3 })
    expect(device.connected).toBe(true)
  })

  test('in MQTT 5 is ended with a reason when it may not stay', async () => {
    await app.sql(
      `INSERT INTO device (user_name, key_hash, scope) SELECT 'leaving-device', key_hash, 'company' FROM device WHERE user_name = 'sample-device'`,
    )
    const device = await app.device({ ...five, username: 'leaving-device', password: SAMPLE_DEVICE_PASSWORD })
    const codes: (number | undefined)[] = []
    device.client.on('disconnect', ({ reasonCode }) => codes.push(reasonCode))
    await app.sql(`UPDATE device SET disabled_at = now() WHERE user_name = 'leaving-device'`)
    await until('the end of the connection', () => !device.connected)
    expect(codes).toEqual([0x87])
  })
})

test.each([4, 5] as const)(
  'a topic and a filter with U+0000 are refused, and the connection of MQTT %i stays',
  async (protocolVersion) => {
    const device = await app.device({ protocolVersion, clientId: `nul-${protocolVersion}` })
    const topic = 'packhouse/VFFS-2214\u0000/record'
    await device.client.publishAsync(topic, '{}', { qos: 0 })
    if (protocolVersion === 5) await expect(device.publishOn(topic, {})).rejects.toMatchObject({ code: 0x90 })
    await expect(device.client.subscribeAsync('packhouse/\u0000')).rejects.toThrow()
    await device.publish('VFFS-2214', { totalCycles: 5 })
    expect(device.connected).toBe(true)
  },
)

test('a will of MQTT 5 that waits is a record when its time has come', async () => {
  const payload = Buffer.from(JSON.stringify({ machineData: { will: 'late' } }))
  const will = {
    topic: 'packhouse/VFFS-2214/record',
    payload,
    qos: 1 as const,
    retain: false,
    properties: { willDelayInterval: 1 },
  }
  const device = await app.device({ protocolVersion: 5, will, properties: { sessionExpiryInterval: 100 } })
  device.client.stream.destroy()
  await until(
    'the will',
    async () => (await app.sql(`SELECT 1 FROM record WHERE machine_data->>'will' = 'late'`)).length > 0,
  )
})

describe('a packet that breaks the protocol', () => {
  test('ends its connection without an answer: a will of QoS 3', async () => {
    expect(await answerTo(connectPacket({ flags: 0xde, clientId: 'x', will: true }))).toEqual(Buffer.alloc(0))
  })

  test.each([
    ['a subscription with the identifier 0', [0x82, 6, 0, 0, 0, 1, 0x61, 0]],
    ['an end of no subscription', [0xa2, 2, 0, 1]],
    ['a record with the identifier 0', publishWithoutId()],
  ])('ends its connection after the sign-in: %s', async (_, bytes) => {
    const device = await app.device()
    device.client.stream.write(Buffer.from(bytes))
    await until('the end of the connection', () => !device.connected)
    expect(device.received).not.toContain('puback')
  })
})

test('a refused subscription is answered, and the connection stays', async () => {
  const device = await app.device()
  await expect(device.client.subscribeAsync('packhouse/#', { qos: 1 })).rejects.toThrow()
  await device.publish('VFFS-2214', { totalCycles: 2 })
  expect(device.connected).toBe(true)
})

function publishWithoutId(): number[] {
  const topic = Buffer.from('packhouse/VFFS-2214/record')
  const body = [0, topic.length, ...topic, 0, 0, ...Buffer.from('{"totalCycles":3}')]
  return [0x32, body.length, ...body]
}

/** A key of the company that is held to a machine. */
async function machineKey(machineID: string): Promise<{ username: string; password: string }> {
  const staff = await app.as('staff')
  const made = await staff.request('/v1/auth/api-keys', { method: 'POST', body: { name: machineID } })
  const { id, key } = made.body as { id: string; key: string }
  for (const [path, found] of [
    ['scopes', `SELECT id FROM api_key_scope WHERE name = 'telemetry:publish'`],
    ['machines', `SELECT id FROM machine WHERE machine_id = '${machineID}'`],
  ] as const) {
    const ids = (await app.sql<{ id: string }>(found)).map((row) => row.id)
    expect((await staff.request(`/v1/auth/api-keys/${id}/${path}`, { method: 'PUT', body: { ids } })).status).toBe(204)
  }
  return { username: machineID, password: key }
}

interface Connect {
  /** Of the protocol: 4 is 3.1.1. */
  level?: number
  flags: number
  clientId: string
  will?: boolean
}

/** A CONNECT of MQTT 3.1.1 (section 3.1), or 5 without properties, with the name and key of the sample device. */
function connectPacket({ level = 4, flags, clientId, will }: Connect): Buffer {
  const text = (value: string) => Buffer.concat([Buffer.from([0, value.length]), Buffer.from(value)])
  const body = Buffer.concat([
    text('MQTT'),
    Buffer.from([level, flags, 0, 60, ...(level === 5 ? [0] : [])]),
    text(clientId),
    ...(will ? [text('a'), text('b')] : []),
    text('sample-device'),
    text(SAMPLE_DEVICE_PASSWORD),
  ])
  return Buffer.concat([Buffer.from([0x10, body.length]), body])
}

/** What the broker sends before it ends the connection. */
async function answerTo(packet: Buffer): Promise<Buffer> {
  const socket: Socket = connect(app.mqttPort, '127.0.0.1')
  const received: Buffer[] = []
  socket.on('data', (chunk) => received.push(chunk)).on('error', () => undefined)
  socket.write(packet)
  await until('the end of the connection', () => socket.closed)
  return Buffer.concat(received)
}

describe('a machine is not connected any more', () => {
  const machineOf = async (machineID: string) => {
    const { body } = await (await app.as('staff')).get(`/v1/ignition/machines/${machineID}`)
    return body as { connected?: boolean; totalCycles?: number }
  }

  test.each([
    ['registered', 'machine'],
    ['stored', 'record'],
  ])('when its connection was cut while it was %s for the first time', async (_, table) => {
    const machineID = `CUT-${table}`
    const clientId = `cut-${table}`
    const cut = await app.device({ clientId })
    const holder = await app.connection()
    await holder.query('BEGIN')
    await holder.query(`LOCK TABLE ${table} IN SHARE MODE`)
    for (const totalCycles of [1, 2]) cut.publish(machineID, { totalCycles }).catch(() => undefined)
    await until('the writing that is held up', async () => {
      const waiting = await app.sql(`SELECT FROM pg_locks WHERE NOT granted AND relation = '${table}'::regclass`)
      return waiting.length > 0
    })
    // Another connection under its client id takes its place: the one before has ended once that is there.
    cut.client.stream.destroy()
    const next = await app.device({ clientId })
    await holder.query('COMMIT')
    await holder.end()
    await until('its record', async () => (await machineOf(machineID)).totalCycles === 2)
    expect((await machineOf(machineID)).connected).toBe(false)
    await next.publish(machineID, { totalCycles: 3 })
    expect((await machineOf(machineID)).connected).toBe(true)
    await next.close()
    await until('the end of the connection', async () => (await machineOf(machineID)).connected === false)
  })
})
