import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { eventually } from '../support/eventually.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'

const HOUR_MS = 3_600_000
const ID = 'VFFS-2214'
const DESIGN_SPEED = 34
const app = useTestApp()
let customer: Caller
/** Start of a whole hour, three hours ago. */
const start = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 3 * HOUR_MS
const at = (minute: number) => new Date(start + minute * 60_000).toISOString()

beforeAll(async () => {
  customer = await app.as('customer')
  const device = await app.device()
  const states = (minute: number) =>
    minute < 60 ? 'Execute' : minute < 75 ? 'Held' : minute < 80 ? 'Aborted' : 'Stopped'
  const payloads = Array.from({ length: 91 }, (_, minute) => ({
    lastSeen: at(minute),
    totalCycles: 30 * Math.min(minute, 60),
    totalRejects: 3 * Math.min(minute, 60),
    machineState: states(minute),
    temperature: 20 + minute / 10,
    machineData: { film: minute },
  }))
  await device.publishAll(ID, payloads)
})

describe('the metrics of machines', () => {
  test('share all the time out, and give the parts of the OEE', async () => {
    const metrics = await customer.call('machineMetrics', { query: {} })
    expect(metrics).toMatchObject({ days: 7, count: metrics.machines.length })
    const own = metrics.machines.find(({ machineID }) => machineID === ID)
    expect(own).toMatchObject({
      records: 91,
      cycles: 1800,
      rejects: 180,
      runningMs: 60 * 60_000,
      idleMs: 15 * 60_000,
      faultedMs: 5 * 60_000,
      stoppedMs: 11 * 60_000,
      averageTemperature: expect.closeTo(24.5, 6),
    })
    const { runningMs = 0, idleMs = 0, stoppedMs = 0, faultedMs = 0, unknownMs = 0 } = own ?? {}
    const length = Date.parse(metrics.to) - Date.parse(metrics.from)
    expect(runningMs + idleMs + stoppedMs + faultedMs + unknownMs).toBe(length)
    expect(own?.availability).toBeCloseTo(60 / 91, 6)
    expect(own?.performance).toBeCloseTo(30 / DESIGN_SPEED, 6)
    expect(own?.quality).toBeCloseTo(0.9, 6)
    expect(own?.oee).toBeCloseTo((60 / 91) * (30 / DESIGN_SPEED) * 0.9, 6)
  })

  test('have no quality where rejects are not reported, and name the factors of the OEE', async () => {
    const read = async () =>
      (await customer.call('machineMetrics', { query: {} })).machines.find(({ machineID }) => machineID === ID)
    const before = await read()
    expect(before?.factors).toEqual(['availability', 'performance', 'quality'])
    const ofMachine = 'WHERE machine_key = (SELECT key FROM machine WHERE machine_id = $1)'
    const [stored] = await app.sql<{ rejects: string }>(`SELECT total_rejects AS rejects FROM latest ${ofMachine}`, [
      ID,
    ])
    await app.sql(`UPDATE latest SET total_rejects = NULL ${ofMachine}`, [ID])
    expect(await read()).toMatchObject({ quality: null, factors: ['availability', 'performance'] })
    await app.sql(`UPDATE latest SET total_rejects = $2 ${ofMachine}`, [ID, stored?.rejects])
    expect(await read()).toEqual({ ...before, unknownMs: expect.any(Number), utilization: expect.any(Number) })
  })

  test('are of no value where nothing was heard', async () => {
    const { machines } = await customer.call('machineMetrics', { query: { days: '1' } })
    const silent = machines.find(({ machineID }) => machineID === 'FLW-0904')
    expect(silent).toMatchObject({ records: 0, availability: null, quality: null, oee: null, utilization: null })
  })
})

describe('the heat map', () => {
  test('reports each hour of one machine, in the time zone of its site', async () => {
    const map = await customer.call('machineHeatmap', { query: { machineID: ID } })
    expect(map).toMatchObject({ machineID: ID, days: 7, machines: 1, timeZone: expect.stringMatching(/\w/) })
    expect(map.hours).toEqual([
      { time: at(0), cycles: 1770, rejects: 177, runningMs: HOUR_MS, knownMs: HOUR_MS },
      { time: at(60), cycles: 30, rejects: 3, runningMs: 0, knownMs: 31 * 60_000 },
    ])
  })

  test('of all machines is that of the customer alone', async () => {
    const own = await customer.call('machineHeatmap', { query: {} })
    const other = await (await app.as('other')).call('machineHeatmap', { query: {} })
    expect(own.hours.map(({ cycles }) => cycles)).toEqual([1770, 30])
    expect(other.hours).toEqual([])
  })

  test.each(['undefined', 'null'])('of a machine named %s is not that of all machines', async (machineID) => {
    await (await app.device()).publish(machineID, { totalCycles: 1 })
    const staff = await app.as('staff')
    expect(await staff.call('machineHeatmap', { query: {} })).toMatchObject({ machineID: null })
    expect(await staff.call('machineHeatmap', { query: { machineID } })).toMatchObject({ machineID, machines: 1 })
  })
})

