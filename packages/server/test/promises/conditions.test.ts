import { FLEET_SPEED_ACCURACY, promises } from '@packhouse/contract'
import { beforeAll, expect, test } from 'vitest'
import { quantileOf } from '../library/fleet-recount.ts'
import { runFleet } from '../library/fleet-runs.ts'
import type { Caller } from '../support/caller.ts'
import { expectProblem } from '../support/problem.ts'
import { randomNumbers, seed } from '../support/seed.ts'
import { useTestApp } from '../support/use-test-app.ts'

const SECOND_MS = 1_000
const HOUR_MS = 3_600 * SECOND_MS
const DAY_MS = 24 * HOUR_MS
const ID = 'VFFS-2214'
const STEP_SECONDS = 10
const STEPS = 3_240
const SPEEDS = [50, 60, 70, 80, 90] as const
const FILMS = [40, 50, 60] as const
const app = useTestApp()
const random = randomNumbers(seed)
/** Eight o'clock UTC, three days ago. */
const start = Math.floor(Date.now() / DAY_MS) * DAY_MS - 3 * DAY_MS + 8 * HOUR_MS
let staff: Caller
let machineId = ''

const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T

/** What is known at each step; the film is not, before it is first reported. */
interface Step {
  speed: number
  recipe: 'Tray' | 'Skin'
  set: number
  film: number | undefined
}

/** Nine hours of running: under each condition there is enough to be judged. The machine reports what has changed, and the speed always. */
const steps: Step[] = []
beforeAll(async () => {
  staff = await app.as('staff')
  const [machine] = await app.sql<{ id: string }>('SELECT id FROM machine WHERE machine_id = $1', [ID])
  machineId = machine?.id ?? ''
  const records: Record<string, unknown>[] = []
  for (let place = 0; place < STEPS; place += 1) {
    const before = steps.at(-1) ?? { speed: 0, recipe: 'Tray', set: 0, film: undefined }
    const changes = {
      ...(place === 0 || random() < 0.01 ? { recipe: pick(['Tray', 'Skin'] as const) } : {}),
      ...(place === 0 || random() < 0.02 ? { set: pick([75, 85]) } : {}),
      ...(place > 100 && (place === 101 || random() < 0.02) ? { film: pick(FILMS) } : {}),
    }
    const step: Step = { ...before, ...changes, speed: pick(SPEEDS) }
    steps.push(step)
    records.push({
      lastSeen: new Date(start + place * STEP_SECONDS * SECOND_MS).toISOString(),
      cyclesPerMin: step.speed,
      ...(place === 0 ? { machineState: 'Execute' } : {}),
      machineData: {
        ...(changes.recipe === undefined ? {} : { Recipe: changes.recipe }),
        ...(changes.set === undefined ? {} : { SetSpeed: changes.set }),
        ...(changes.film === undefined ? {} : { film: changes.film }),
      },
    })
  }
  // It stops, so that what is known ends with a record.
  records.push({
    lastSeen: new Date(start + STEPS * STEP_SECONDS * SECOND_MS).toISOString(),
    ...{ cyclesPerMin: 0, machineState: 'Stopped' },
  })
  await (await app.device()).publishAll(ID, records)
})

async function promised(draft: Record<string, unknown>): Promise<string> {
  const fields = { name: 'Speed', figure: 95, unit: 'cycles/min', machineId, ...draft }
  const made = await staff.post(promises.calls.create.path, fields)
  expect(made.status, made.text).toBe(201)
  return (made.body as { id: string }).id
}

async function actualOf(id: string) {
  const { promises: all } = await staff.call('machinePromises', { params: { id: ID }, query: { weeks: '4' } })
  const found = all.find((promise) => promise.id === id)
  if (found === undefined) throw new Error('the promise is not there')
  return found
}

const hoursOf = (count: number) => Math.round((count * STEP_SECONDS * 10) / 3_600) / 10
const expectNear = (found: number | undefined, wanted: number) =>
  expect(Math.abs((found ?? 0) - wanted)).toBeLessThanOrEqual(wanted * FLEET_SPEED_ACCURACY + 0.05)

