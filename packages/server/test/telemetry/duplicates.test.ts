import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DatabaseProxy } from '../support/database-proxy.ts'
import type { Device } from '../support/device.ts'
import { useTestApp } from '../support/use-test-app.ts'

let proxy: DatabaseProxy
const app = useTestApp({
  route: async (databaseUrl) => {
    const started = await DatabaseProxy.start(databaseUrl)
    proxy = started.proxy
    return started.url
  },
})
let device: Device
let machineID = ''
let machines = 0

beforeAll(async () => {
  device = await app.device()
})

afterAll(async () => {
  await proxy.stop()
})

beforeEach(() => {
  machines += 1
  machineID = `DUP-${machines}`
  minute = Math.floor(Date.now() / 60_000) * 60_000 - 60_000
})

/** The minute before the test, Unix ms: one for all of it, however long it takes. */
let minute = 0

/** A minute ago and so many ms. */
function at(ms: number): string {
  return new Date(minute + ms).toISOString()
}

async function counted() {
  const [row] = await app.sql<{ records: number; minutes: number; hours: number; cycles: number }>(
    `SELECT (SELECT count(*) FROM record WHERE machine_key = key)::int AS records,
       (SELECT sum(records) FROM minute_rollup WHERE machine_key = key)::int AS minutes,
       (SELECT sum(records) FROM hour_rollup WHERE machine_key = key)::int AS hours,
       (SELECT sum(cycles) FROM minute_rollup WHERE machine_key = key)::int AS cycles
     FROM machine WHERE machine_id = $1`,
    [machineID],
  )
  const staff = await app.as('staff')
  const live = await staff.request(`/v1/ignition/machines/${machineID}?includeHistory=true`)
  const { cycleCounts } = live.body as { cycleCounts: { total: number } }
  return { ...row, live: cycleCounts.total }
}

async function counters() {
  const { stored, duplicates } = (await (await app.as('staff')).call('ignitionHealth')).ingest
  return { stored, duplicates }
}

describe('a record with the same machine and time', () => {
  const pair = () => [
    { lastSeen: at(0), totalCycles: 100 },
    { lastSeen: at(1000), totalCycles: 110 },
  ]
  const once = { records: 2, minutes: 2, hours: 2, cycles: 10, live: 10 }

  test('is counted once when it is sent again and again', async () => {
    const before = await counters()
    for (let time = 0; time < 5; time++) for (const record of pair()) await device.publish(machineID, record)
    expect(await counted()).toEqual(once)
    expect(await counters()).toEqual({ stored: before.stored + 2, duplicates: before.duplicates + 8 })
  })

  test('is counted once when all come in one burst', async () => {
    await device.publishAll(machineID, Array.from({ length: 50 }, pair).flat())
    expect(await counted()).toEqual(once)
  })

  test('is counted once when several devices bring it at the same moment', async () => {
    const devices = await Promise.all(Array.from({ length: 6 }, () => app.device()))
    await Promise.all(devices.map((each) => each.publishAll(machineID, pair())))
    expect(await counted()).toEqual(once)
  })

  test.each([0, 1, 2] as const)('is counted once when it comes with QoS %i beside others', async (qos) => {
    await device.publishAll(machineID, [...pair(), ...pair()], qos)
    await device.publishAll(machineID, pair())
    expect(await counted()).toEqual(once)
  })

  test('stores what the first one reported', async () => {
    await device.publish(machineID, { lastSeen: at(0), totalCycles: 100, machineState: 'Running' })
    const { conflicts } = (await (await app.as('staff')).call('ignitionHealth')).ingest
    await device.publish(machineID, { lastSeen: at(0), totalCycles: 999, machineState: 'Faulted' })
    expect((await (await app.as('staff')).call('ignitionHealth')).ingest.conflicts).toBe(conflicts + 1)
    const machine = await (await app.as('staff')).call('getMachine', { params: { id: machineID } })
    expect(machine).toMatchObject({ totalCycles: 100, machineState: 'Running' })
  })

  test('is a dead letter where it contradicts over MQTT', async () => {
    await device.publish(machineID, { lastSeen: at(0), totalCycles: 100 })
    await device.publish(machineID, { lastSeen: at(0), totalCycles: 999 })
    expect(await letters()).toEqual([{ code: 'contradicts_stored', payload: { lastSeen: at(0), totalCycles: 999 } }])
  })

  test('is recognised in other time zones and with other precision', async () => {
    await device.publish(machineID, { lastSeen: '2026-11-20T10:00:00Z', totalCycles: 1 })
    await device.publish(machineID, { lastSeen: '2026-11-20T11:00:00.000+01:00', totalCycles: 1 })
    await device.publish(machineID, { lastSeen: '2026-11-20T05:30:00-04:30', totalCycles: 1 })
    expect(await counted()).toMatchObject({ records: 1, minutes: 1, hours: 1 })
  })
})

/** What is kept of refused messages of the machine. */
async function letters() {
  return await app.sql<{ code: string; payload: object }>(
    `SELECT code, convert_from(payload, 'UTF8')::json AS payload FROM refused_message JOIN machine ON machine_key = key
     WHERE machine_id = $1`,
    [machineID],
  )
}