describe('the times in each state', () => {
  test('cover every moment, and report what is unknown as unknown', async () => {
    const states = await customer.call('machineStates', { params: { id: ID }, query: { from: at(-10), to: at(120) } })
    expect(states.intervals.map(({ state, reportedState, from, to }) => [state, reportedState, from, to])).toEqual([
      ['Unknown', null, at(-10), at(0)],
      ['Running', 'Execute', at(0), at(60)],
      ['Idle', 'Held', at(60), at(75)],
      ['Faulted', 'Aborted', at(75), at(80)],
      ['Stopped', 'Stopped', at(80), at(91)],
      ['Unknown', null, at(91), at(120)],
    ])
    expect(states.totals).toEqual({
      runningMs: 60 * 60_000,
      idleMs: 15 * 60_000,
      faultedMs: 5 * 60_000,
      stoppedMs: 11 * 60_000,
      unknownMs: 39 * 60_000,
    })
  })

  test('end with now', async () => {
    const to = new Date(Date.now() + HOUR_MS).toISOString()
    const states = await customer.call('machineStates', { params: { id: ID }, query: { from: at(0), to } })
    expect(Date.parse(states.to)).toBeLessThanOrEqual(Date.now())
    expect(states.intervals.at(-1)).toMatchObject({ state: 'Unknown', to: states.to })
  })
})

describe('the fleet', () => {
  test('has every machine with its customer, its site and how it is now, for staff alone', async () => {
    const staff = await app.as('staff')
    await app.sql(`INSERT INTO alarm (id, machine_key, code, severity, message, started_at, raised_at, told)
      SELECT uuidv7(), key, 'Hot', 'major', 'Hot', now(), now(), false FROM machine WHERE machine_id = 'FLW-0904'`)
    const { customers, sites, machines } = await staff.call('fleet')
    const [counted] = await app.sql<{ count: number }>(
      'SELECT count(*)::int AS count FROM machine WHERE deleted_at IS NULL',
    )
    expect(machines).toHaveLength(counted?.count ?? 0)
    const own = machines.find(({ machineID }) => machineID === ID)
    expect(own).toMatchObject({
      standing: 'Offline',
      since: Date.parse(at(90)) / 1_000,
      ...{ perMin: null, designSpeed: 34 },
      alarms: 0,
      attention: true,
    })
    const [row] = await app.sql(
      `SELECT c.name AS customer, l.name AS site, l.city FROM machine m JOIN customer c ON c.id = m.customer_id
      LEFT JOIN location l ON l.id = m.location_id WHERE m.machine_id = $1`,
      [ID],
    )
    const site = sites[own?.site ?? -1]
    expect({
      customer: customers[own?.customer ?? -1]?.name,
      site: site?.name ?? null,
      city: site?.city ?? null,
    }).toEqual(row)
    expect(site && customers[site.customer ?? -1]?.name).toBe(row?.customer)
    expect(machines.find(({ machineID }) => machineID === 'FLW-0904')).toMatchObject({
      standing: 'NoLiveData',
      alarms: 1,
    })
    await app.sql(`DELETE FROM alarm WHERE code = 'Hot'`)
    expectProblem(await customer.request('/v1/fleet'), 'permission_missing')
  })

  test('has lanes of some machines: the state that took most of each slot', async () => {
    const staff = await app.as('staff')
    const lanesOf = async (hours: '3' | '12' | '168', ...ids: string[]) =>
      await staff.call('fleetLanes', { body: { hours, machine_ids: ids } })
    const { slotMinutes, from, to, lanes } = await lanesOf('12', ID, ID, 'FLW-0904', 'NOBODY-1')
    expect(lanes.map(({ machineID }) => machineID)).toEqual([ID, 'FLW-0904'])
    expect([slotMinutes, Date.parse(to) - Date.parse(from)]).toEqual([2, 12 * HOUR_MS])
    const before = (start - Date.parse(from)) / 120_000
    const [own, silent] = lanes
    const known = [...'R'.repeat(30), ...'I'.repeat(8), ...'F'.repeat(2), ...'S'.repeat(6)].join('')
    expect(own?.states).toBe(`${'U'.repeat(before)}${known}`.padEnd(360, 'U'))
    expect(own?.running).toBeGreaterThanOrEqual(60 / 720)
    expect(own?.running).toBeLessThan(60 / 717)
    expect(silent).toEqual({ machineID: 'FLW-0904', running: null, states: 'U'.repeat(360) })
    const [week] = (await lanesOf('168', ID)).lanes
    expect(week?.states).toMatch(/^U+RU+$/)
    expect(week?.states).toHaveLength(168)
    expect((await lanesOf('3', ID)).lanes[0]?.states).toHaveLength(180)
    const many = Array.from({ length: 101 }, (_, n) => `M-${n}`)
    expectProblem(await staff.post('/v1/fleet/lanes', { hours: '3', machine_ids: many }), 'invalid_request')
  })
})

