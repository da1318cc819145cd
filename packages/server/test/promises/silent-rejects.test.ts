import { type PromiseActual, promises } from '@packhouse/contract'
import { beforeAll, expect, test } from 'vitest'
import { SpeedSketch } from '../../src/library/area.ts'
import { HOUR_MS } from '../../src/telemetry/index.ts'
import type { Caller } from '../support/caller.ts'
import type { Device } from '../support/device.ts'
import { recount, type StoredRecord } from '../support/recount.ts'
import { useTestApp } from '../support/use-test-app.ts'

const DAY_MS = 24 * HOUR_MS
const MINUTE_MS = 60_000
const HOURS = 3
const PER_MINUTE = 40
const app = useTestApp()
let staff: Caller
let device: Device
const today = Math.floor(Date.now() / DAY_MS) * DAY_MS

beforeAll(async () => {
  staff = await app.as('staff')
  device = await app.device()
})

/** What a machine makes on a day. */
interface Day {
  daysAgo: number
  recipe: string
  /** The part of the cycles that is rejected; not given where it reports none. */
  rejected?: number
}

/** A machine with a promise of rejects that ran for three hours on some days, in order. @returns its records */
async function machineWith(machine: string, days: readonly Day[]): Promise<StoredRecord[]> {
  const registered = await staff.post('/v1/machines', { machineID: machine })
  expect(registered.status, registered.text).toBe(201)
  const promise = { name: 'Rejects', kind: 'rejectRate', direction: 'atMost', figure: 1, unit: '%' }
  const { id } = registered.body as { id: string }
  const promised = await staff.post(promises.calls.create.path, { ...promise, machineId: id })
  expect(promised.status, promised.text).toBe(201)
  const records: StoredRecord[] = []
  let [totalCycles, totalRejects] = [100_000, 10_000]
  for (const { daysAgo, recipe, rejected } of days) {
    const start = today - daysAgo * DAY_MS + 6 * HOUR_MS
    for (let minute = 0; minute <= HOURS * 60; minute++) {
      if (minute > 0) totalCycles += PER_MINUTE
      if (minute > 0) totalRejects += PER_MINUTE * (rejected ?? 0)
      records.push({
        ...{ at: start + minute * MINUTE_MS, totalCycles, totalRejects: rejected === undefined ? null : totalRejects },
        ...{ cyclesPerMin: PER_MINUTE, temperature: null, humidity: null, machineState: 'Execute' },
      })
    }
    const sketch = new SpeedSketch()
    sketch.add(PER_MINUTE, HOURS * HOUR_MS)
    await app.sql(
      `INSERT INTO fleet_running (machine_key, recipe, day, sketch) SELECT key, $2, $3::date, $4::json FROM machine WHERE machine_id = $1`,
      [machine, recipe, new Date(start).toISOString().slice(0, 10), JSON.stringify(sketch.stored())],
    )
  }
  await device.publishAll(
    machine,
    records.map(({ at, totalCycles: cycles, totalRejects: rejects, cyclesPerMin, machineState }) => ({
      ...{ lastSeen: new Date(at).toISOString(), totalCycles: cycles, cyclesPerMin, machineState },
      ...(rejects !== null && { totalRejects: rejects }),
    })),
  )
  return records
}

/** Rejects in percent of the cycles, of the hours in which a record says how many there are, from the records. */
function rateOf(records: readonly StoredRecord[]): number {
  const hours = [...recount(records, HOUR_MS).values()].filter(({ rejects_count: readings = 0 }) => readings > 0)
  const sum = (name: string) => hours.reduce((total, hour) => total + (hour[name] ?? 0), 0)
  return (sum('rejects') / sum('cycles')) * 100
}

async function actual(machine: string): Promise<PromiseActual | undefined> {
  const found = await staff.call('machinePromises', { params: { id: machine }, query: { weeks: '13' } })
  return found.promises[0]
}

test('a recipe that reports no rejects is not the best one, nor is it worse', async () => {
  const days: Day[] = [
    { daysAgo: 6, recipe: 'tray', rejected: 0.025 },
    { daysAgo: 5, recipe: 'silent' },
    { daysAgo: 4, recipe: 'skin', rejected: 0.05 },
    { daysAgo: 3, recipe: 'tray', rejected: 0.025 },
    { daysAgo: 2, recipe: 'silent' },
  ]
  const records = await machineWith('SILENT-RECIPE', days)
  const ofRecipe = (wanted: string) =>
    records.filter(({ at }) =>
      days.some(({ daysAgo, recipe }) => recipe === wanted && Math.floor(at / DAY_MS) === today / DAY_MS - daysAgo),
    )
  const [tray, skin, live] = [rateOf(ofRecipe('tray')), rateOf(ofRecipe('skin')), rateOf(records)]
  const found = await actual('SILENT-RECIPE')
  expect(found?.live).toMatchObject({ value: Number(live.toFixed(2)), hours: expect.closeTo(3 * HOURS, 0) })
  const recipes = found?.gap.filter(({ kind }) => kind === 'recipe')
  expect(recipes?.map(({ name, rate }) => [name, rate])).toEqual([['skin', Number(skin.toFixed(2))]])
  // It has a third of the cycles that are known.
  expect(recipes?.[0]?.share).toBeCloseTo(1 / 3, 2)
  expect(recipes?.[0]?.value).toBeCloseTo((skin - tray) / 3, 1)
  expect(found?.gap.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(live - 1, 1)
})

test('of 13 weeks only the day on which a machine reported rejects counts', async () => {
  const days = Array.from({ length: 12 }, (_, place): Day => {
    const daysAgo = 84 - place * 7
    return { daysAgo, recipe: 'tray', ...(daysAgo === 42 && { rejected: 0.025 }) }
  })
  const records = await machineWith(
    'ONE-DAY',
    [...days, { daysAgo: 41, recipe: 'tray' }].toSorted((a, b) => b.daysAgo - a.daysAgo),
  )
  const found = await actual('ONE-DAY')
  expect(found).toMatchObject({ result: 'missed', live: { value: Number(rateOf(records).toFixed(2)) } })
  expect(found?.live?.value).toBe(2.5)
  // All other time is unknown, and says so.
  expect(found?.live?.hours).toBeCloseTo(HOURS, 0)
  expect(found?.live?.unknownHours).toBeGreaterThan(12 * HOURS)
})

test('a machine that reports no rejects has neither kept nor missed what was promised of them', async () => {
  await machineWith('NEVER', [{ daysAgo: 2, recipe: 'tray' }])
  expect(await actual('NEVER')).toMatchObject({ live: null, result: 'notMeasured', difference: null, gap: [] })
})