describe('records of one time that name different values', () => {
  const parts = [
    { totalCycles: 100, machineData: { film: 'F-7' } },
    { temperature: 180.5 },
    { machineData: { seal: 42 } },
    { machineData: { sscc: '340123450000000018' }, humidity: 40 },
  ]
  const times = [0, 20_000, 40_000]
  const all = (lastSeen: string) => parts.map((part) => ({ lastSeen, ...part }))

  async function exported(): Promise<string> {
    const query = new URLSearchParams({ from: new Date(minute - 40 * 3_600_000).toISOString(), to: at(60_000) })
    return (await (await app.as('staff')).get(`/v1/ignition/machines/${machineID}/export?${query}`)).text
  }

  test.each([
    [
      'one after the other',
      async () => {
        for (const time of times) for (const record of all(at(time))) await device.publish(machineID, record)
      },
    ],
    [
      'in one burst, late ones too',
      async () => {
        for (const time of times.toReversed()) await device.publishAll(machineID, all(at(time)))
      },
    ],
    [
      'over HTTP',
      async () => {
        const records = times.flatMap((time) => all(at(time))).map((record) => ({ machineID, ...record }))
        const staff = await app.as('staff')
        const none = { conflicts: [], refused: [] }
        expect(await staff.call('publishRecords', { body: { records } })).toEqual({
          accepted: 12,
          duplicates: 0,
          ...none,
        })
      },
    ],
  ])('are all kept, shown and exported, and counted once however often they come: %s', async (_how, send) => {
    await device.publish(machineID, {})
    await send()
    const kept = await counted()
    expect(kept).toMatchObject({ records: 13, cycles: 0 })
    const machine = await (await app.as('staff')).call('getMachine', { params: { id: machineID } })
    expect(machine).toMatchObject({ totalCycles: 100, temperature: 180.5, humidity: 40 })
    expect(machine.machineData).toEqual({ film: 'F-7', seal: 42, sscc: '340123450000000018' })
    const text = await exported()
    for (const value of ['F-7', '180.5', '340123450000000018']) expect(text.split(value)).toHaveLength(1 + times.length)
    await device.publishAll(machineID, times.flatMap((time) => all(at(time))).toReversed())
    expect(await counted()).toEqual(kept)
    await device.publish(machineID, { lastSeen: at(0), temperature: 181 })
    expect(await counted()).toEqual(kept)
    expect(await letters()).toMatchObject([{ code: 'contradicts_stored', payload: { temperature: 181 } }])
  })
})

describe('two records of one time that contradict each other and not the first of it', () => {
  const first = { totalCycles: 100 }
  const second = { machineData: { film: 'F-7', seal: 42 } }
  const third = { machineData: { film: 'F-8' }, humidity: 40 }
  const all = (lastSeen: string) => [first, second, third].map((part) => ({ lastSeen, ...part }))

  test.each([
    [
      'one after the other',
      async () => {
        for (const record of all(at(0))) await device.publish(machineID, record)
      },
    ],
    ['in one burst', async () => await device.publishAll(machineID, all(at(0)))],
    [
      'before newer ones',
      async () => {
        await device.publish(machineID, {})
        await device.publishAll(machineID, all(at(0)))
      },
    ],
    [
      'long ago',
      async () => {
        await device.publishAll(machineID, all(new Date(minute - 40 * 3_600_000).toISOString()))
      },
    ],
  ])('are not both stored: the later one is a dead letter, however often they come: %s', async (_how, send) => {
    await send()
    const kept = await counted()
    expect(await letters()).toMatchObject([{ code: 'contradicts_stored', payload: third }])
    await device.publish(machineID, { lastSeen: at(20_000), ...third })
    expect(await counted()).toMatchObject({ records: (kept.records ?? 0) + 1 })
    await send()
    expect(await letters()).toHaveLength(1)
  })
})

test('records without a time are all counted, however fast they come', async () => {
  await device.publishAll(
    machineID,
    Array.from({ length: 500 }, (_, i) => ({ totalCycles: i })),
  )
  expect(await counted()).toMatchObject({ records: 500, minutes: 500, hours: 500 })
})

test('a batch whose commit succeeded without the ingest hearing of it is acknowledged and counted once, live too', async () => {
  await device.publish(machineID, { lastSeen: at(0), totalCycles: 100 })
  const lost = proxy.loseAnswerTo('COMMIT')
  const published = device.publishAll(machineID, [
    { lastSeen: at(1000), totalCycles: 110 },
    { lastSeen: at(2000), totalCycles: 125, machineState: 'Idle' },
  ])
  await lost
  await published
  expect(await counted()).toEqual({ records: 3, minutes: 3, hours: 3, cycles: 25, live: 25 })
  const machine = await (await app.as('staff')).call('getMachine', { params: { id: machineID } })
  expect(machine).toMatchObject({ totalCycles: 125, machineState: 'Idle' })
})