describe('the history of a tag', () => {
  const history = async (query: Record<string, string>) =>
    await customer.call('machineHistory', { params: { id: ID }, query: { from: at(0), to: at(120), ...query } })

  test('gives every reading where there are no more than wanted', async () => {
    const { intervalMs, points, kind } = await history({ tag: 'film', points: '100' })
    expect({ intervalMs, kind }).toEqual({ intervalMs: 0, kind: 'numeric' })
    expect(points.map(({ value }) => value)).toEqual(Array.from({ length: 91 }, (_, n) => n))
  })

  test('gives means with the least and the greatest where there are more', async () => {
    const { intervalMs, points } = await history({ tag: 'film', points: '12' })
    expect(intervalMs).toBe(10 * 60_000)
    expect(points).toHaveLength(12)
    expect(points[0]).toEqual({ time: at(0), value: 4.5, min: 0, max: 9 })
    expect(points[11]).toEqual({ time: at(110), value: null })
  })

  test('gives cycles and states in as many points as wanted', async () => {
    const cycles = await history({ tag: 'CycleCount', points: '4' })
    expect(cycles.points.map(({ value }) => value)).toEqual([870, 900, 30, 0])
    const states = await history({ tag: 'MachineState', points: '4' })
    expect(states.points.map(({ value }) => value)).toEqual(['Running', 'Running', 'Idle', 'Stopped'])
  })

  test.each([[{ tag: 'film', points: '0' }], [{ tag: 'film', to: at(-1) }], [{ tag: 'film', to: 'later' }]])(
    'refuses %o',
    async (query) => {
      const parts = new URLSearchParams({ from: at(0), to: at(120), ...query })
      const answer = await customer.request(`/v1/ignition/machines/${ID}/history?${parts}`)
      expect(answer.status).toBe(400)
    },
  )
})

test('a batch reports the machines that may be seen, and the others as missing', async () => {
  const ids = [ID, 'FLW-1204', 'NOWHERE', ID]
  const batch = await customer.call('machineBatch', { body: { machine_ids: ids }, query: { includeHistory: 'true' } })
  expect(batch).toMatchObject({ count: 1, missing: ['FLW-1204', 'NOWHERE'] })
  expect(batch.machines[0]).toMatchObject({ machineID: ID, cycleCounts: { hours: 3 } })
})

test('the share of time in which a machine ran is on its card', async () => {
  const { machines } = await customer.call('myMachines', { query: { includeHistory: 'true' } })
  const own = machines.find(({ machineID }) => machineID === ID)
  expect(own?.utilization).toBeGreaterThan(0)
  expect(own?.utilization).toBeLessThanOrEqual(34)
  expect(machines.find(({ machineID }) => machineID === 'FLW-0904')?.utilization).toBeNull()
})

test('the test of a machine says what is wrong and what to do', async () => {
  const found = await customer.call('testMachine', { params: { id: ID } })
  const check = (name: string) => found.checks.find((entry) => entry.name === name)
  expect(found.works).toBe(false)
  expect(check('registered')?.works).toBe(true)
  expect(check('counter')?.works).toBe(true)
  expect(check('fresh')).toMatchObject({ works: false, words: expect.stringMatching(/See that it publishes/) })
  const device = await app.device()
  await device.publish(ID, { temperature: 'hot' })
  const refused = async () => (await customer.call('testMachine', { params: { id: ID } })).checks
  await eventually(refused).toContainEqual({
    name: 'refused',
    works: false,
    words: expect.stringMatching(/^1 message was refused .+ It is kept under Telemetry, Dead letters\.$/),
  })
})

test('the test of a machine looks back as far, and for the tag, that it is asked about', async () => {
  const checksOf = async (query: { hours?: string; tag?: string }) => {
    const { checks } = await customer.call('testMachine', { params: { id: ID }, query })
    return Object.fromEntries(checks.map(({ name, works, words }) => [name, { works, words }]))
  }
  await app.sql(
    `UPDATE refused_message SET received_at = now() - interval '3 hours', last_at = NULL
     WHERE machine_key = (SELECT key FROM machine WHERE machine_id = $1)`,
    [ID],
  )
  const [long, short] = [await checksOf({ hours: '4' }), await checksOf({ hours: '2' })]
  expect(long.refused?.words).toMatch(/^1 message was refused in the last 4 hours/)
  expect(short.refused?.words).toBe('No message was refused in the last 2 hours.')
  expect(long).not.toHaveProperty('tag')
  expect((await checksOf({ tag: 'totalCycles' })).tag).toEqual({ works: true, words: 'It reports totalCycles.' })
  expect((await checksOf({ tag: 'constructor' })).tag?.works).toBe(false)
  for (const query of ['hours=0', 'hours=169', 'tag='])
    expectProblem(await customer.get(`/v1/ignition/test/${ID}?${query}`), 'invalid_request')
})
