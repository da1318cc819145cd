import { type FleetPairs, permissionDescriptions } from '@packhouse/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { Maker } from '../conformance/support/maker.ts'
import type { Caller } from '../support/caller.ts'
import type { Device } from '../support/device.ts'
import { expectProblem } from '../support/problem.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { runFleet } from './fleet-runs.ts'
import { EMPTY_LIBRARY, LibraryRows, type Row } from './library-rows.ts'

/**
 * Three machines of one model: two at Nordfjell, one of them running now, and one at Baltic. Each ran for two hours on one day, at 70,
 * 71 and 72 cycles per minute, of a model that is said to make 120.
 */
const OWN = ['VFFS-2214', 'CRT-1130'] as const
const FOREIGN = 'FLW-1204'
const CLAIM = 120
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const app = useTestApp()
const rows = new LibraryRows(() => staff)
let maker: Maker
const start = Math.floor(Date.now() / DAY_MS) * DAY_MS - 2 * DAY_MS
const DAY = new Date(start).toISOString().slice(0, 10)
let staff: Caller
let device: Device
let type: Row
let model: Row
let other: Row
let style: Row

/** Running at a speed without a silence, for as many half minutes; at first two hours. */
async function run(machineID: string, speed: number | undefined, halfMinutes = 240): Promise<void> {
  const records = Array.from({ length: halfMinutes + 1 }, (_, place) => ({
    lastSeen: new Date(start + place * 30_000).toISOString(),
    machineState: place === halfMinutes ? 'Stopped' : 'Execute',
    cyclesPerMin: speed,
    machineData: { Recipe: 'Portion of the test' },
  }))
  await device.publishAll(machineID, records)
}

beforeAll(async () => {
  staff = await app.as('staff')
  device = await app.device()
  await app.sql(EMPTY_LIBRARY)
  maker = new Maker(app)
  type = await rows.type()
  model = await rows.machine(type, { designSpeed: CLAIM, designSpeedUnit: 'packs/min' })
  other = await rows.machine(type, { designSpeed: CLAIM, designSpeedUnit: 'packs/h' })
  style = await rows.style()
  for (const id of [...OWN, FOREIGN]) {
    await app.sql('UPDATE machine SET configuration_id = $1 WHERE machine_id = $2', [model.model, id])
  }
  for (const [place, id] of [...OWN, FOREIGN].entries()) await run(id, 70 + place)
  await rows.must('POST', '/recipe-styles', { recipe: 'Portion of the test', styleId: style.id })
  await runFleet(app)
})

const fleetOf = (caller: Caller, { id }: Row) => caller.call('libraryMachineFleet', { params: { id } })
const pairsOf = async (caller: Caller, query = {}) => await caller.call('fleetPairs', { query })
const FINDING = { kind: 'speed', claims: CLAIM, median: 71, machines: 3 }

