import { FLEET_SPEED_ACCURACY, type LibraryMachineFleet } from '@packhouse/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import type { Device } from '../support/device.ts'
import { randomNumbers, seed } from '../support/seed.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { type FleetRecord, quantileOf, recipeIn, recountRunning, type Seconds } from './fleet-recount.ts'
import { runFleet } from './fleet-runs.ts'
import { LibraryRows, type Row } from './library-rows.ts'

const SECOND_MS = 1_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const RECIPES = ['Pillow bag', 'Gusset bag', 12, null] as const
const STATES = ['Execute', 'Running', 'Execute', 'Held', 'Stopped', 'Aborted'] as const

const app = useTestApp()
const random = randomNumbers(seed)
const rows = new LibraryRows(() => staff)
/** Start of a day, UTC, six days ago. */
const start = Math.floor(Date.now() / DAY_MS) * DAY_MS - 6 * DAY_MS
let staff: Caller
let device: Device
let type: Row
let fleet = 0

beforeAll(async () => {
  staff = await app.as('staff')
  device = await app.device()
  type = await rows.type()
})

const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
const maybe = <T>(share: number, value: () => T): T | undefined => (random() < share ? value() : undefined)

/** Records of some hours around midnights, with silences, and with tags that are not always reported. */
function randomRecords(days: number): FleetRecord[] {
  const records = new Map<number, FleetRecord>()
  for (let day = 1; day <= days; day += 1) {
    let at = start + day * DAY_MS - Math.floor(random() * 1_500) * SECOND_MS
    for (let count = 0; count < 120; count += 1) {
      at += (1 + Math.floor(random() * (random() < 0.05 ? 400 : 40))) * SECOND_MS
      const reported = {
        machineState: maybe(0.3, () => pick(STATES)),
        cyclesPerMin: maybe(0.6, () => Math.round((60 + random() * 60) * 10) / 10),
        recipe: maybe(0.05, () => pick(RECIPES)),
      }
      records.set(at, {
        at,
        ...Object.fromEntries(Object.entries(reported).filter(([, value]) => value !== undefined)),
      })
    }
  }
  return [...records.values()].sort((a, b) => a.at - b.at)
}

async function publish(machineID: string, records: readonly FleetRecord[]): Promise<void> {
  const payloads = records.map(({ at, recipe, ...fields }) => ({
    lastSeen: new Date(at).toISOString(),
    ...fields,
    ...(recipe === undefined ? {} : { machineData: { Recipe: recipe } }),
  }))
  await device.publishAll(machineID, payloads)
}

/** A library machine with installed ones, which publish. */
async function buildFleet(records: readonly (readonly FleetRecord[])[], more: object = {}) {
  const model = await rows.machine(type, more)
  fleet += 1
  const ids = records.map((_, place) => `FLEET-${fleet}-${place + 1}`)
  for (const id of ids)
    await rows.must('POST', '/v1/machines', { machineID: id, configurationId: String(model.model).toLowerCase() })
  for (const [place, id] of ids.entries()) await publish(id, records[place] ?? [])
  return { model, ids }
}

async function figuresOf({ id }: Row): Promise<LibraryMachineFleet> {
  return await staff.call('libraryMachineFleet', { params: { id } })
}

const KNOWN_AND_UNKNOWN = `(sketch ->> 'unknownMs')::float8 / 1000 AS unknown,
  (SELECT coalesce(sum(time::text::float8), 0) / 1000 FROM json_array_elements(sketch -> 'ms') AS time) AS known`

/** What is stored of a machine, as the recount has it. */
async function storedSeconds(machineID: string) {
  const found = await app.sql<{ key: string; known: number; unknown: number }>(
    `SELECT day || ' ' || recipe AS key, ${KNOWN_AND_UNKNOWN}
     FROM fleet_running JOIN machine ON key = machine_key WHERE machine_id = $1`,
    [machineID],
  )
  return new Map(found.map(({ key, known, unknown }) => [key, { known, unknown }]))
}