test('a live speed is of the time under the conditions alone, as a recount of every record has it', async () => {
  const ids = {
    all: await promised({}),
    tray: await promised({ recipe: 'tray ' }),
    film: await promised({ recipe: 'Tray', tag: 'film', tagLeast: 45, tagMost: 55, conditions: 'Without lidding' }),
  }
  await runFleet(app)
  const known = steps.filter(({ recipe }) => recipe === 'Tray')
  const under = known.filter(({ film }) => film !== undefined && film >= 45 && film <= 55)
  const unchecked = known.filter(({ film }) => film === undefined)
  for (const [id, own] of [
    [ids.all, steps],
    [ids.tray, known],
    [ids.film, under],
  ] as const) {
    const { live, weeks } = await actualOf(id)
    const speeds = own.map(({ speed }) => speed)
    expectNear(live?.value, quantileOf(speeds, 0.5))
    expectNear(live?.p10 ?? undefined, quantileOf(speeds, 0.1))
    expectNear(live?.p90 ?? undefined, quantileOf(speeds, 0.9))
    expect(live?.hours).toBe(hoursOf(own.length))
    expect(weeks.map(({ median }) => median)).toEqual([live?.value])
  }
  const film = await actualOf(ids.film)
  expect(film).toMatchObject({
    tag: { name: 'film', value: null, least: 45, most: 55 },
    notChecked: ['words'],
    live: { uncheckedHours: hoursOf(unchecked.length) },
  })

  // Where it goes: the parts are worked out again from the records.
  const medianOf = (own: readonly Step[], of: 'speed' | 'set') =>
    quantileOf(
      own.map((step) => step[of]),
      0.5,
    )
  for (const [id, own] of [
    [ids.all, steps],
    [ids.film, under],
  ] as const) {
    const { gap, live } = await actualOf(id)
    const recipes = [...Map.groupBy(own, ({ recipe }) => recipe)].map(([name, mine]) => ({
      name,
      share: mine.length / own.length,
      speed: medianOf(mine, 'speed'),
      set: medianOf(mine, 'set'),
    }))
    const fastest = Math.max(...recipes.map(({ speed }) => speed))
    const set = gap.find(({ kind }) => kind === 'setSpeed')
    expect(recipes.filter(({ speed }) => speed === fastest).map((one) => Math.round(one.set))).toContain(
      Math.round(set?.speed ?? 0),
    )
    expectNear(set?.value, 95 - (set?.speed ?? 0))
    for (const part of gap.filter(({ kind }) => kind === 'recipe')) {
      const recipe = recipes.find(({ name }) => name === part.name)
      expectNear(part.value, (recipe?.share ?? 0) * (fastest - (recipe?.speed ?? 0)))
    }
    expect(gap.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(95 - (live?.value ?? 0), 6)
  }
})

test('days are counted again for a condition that is new', async () => {
  const id = await promised({ tag: 'film', tagValue: '40' })
  const before = await actualOf(id)
  expect(before).toMatchObject({ live: null, result: 'notMeasured' })
  expect(await runFleet(app)).toBeGreaterThan(0)
  const own = steps.filter(({ film }) => film === 40)
  expect((await actualOf(id)).live).toMatchObject({ hours: hoursOf(own.length) })
  // Nothing of the fleet's figures has changed by it.
  expect(await runFleet(app)).toBe(0)
})

test('a tag without a value or a limit is no condition, nor are these without a tag, nor is a limit above the other one', async () => {
  const refused = async (draft: object) => {
    const fields = { name: 'Speed', figure: 95, unit: 'cycles/min', machineId, ...draft }
    return expectProblem(await staff.post(promises.calls.create.path, fields), 'invalid_request').detail
  }
  expect(await refused({ tag: 'film' })).toContain('must name a tag together with its value or limits')
  expect(await refused({ tagLeast: 45 })).toContain('must name a tag together with its value or limits')
  expect(await refused({ tag: 'film', tagLeast: 55, tagMost: 45 })).toContain('not above the upper one')
})

test('of an availability the conditions in words alone are not checked, and that is said', async () => {
  const id = await promised({
    ...{ name: 'Availability', kind: 'availability', unit: '%', recipe: 'Tray', tag: 'film', tagValue: '40' },
    conditions: 'Two operators',
  })
  expect((await actualOf(id)).notChecked).toEqual(['words'])
})