describe('the figures of a library machine', () => {
  test('say what its machines do, by style, and what claim they contradict', async () => {
    const figures = { machines: 3, median: 71, p10: 70, p90: 72, hours: 6, unknownHours: 0, since: DAY, until: DAY }
    const { places, workedOutAt, ...fleet } = await fleetOf(staff, model)
    expect(fleet).toEqual({
      installed: 3,
      runningNow: 0,
      leftOut: 0,
      customers: 2,
      sites: expect.any(Number),
      promises: null,
      total: { ...figures, finding: FINDING },
      styles: [
        { style: { id: style.id, code: style.code, name: style.name }, ...figures, finding: FINDING, promises: null },
      ],
      withoutStyle: null,
    })
    expect(places?.reduce((sum, { installed }) => sum + installed, 0)).toBe(3)
    expect(workedOutAt).not.toBeNull()
  })

  test('name customers and locations only for those who may read both', async () => {
    const every = ['libraryMachine.read', 'customer.read', 'machine.read']
    const { places, ...fleet } = await fleetOf(await maker.account(every), model)
    expect(places?.map(({ customer }) => customer?.name)).toEqual(
      expect.arrayContaining(['Nordfjell Seafood AS', 'Baltic Bakeries sp. z o.o.']),
    )
    for (const missing of ['customer.read', 'machine.read']) {
      const caller = await maker.account(every.filter((permission) => permission !== missing))
      const answer = await caller.get(`/v1/machine-library/machines/${model.id}/fleet`)
      expect(answer.body).toEqual({ ...fleet, places: null })
      expect(answer.text).not.toMatch(/Nordfjell|Baltic/)
    }
  })

  test('count a machine that is running now for as long as it is heard', async () => {
    await device.publish(OWN[1], { machineState: 'Execute' })
    await until('a running machine', async () => (await fleetOf(staff, model)).runningNow === 1)
    await device.publish(OWN[1], { machineState: 'Held' })
    await until('no running machine', async () => (await fleetOf(staff, model)).runningNow === 0)
  })

  test('have nothing of what a machine does that is not shared, not even that it runs, and say that it is left out', async () => {
    await device.publish(OWN[1], { machineState: 'Execute' })
    await until('a running machine', async () => (await fleetOf(staff, model)).runningNow === 1)
    const customer = await app.as('customer')
    const share = async (shared: boolean) => {
      await customer.call('decideSharing', { body: { machine_ids: [OWN[1]], purpose: 'support', shared, until: null } })
    }
    await share(false)
    const { places, ...fleet } = await fleetOf(staff, model)
    expect(fleet).toMatchObject({ installed: 3, runningNow: 0, leftOut: 1, total: { machines: 2 } })
    expect(places?.map(({ runningNow }) => runningNow)).not.toContain(1)
    const { machines } = await staff.call('fleetOfMachines', { query: { id: [model.id] } })
    expect(machines).toMatchObject([{ installed: 3, runningNow: 0, machines: 2 }])
    await share(true)
    expect(await fleetOf(staff, model)).toMatchObject({ runningNow: 1, leftOut: 0 })
    await device.publish(OWN[1], { machineState: 'Held' })
    await until('no running machine', async () => (await fleetOf(staff, model)).runningNow === 0)
  })

  test('are there in short for the rows of a list, in the order that was asked for', async () => {
    const { machines } = await staff.call('fleetOfMachines', { query: { id: [other.id, model.id, style.id] } })
    expect(machines).toEqual([
      {
        machineId: other.id,
        installed: 0,
        runningNow: 0,
        machines: 0,
        median: null,
        p10: null,
        p90: null,
        hours: 0,
        ofDesign: null,
        finding: null,
      },
      {
        machineId: model.id,
        installed: 3,
        runningNow: 0,
        machines: 3,
        median: 71,
        p10: 70,
        p90: 72,
        hours: 6,
        ofDesign: 0.592,
        finding: FINDING,
      },
    ])
    expectProblem(await staff.get('/v1/machine-library/machines/fleet'), 'invalid_request')
    expectProblem(await staff.get('/v1/machine-library/machines/fleet?id=x'), 'invalid_request')
  })

  test('contradict nothing where the design speed is not per minute, nor after too short a time', async () => {
    const [first] = OWN
    await app.sql('UPDATE machine SET configuration_id = $1 WHERE machine_id = $2', [other.model, first])
    expect((await fleetOf(staff, other)).total).toMatchObject({ median: 70, finding: null })
    expect((await fleetOf(staff, model)).total).toMatchObject({ median: 71, finding: { machines: 2 } })
    await app.sql('UPDATE machine SET configuration_id = $1 WHERE machine_id = $2', [model.model, first])
    const short = await rows.machine(type, { designSpeed: CLAIM })
    await run('SHORT-1', 60, 118)
    await app.sql('UPDATE machine SET configuration_id = $1 WHERE machine_id = $2', [short.model, 'SHORT-1'])
    await runFleet(app)
    expect((await fleetOf(staff, short)).total).toMatchObject({ hours: 0.98, median: 60, finding: null })
    // The half minute after the end of the first run stays as it was.
    await run('SHORT-1', 60, 122)
    await runFleet(app)
    expect((await fleetOf(staff, short)).total).toMatchObject({ hours: 1.01, finding: { claims: CLAIM, median: 60 } })
    await app.sql('UPDATE machine SET configuration_id = NULL WHERE machine_id = $1', ['SHORT-1'])
  })
})

