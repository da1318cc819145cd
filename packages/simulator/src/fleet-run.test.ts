import { createServer, type IncomingMessage, type Server } from 'node:http'
import {
  HISTORY_MAX_HOURS,
  recordPayloadSchema,
  recordTopic,
  sampleFleet,
  sampleJoinedFleet,
} from '@packhouse/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { BACKFILL_STEP_MS } from './backfill.ts'
import { isConnected } from './fleet/connection.ts'
import { runFleet } from './fleet-run.ts'
import { ManualClock } from './testing/manual-clock.ts'
import { deviceKey, eventually, startBroker, type TestBroker } from './testing/test-broker.ts'

const MINUTE = 60_000
/** Nine hours reach into the times of which a record is a minute apart. */
const HISTORY_MS = 9 * 60 * MINUTE
/** A time at which the flaky machine is there, and is so for minutes before and after. */
const START = (() => {
  const flaky = sampleFleet.find(({ behaviour }) => behaviour === 'flaky')
  if (flaky === undefined) throw new Error('no flaky machine')
  let start = Date.UTC(2026, 10, 21, 12)
  while (![-2, -1, 0, 1, 2].every((minutes) => isConnected(flaky, start + minutes * MINUTE, 1))) start += MINUTE
  return start
})()

let clock: ManualClock
let broker: TestBroker
let api: Server
let calls: string[]
let lastSeen: (machineID: string) => string | null
let hasJoined: boolean
let stop: AbortController
let running: Promise<void> | undefined

/** The calls of the API that the simulator makes, answered over real HTTP. */
function answer(request: IncomingMessage): unknown {
  const { authorization, 'x-api-key': key } = request.headers
  calls.push([request.method, request.url, authorization, key].filter(Boolean).join(' '))
  if (request.url === '/v1/auth/login') return { access_token: 'pha_test', refresh_token: 'phr_test' }
  if (request.url !== '/v1/ignition/machines') return undefined
  const machines = [...sampleFleet, ...(hasJoined ? sampleJoinedFleet : [])].map(({ machineID }) => ({
    machineID,
    ...{
      description: null,
      location: null,
      configurationId: null,
      online: null,
      onOrder: false,
      lastService: null,
      nextDue: null,
    },
    ...{ customer: null, machineState: null, reportedState: null, stateSince: null },
    ...{ cyclesPerMin: null, temperature: null, humidity: null, lastSeen: lastSeen(machineID), timeZone: 'UTC' },
  }))
  return { count: machines.length, machines }
}