async function storedTotals(machineID: string) {
  const found = await app.sql<{ recipe: string; known: number; unknown: number }>(
    `SELECT recipe, ${KNOWN_AND_UNKNOWN}
     FROM fleet_total JOIN machine ON key = machine_key WHERE machine_id = $1`,
    [machineID],
  )
  return new Map(found.map(({ recipe, known, unknown }) => [recipe, { known, unknown }]))
}

/** Days that are over at the moment, as the job sees it. */
const isOver = (key: string) => Date.parse(`${key.slice(0, 10)}T00:00:00Z`) + DAY_MS + HOUR_MS <= Date.now()

function expected(records: readonly FleetRecord[]): Map<string, Seconds> {
  return new Map([...recountRunning(records)].filter(([key]) => isOver(key)))
}

const amountsOf = (seconds: Map<string, Seconds>) =>
  new Map([...seconds].map(([key, { speeds, unknown }]) => [key, { known: speeds.length, unknown }]))

async function expectAsRecounted(machineID: string, records: readonly FleetRecord[]): Promise<void> {
  const days = expected(records)
  expect(await storedSeconds(machineID)).toEqual(amountsOf(days))
  const totals = new Map<string, Seconds>()
  for (const [key, { speeds, unknown }] of days) {
    const total = totals.get(recipeIn(key)) ?? { speeds: [], unknown: 0 }
    totals.set(recipeIn(key), { speeds: [...total.speeds, ...speeds], unknown: total.unknown + unknown })
  }
  expect(await storedTotals(machineID)).toEqual(amountsOf(totals))
}

function expectNear(actual: number | null, exact: number): void {
  expect(actual).not.toBeNull()
  // Two decimals are shown.
  expect(Math.abs((actual ?? 0) - exact)).toBeLessThanOrEqual(exact * FLEET_SPEED_ACCURACY + 0.005)
}