describe('the pairs of the matrix that run in the field', () => {
  const url = '/v1/machine-library/machines/compatibility-matrix/fleet'

  test('come with their median, and with the claim of the answer before that of the machine', async () => {
    const pair = { machine: 0, style: 0, count: 3, median: 71, hours: 6, until: DAY }
    const pairs = { machines: [model.id], styles: [style.id], pairs: [{ ...pair, finding: FINDING }] }
    expect(await pairsOf(staff)).toMatchObject(pairs)
    const cell = await rows.cell(model, style, { speedMax: 80 })
    expect((await pairsOf(staff)).pairs).toEqual([{ ...pair, finding: null }])
    await rows.must('PUT', `/compatibility/${cell.id}`, { rowVersion: cell.rowVersion, speedMax: 100 })
    expect((await pairsOf(staff)).pairs).toEqual([{ ...pair, finding: { ...FINDING, claims: 100 } }])
    await rows.must('DELETE', `/compatibility/${cell.id}`)
  })

  test('contradict an answer no, of whatever speed, unless it lists a material that is possible', async () => {
    const cell = await rows.cell(model, style, { result: 'no', speedMax: 100 })
    const finding = { kind: 'answer', answer: 'no', machines: 3, hours: 6 }
    const findings = async () => [
      (await pairsOf(staff)).pairs[0]?.finding,
      (await fleetOf(staff, model)).styles[0]?.finding,
    ]
    expect(await findings()).toEqual([finding, finding])
    expect((await fleetOf(staff, model)).total.finding).toEqual(FINDING)
    const path = `/compatibility/${cell.id}/materials`
    await rows.must('POST', path, { materialId: await rows.materialId('paper'), result: 'no' })
    expect(await findings()).toEqual([finding, finding])
    await rows.must('POST', path, { materialId: await rows.materialId('mono-PE'), result: 'yes' })
    expect(await findings()).toMatchObject([{ kind: 'speed' }, { kind: 'speed', claims: 100 }])
    await rows.must('DELETE', `/packaging-styles/${style.id}/machines/${model.id}`)
  })

  test('contradict an answer no only after enough running time, its speed known or not', async () => {
    const rare = await rows.machine(type, { designSpeed: 10 })
    await rows.cell(rare, style, { result: 'no' })
    const finding = async () => (await fleetOf(staff, rare)).styles[0]?.finding
    await run('RARE-1', undefined, 118)
    await app.sql('UPDATE machine SET configuration_id = $1 WHERE machine_id = $2', [rare.model, 'RARE-1'])
    await runFleet(app)
    expect(await finding()).toBeNull()
    await run('RARE-1', undefined, 122)
    await runFleet(app)
    expect(await finding()).toEqual({ kind: 'answer', answer: 'no', machines: 1, hours: 1.01 })
    await app.sql('UPDATE machine SET configuration_id = NULL WHERE machine_id = $1', ['RARE-1'])
  })

  test('are of the window that is asked for', async () => {
    const matrix = await staff.call('compatibilityMatrix', { query: {} })
    const [machineFrom, styleFrom] = [
      matrix.machines.findIndex(({ id }) => id === model.id),
      matrix.styles.findIndex(({ id }) => id === style.id),
    ].map(String)
    const one = { machineCount: '1', styleCount: '1' }
    expect((await pairsOf(staff, { ...one, machineFrom, styleFrom })).pairs).toHaveLength(1)
    const beside = { ...one, machineFrom: String(Number(machineFrom) + 1), styleFrom }
    expect(await pairsOf(staff, beside)).toMatchObject({ machines: [], styles: [], pairs: [] })
    const behind = { ...one, machineFrom, styleFrom: String(Number(styleFrom) + 1) }
    expect(await pairsOf(staff, behind)).toMatchObject({ machines: [], styles: [], pairs: [] })
  })

  test('are not sent again until something of them changes', async () => {
    let etag = ''
    const ask = async () => {
      const answer = await staff.request(url, { headers: { 'if-none-match': etag } })
      etag = String(answer.headers.etag)
      return answer.status
    }
    expect([await ask(), await ask()]).toEqual([200, 304])
    const changes = {
      mapping: () => rows.must('POST', '/recipe-styles', { recipe: 'Another', styleId: style.id }),
      claim: () => rows.cell(model, style, { speedMax: 75 }),
      model: () => app.sql('UPDATE machine SET configuration_id = NULL WHERE machine_id = $1', [FOREIGN]),
      late: async () => {
        await device.publish(OWN[0], { lastSeen: new Date(start - HOUR_MS).toISOString(), machineState: 'Execute' })
        await runFleet(app)
      },
    }
    for (const [name, change] of Object.entries(changes)) {
      await change()
      expect([name, await ask(), await ask()]).toEqual([name, 200, 304])
    }
    await runFleet(app)
    expect(await ask()).toBe(304)
  })

  test('are sent again when a customer ends sharing, without what that machine ran, and when it shares it again', async () => {
    const customer = await app.as('customer')
    const decide = (shared: boolean) =>
      customer.call('decideSharing', { body: { machine_ids: [OWN[0]], purpose: 'support', shared } })
    const before = await staff.request(url)
    const again = async () => await staff.request(url, { headers: { 'if-none-match': String(before.headers.etag) } })
    expect((await again()).status).toBe(304)
    await decide(false)
    const without = await again()
    expect(without.status).toBe(200)
    const countOf = ({ body }: typeof before) => (body as FleetPairs).pairs.map(({ count }) => count)
    expect(countOf(without)).toEqual(countOf(before).map((count) => count - 1))
    await decide(true)
    expect((await again()).status).toBe(304)
  })
})

describe("a customer's user with every permission of the library", () => {
  test('learns nothing of the fleet, not even of its own machines', async () => {
    const insider = await maker.account(Object.keys(permissionDescriptions), 'NORDFJELL')
    expectProblem(await insider.get(`/v1/machine-library/machines/${model.id}/fleet`), 'not_found')
    expect((await insider.call('fleetOfMachines', { query: { id: model.id } })).machines).toEqual([])
    expect(await pairsOf(insider)).toMatchObject({ machines: [], styles: [], pairs: [] })
    expect((await insider.call('unmappedRecipes', { query: {} })).items).toEqual([])
    expect((await insider.get('/v1/machine-library/recipe-styles')).body).toMatchObject({ items: [] })
  })
})