beforeEach(async () => {
  calls = []
  hasJoined = false
  clock = new ManualClock(START)
  stop = new AbortController()
  broker = await startBroker()
  api = createServer((request, response) => {
    const body = answer(request)
    response.statusCode = body === undefined ? 204 : 200
    response.end(body === undefined ? undefined : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
})

afterEach(async () => {
  stop.abort()
  await running
  await broker.stop()
  api.closeAllConnections()
  await new Promise((resolve) => api.close(resolve))
})

function start(historyMs = HISTORY_MS): void {
  const address = api.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const settings = {
    broker: { url: broker.url, userName: 'sample-device', password: deviceKey },
    ...{ apiUrl: `http://127.0.0.1:${port}`, accountPassword: 'password of people', seed: 1, historyMs },
  }
  running = runFleet(settings, stop.signal, clock)
}

/** Lets the time go on, step by step, until `reached`. A step is only taken when all machines have done theirs. */
async function whenTimeGoesOn(reached: () => boolean, sleepers = published.length): Promise<void> {
  await eventually(() => {
    if (clock.sleeping >= sleepers) clock.moveOn()
    return reached()
  })
}

function recordsOf(machineID: string) {
  const mine = broker.received.filter(({ topic }) => topic === recordTopic(machineID))
  return mine.map(({ payload }) => recordPayloadSchema.parse(JSON.parse(payload)))
}

const speaking = sampleFleet.filter(({ behaviour }) => behaviour !== 'silent')
const published = speaking.map(({ machineID }) => machineID)

describe('the fleet', () => {
  test('publishes the missing records and then one per machine and second, in time order', async () => {
    const since = clock.now() - 10 * MINUTE
    lastSeen = () => new Date(since).toISOString()
    start()
    await whenTimeGoesOn(() => published.every((machineID) => live(machineID).length >= 3))
    const steady = recordsOf('VFFS-2214')
    const times = steady.map((record) => Date.parse(record.lastSeen ?? ''))
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times.filter((time) => time % BACKFILL_STEP_MS === 0 && time > since).length).toBeGreaterThanOrEqual(40)
    const cycles = steady.map(({ totalCycles }) => totalCycles ?? 0)
    expect(cycles).toEqual(cycles.toSorted((a, b) => a - b))
    const ticks = live('VFFS-2215')
    expect((ticks[1] ?? 0) - (ticks[0] ?? 0)).toBe(1000)
    expect(new Set(broker.received.map(({ topic }) => topic))).toEqual(new Set(published.map(recordTopic)))
    expect(broker.clientIds().toSorted()).toEqual(published.map((machineID) => `simulator-${machineID}`).toSorted())
  })

  /** Times of the records that are not of the grid of the backfill. */
  function live(machineID: string): number[] {
    const times = recordsOf(machineID).map((record) => Date.parse(record.lastSeen ?? ''))
    // The first machine publishes on full seconds, which may lie on the grid.
    return times.filter((time) => time % BACKFILL_STEP_MS !== 0)
  }

  test('sends of machines that join later once the API knows them, and what they have not sent before', async () => {
    const joined = sampleJoinedFleet.map(({ machineID }) => machineID)
    const since = START - 10 * MINUTE
    lastSeen = (machineID) => new Date(joined.includes(machineID) ? since : START).toISOString()
    start(HISTORY_MAX_HOURS * 60 * MINUTE)
    const asked = () => calls.filter((call) => call.startsWith('GET')).length
    // One more sleeps until it asks again.
    await whenTimeGoesOn(() => asked() === 2, published.length + 1)
    expect(joined.flatMap(recordsOf)).toEqual([])
    hasJoined = true
    await whenTimeGoesOn(() => joined.every((machineID) => live(machineID).length >= 2), published.length + 1)
    expect(asked()).toBe(3)
    for (const machineID of joined) {
      const times = recordsOf(machineID).map((record) => Date.parse(record.lastSeen ?? ''))
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      expect(times.filter((time) => time <= START).length).toBe((10 * MINUTE) / BACKFILL_STEP_MS)
    }
  })

  test('does not ask for machines that join where it has too little history for that', async () => {
    lastSeen = () => new Date(START).toISOString()
    start()
    await whenTimeGoesOn(() => clock.now() > START + 2 * MINUTE)
    expect(calls.filter((call) => call.startsWith('GET'))).toHaveLength(1)
  })

  test('signs in, asks and signs out with both credential headers', async () => {
    lastSeen = () => new Date(clock.now()).toISOString()
    start()
    await eventually(() => calls.length === 3)
    expect(calls).toEqual([
      'POST /v1/auth/login',
      'GET /v1/ignition/machines Bearer pha_test pha_test',
      'POST /v1/auth/logout Bearer pha_test pha_test',
    ])
  })

  test('owes what the settings say at most, and nothing of the time a machine was away', async () => {
    lastSeen = (machineID) => (machineID.startsWith('CSP-0442') ? null : new Date(clock.now()).toISOString())
    start()
    await whenTimeGoesOn(() => recordsOf('VFFS-2214').length > 0)
    const times = recordsOf('CSP-0442').map((record) => Date.parse(record.lastSeen ?? ''))
    expect(times.length).toBeGreaterThan(1_300 + 40)
    expect(times.length).toBeLessThan(1_600 + 60)
    expect(Math.min(...times)).toBeLessThan(clock.now() - HISTORY_MS + 15 * MINUTE)
    const [flaky] = sampleFleet.filter(({ behaviour }) => behaviour === 'flaky')
    expect(flaky && times.every((time) => isConnected(flaky, time, 1))).toBe(true)
  })

  test('goes live without backfill where the API cannot be asked', async () => {
    await new Promise((resolve) => api.close(resolve))
    api = createServer((_request, response) => response.writeHead(503).end())
    await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
    start()
    const from = clock.now()
    await whenTimeGoesOn(() => published.every((machineID) => recordsOf(machineID).length > 0))
    expect(recordsOf('VFFS-2214').every((record) => Date.parse(record.lastSeen ?? '') >= from)).toBe(true)
  })

  test('disconnects every machine when it is stopped', async () => {
    lastSeen = () => new Date(clock.now()).toISOString()
    start()
    await whenTimeGoesOn(() => broker.clientIds().length === published.length)
    stop.abort()
    await running
    await eventually(() => broker.clientIds().length === 0)
  })
})