describe('a small fleet', () => {
  const records = [randomRecords(4), randomRecords(3), randomRecords(4)]
  const seconds = records.flatMap((one) => [...expected(one)])
  let built: Awaited<ReturnType<typeof buildFleet>>
  let style: Row

  beforeAll(async () => {
    built = await buildFleet(records, { designSpeed: 120, designSpeedUnit: 'cycles/min' })
    style = await rows.style()
    await app.runRetention(start + 3 * DAY_MS)
    await runFleet(app)
  })

  const of = (isWanted: (recipe: string) => boolean) => {
    const wanted = seconds.filter(([key]) => isWanted(recipeIn(key))).map(([, one]) => one)
    return {
      speeds: wanted.flatMap(({ speeds }) => speeds),
      unknown: wanted.reduce((sum, one) => sum + one.unknown, 0),
    }
  }
  const hours = (count: number) => Math.round((count / 3_600) * 100) / 100

  test('has to the second the running time of a plain recount, by day and recipe, from rows and sealed blocks', async () => {
    const [sealed] = await app.sql<{ count: number }>('SELECT count(*)::int AS count FROM record_block')
    expect(sealed?.count).toBeGreaterThan(0)
    for (const [place, id] of built.ids.entries()) await expectAsRecounted(id, records[place] ?? [])
  })

  test('has a median and an 80 % span as near as promised, and leaves unknown time out', async () => {
    const all = of(() => true)
    expect(all.unknown).toBeGreaterThan(0)
    const { total, ...rest } = await figuresOf(built.model)
    expectNear(total.median, quantileOf(all.speeds, 0.5))
    expectNear(total.p10, quantileOf(all.speeds, 0.1))
    expectNear(total.p90, quantileOf(all.speeds, 0.9))
    expect(total).toMatchObject({ machines: 3, hours: hours(all.speeds.length), unknownHours: hours(all.unknown) })
    expect(rest).toMatchObject({ installed: 3, runningNow: 0, customers: 0, sites: 0, styles: [] })
    expect(rest.withoutStyle).toMatchObject({ hours: total.hours, finding: null })
    expect(Date.parse(rest.workedOutAt ?? '')).toBeGreaterThan(Date.now() - HOUR_MS)
  })

  test('lists the recipes without a style, whose mapping takes effect on the past, and whose removal too', async () => {
    const unmapped = async () =>
      (await staff.call('unmappedRecipes', { query: { pageSize: '200' } })).items.filter(
        ({ libraryMachine }) => libraryMachine?.id === built.model.id,
      )
    const pillow = of((recipe) => recipe === 'Pillow bag')
    expect(new Set((await unmapped()).map(({ recipe }) => recipe))).toEqual(new Set(['Pillow bag', 'Gusset bag', '12']))
    expect((await unmapped()).find(({ recipe }) => recipe === 'Pillow bag')).toMatchObject({
      hours: hours(pillow.speeds.length + pillow.unknown),
      machines: 3,
    })
    const before = await figuresOf(built.model)
    const mapping = await rows.must('POST', '/recipe-styles', { recipe: ' pillow BAG ', styleId: style.id })
    const after = await figuresOf(built.model)
    expect(after.total).toEqual(before.total)
    expect(after.styles).toMatchObject([{ style: { id: style.id }, hours: hours(pillow.speeds.length) }])
    expectNear(after.styles[0]?.median ?? null, quantileOf(pillow.speeds, 0.5))
    expect((await unmapped()).map(({ recipe }) => recipe)).not.toContain('Pillow bag')
    await rows.must('DELETE', `/recipe-styles/${mapping.id}`)
    expect(await figuresOf(built.model)).toEqual(before)
  })

  test('maps a recipe for one machine before its library machine, and for that before all', async () => {
    const [one] = await app.sql<{ id: string }>('SELECT id FROM machine WHERE machine_id = $1', [built.ids[0]])
    const [all, ofModel, ofMachine] = [style, await rows.style(), await rows.style()]
    const made = [
      await rows.must('POST', '/recipe-styles', { recipe: 'Gusset bag', styleId: all.id }),
      await rows.must('POST', '/recipe-styles', {
        recipe: 'Gusset bag',
        styleId: ofModel.id,
        libraryMachineId: built.model.id,
      }),
      await rows.must('POST', '/recipe-styles', { recipe: 'Gusset bag', styleId: ofMachine.id, machineId: one?.id }),
    ]
    const { styles } = await figuresOf(built.model)
    const ran = (machines: readonly FleetRecord[][]) =>
      hours(
        machines
          .flatMap((record) => [...expected(record)].filter(([key]) => recipeIn(key) === 'Gusset bag'))
          .reduce((sum, [, { speeds }]) => sum + speeds.length, 0),
      )
    expect(Object.fromEntries(styles.map((entry) => [entry.style.id, entry.hours]))).toEqual({
      [ofMachine.id]: ran(records.slice(0, 1)),
      [ofModel.id]: ran(records.slice(1)),
    })
    const twice = { recipe: 'GUSSET BAG', styleId: all.id }
    expect((await rows.send('POST', '/recipe-styles', twice)).status).toBe(409)
    const both = { recipe: 'Pillow bag', styleId: all.id, machineId: one?.id }
    const otherModel = await rows.machine(type)
    made.push(await rows.must('POST', '/recipe-styles', { ...both, libraryMachineId: otherModel.id }))
    expect((await figuresOf(built.model)).styles).toEqual(styles)
    made.push(await rows.must('POST', '/recipe-styles', { ...both, libraryMachineId: built.model.id }))
    expect((await figuresOf(built.model)).styles.map((entry) => entry.style.id)).toContain(all.id)
    for (const { id } of made) await rows.must('DELETE', `/recipe-styles/${id}`)
  })
})

describe('records that come late', () => {
  test('change the days they belong to, and those into which they reach', async () => {
    const records = randomRecords(4)
    const early = records.filter(() => random() < 0.7)
    const late = records.filter((record) => !early.includes(record))
    const { ids } = await buildFleet([early])
    const [id = ''] = ids
    await runFleet(app)
    await expectAsRecounted(id, early)
    const groups = Map.groupBy(late, () => Math.floor(random() * 3))
    let known = early
    for (const group of groups.values()) {
      await publish(id, group)
      await app.runRetention(start + 3 * DAY_MS)
      await runFleet(app)
      known = [...known, ...group]
      await expectAsRecounted(id, known)
    }
    expect(await runFleet(app)).toBe(0)
  })

  test('of a recipe reach all days on which it went on', async () => {
    const running = [0, 1, 2].flatMap((day) =>
      Array.from({ length: 30 }, (_, place): FleetRecord => {
        const at = start + (day + 0.5) * DAY_MS + place * 30 * SECOND_MS
        return { at, machineState: 'Execute', cyclesPerMin: 60 + day }
      }),
    )
    const { ids } = await buildFleet([running])
    const [id = ''] = ids
    await runFleet(app)
    expect([...(await storedTotals(id)).keys()]).toEqual([''])
    const late = { at: start + 0.4 * DAY_MS, recipe: 'Set up before' }
    await publish(id, [late])
    await runFleet(app)
    await expectAsRecounted(id, [...running, late])
    expect([...(await storedTotals(id)).keys()]).toEqual(['Set up before'])
  })

  test('that a machine had stored over midnight count, though they are newer than everything before', async () => {
    const records = randomRecords(3)
    const { ids } = await buildFleet([records.slice(0, 100)])
    await runFleet(app)
    await publish(ids[0] ?? '', records.slice(100))
    await runFleet(app)
    await expectAsRecounted(ids[0] ?? '', records)
  })
})

describe('a run', () => {
  test('counts so many days at most, and the next goes on where it ended, after a restart too', async () => {
    const records = [randomRecords(4), randomRecords(4)]
    const { ids } = await buildFleet(records)
    expect(await runFleet(app, { daysPerRun: 3 })).toBe(3)
    expect(await runFleet(app, { daysPerRun: 1, signal: AbortSignal.abort() })).toBe(0)
    await app.stopProduct()
    await app.startProduct()
    staff = await app.as('staff')
    device = await app.device()
    for (let counted = 1; counted > 0; ) counted = await runFleet(app, { daysPerRun: 2 })
    for (const [place, id] of ids.entries()) await expectAsRecounted(id, records[place] ?? [])
  })

  test('beside others counts every day once', async () => {
    const records = [randomRecords(4), randomRecords(4), randomRecords(4)]
    const { ids } = await buildFleet(records)
    await Promise.all([runFleet(app), runFleet(app), runFleet(app)])
    for (const [place, id] of ids.entries()) await expectAsRecounted(id, records[place] ?? [])
    await publish(ids[0] ?? '', [
      { at: start + 1.5 * DAY_MS, machineState: 'Execute', cyclesPerMin: 80, recipe: 'Late' },
    ])
    await Promise.all([runFleet(app), runFleet(app), runFleet(app)])
    for (const id of ids) {
      const totals = await storedTotals(id)
      const days = [...(await storedSeconds(id))]
      for (const [recipe, { known }] of totals) {
        expect(days.filter(([key]) => recipeIn(key) === recipe).reduce((sum, [, day]) => sum + day.known, 0)).toBe(
          known,
        )
      }
    }
  })

  test('removes days that are too old, with what they added', async () => {
    const { ids } = await buildFleet([randomRecords(2)])
    await runFleet(app)
    expect((await storedTotals(ids[0] ?? '')).size).toBeGreaterThan(0)
    // A day that is too old already when it is counted for the first time is removed once, too.
    await app.sql('UPDATE fleet_progress SET next_day = $1', [new Date(start + DAY_MS)])
    await app.sql('DELETE FROM fleet_day WHERE day = $1', [new Date(start + DAY_MS)])
    await runFleet(app, { now: Date.now() + 3 * 366 * DAY_MS })
    expect((await storedTotals(ids[0] ?? '')).size).toBe(0)
    expect((await storedSeconds(ids[0] ?? '')).size).toBe(0)
    expect(await app.sql('SELECT FROM fleet_day')).toEqual([])
  })
})
