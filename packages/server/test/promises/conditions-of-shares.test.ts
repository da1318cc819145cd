import { type PromiseActual, type PromiseReportData, promises } from '@packhouse/contract'
import { beforeAll, expect, test } from 'vitest'
import { DASH } from '../../src/documents/written.ts'
import { runFleet } from '../library/fleet-runs.ts'
import { LibraryRows, type Row } from '../library/library-rows.ts'
import type { Caller } from '../support/caller.ts'
import { dataOfDocument, publishDataTemplate } from '../support/document-data.ts'
import { randomNumbers, seed } from '../support/seed.ts'
import { useTestApp } from '../support/use-test-app.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const ID = 'SHARES-1'
const DAYS = [9, 7, 4, 3, 2] as const
const MINUTES = 900
const PER_MINUTE = 40
const REJECTED = { Tray: 0.02, Skin: 0.08, Gusset: 0.05 } as const
type Recipe = keyof typeof REJECTED
const FILMS = [40, 50, 60] as const
const RECIPES = Object.keys(REJECTED) as Recipe[]
const app = useTestApp()
const rows = new LibraryRows(() => staff)
const random = randomNumbers(seed)
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
let staff: Caller
let style: Row
let machineId = ''

/** What a machine did in a minute, which is of one recipe. */
interface Minute {
  day: number
  recipe: Recipe
  /** What its tag says; nobody knows before it is first reported. */
  film: number | undefined
  runs: boolean
  /** Of a stop that counts: one of a minute alone is minor. */
  isLost: boolean
  /** Film is a reason for it. */
  isFilm: boolean
  cycles: number
  rejects: number
}

const minutes: Minute[] = []
beforeAll(async () => {
  staff = await app.as('staff')
  style = await rows.style()
  machineId = String((await rows.must('POST', '/v1/machines', { machineID: ID })).id)
  const device = await app.device()
  const stops: { from: number; to: number }[] = []
  let [totalCycles, totalRejects] = [1_000, 100]
  for (const daysAgo of DAYS) {
    const start = Math.floor(Date.now() / DAY_MS) * DAY_MS - daysAgo * DAY_MS + 6 * 60 * MINUTE_MS
    const own: Minute[] = []
    const records: Record<string, unknown>[] = []
    for (let place = 0; place < MINUTES; place += 1) {
      const before = own.at(-1)
      const recipe = before === undefined || random() < 0.04 ? pick(RECIPES) : before.recipe
      const knowsFilm = before?.film !== undefined || place === 40 || (daysAgo !== DAYS[0] && place === 0)
      const film = knowsFilm ? (before?.film === undefined || random() < 0.05 ? pick(FILMS) : before.film) : undefined
      const runs = before === undefined ? true : random() < 0.12 ? !before.runs : before.runs
      const cycles = runs && place > 0 ? PER_MINUTE : 0
      const rejects = Math.round(cycles * REJECTED[recipe] * random() * 2)
      own.push({ day: daysAgo, recipe, film, runs, isLost: false, isFilm: false, cycles, rejects })
      totalCycles += cycles
      totalRejects += rejects
      records.push({
        ...{ lastSeen: new Date(start + place * MINUTE_MS).toISOString(), totalCycles, totalRejects },
        machineState: runs ? 'Execute' : 'Stopped',
        machineData: {
          ...(recipe === before?.recipe ? {} : { Recipe: recipe }),
          ...(film === before?.film ? {} : { film }),
        },
      })
    }
    for (let place = 0; place < MINUTES; ) {
      let end = place
      while (end < MINUTES && own[end]?.runs === own[place]?.runs) end += 1
      const isStop = own[place]?.runs === false && end - place > 1
      const isFilm = isStop && random() < 0.6
      for (const minute of own.slice(place, end)) Object.assign(minute, { isLost: isStop, isFilm })
      if (isFilm) stops.push({ from: start + place * MINUTE_MS, to: start + end * MINUTE_MS })
      place = end
    }
    minutes.push(...own)
    await device.publishAll(ID, records)
  }
  await app.sql(
    `WITH reason AS (INSERT INTO downtime_reason (code, name, kind, sort, active) VALUES ('FILM', 'Film', 'unplanned', 1, true) RETURNING id)
     INSERT INTO downtime (machine_key, from_at, to_at, reason_id)
     SELECT key, to_timestamp("from" / 1000), to_timestamp("to" / 1000), reason.id
     FROM reason, machine, json_to_recordset($2::json) AS given ("from" float8, "to" float8) WHERE machine_id = $1`,
    [ID, JSON.stringify(stops)],
  )
})

const AVAILABILITY = { name: 'Availability', kind: 'availability', figure: 99.5, unit: '%' }
const REJECTS = { name: 'Rejects', kind: 'rejectRate', direction: 'atMost', figure: 0.5, unit: '%' }

async function promised(draft: object): Promise<string> {
  return String((await rows.must('POST', promises.calls.create.path, { machineId, ...draft })).id)
}

async function actuals(): Promise<Map<string, PromiseActual>> {
  const { promises: all } = await staff.call('machinePromises', { params: { id: ID }, query: { weeks: '4' } })
  return new Map(all.map((promise) => [promise.id, promise]))
}

const count = (own: readonly Minute[], of: (minute: Minute) => boolean) => own.filter(of).length
const sum = (own: readonly Minute[], of: 'cycles' | 'rejects') => own.reduce((total, one) => total + one[of], 0)
const hundredths = (value: number) => Math.round(value * 100) / 100

/** Worked out from what each minute was. */
function expected(own: readonly Minute[]) {
  const lost = (count(own, ({ isLost }) => isLost) / own.length) * 100
  const film = (count(own, ({ isFilm }) => isFilm) / own.length) * 100
  const rejected = (sum(own, 'rejects') / sum(own, 'cycles')) * 100
  return {
    availability: hundredths(100 - lost),
    film,
    rejected: hundredths(rejected),
    hours: hundredths(own.length / 60),
  }
}

const sumOf = ({ gap }: PromiseActual) => gap.reduce((total, { value }) => total + value, 0)

/** @param shares the promise of availability and that of rejects */
function expectShares(own: readonly Minute[], [availability, rejects]: readonly (PromiseActual | undefined)[]): void {
  const wanted = expected(own)
  if (availability === undefined || rejects === undefined) throw new Error('the promises are not there')
  expect(availability).toMatchObject({ live: { value: wanted.availability, hours: wanted.hours }, result: 'missed' })
  expect(rejects).toMatchObject({ live: { value: wanted.rejected, hours: wanted.hours }, result: 'missed' })
  // Both gaps, by parts that add up to them.
  expect(sumOf(availability)).toBeCloseTo(99.5 - wanted.availability, 6)
  expect(availability.gap.find(({ name }) => name === 'Film')?.value).toBeCloseTo(wanted.film, 1)
  expect(sumOf(rejects)).toBeCloseTo(wanted.rejected - 0.5, 6)
}

/** What the list of the fleet and the page of a model read is what the page of the machine says. */
async function expectSameOutcomes(): Promise<void> {
  while ((await staff.call('missedPromises')).waiting > 0);
  const outcomes = await app.sql<{ id: string; live: number | null; result: string }>(
    `SELECT o.promise_id AS id, o.live, o.result FROM promise_share_outcome o JOIN machine m ON m.key = o.machine_key WHERE m.machine_id = $1`,
    [ID],
  )
  const all = await actuals()
  expect(outcomes.length).toBe(all.size)
  for (const { id, live, result } of outcomes)
    expect({ live, result }).toEqual({ live: all.get(id)?.live?.value ?? null, result: all.get(id)?.result })
}

test('availability and rejects are of the time under their recipe, style and tag, as a count of every minute has it', async () => {
  const whole = [await promised(AVAILABILITY), await promised(REJECTS)]
  await runFleet(app)
  const before = await actuals()
  expectShares(
    minutes,
    whole.map((id) => before.get(id)),
  )

  for (const recipe of ['tray', 'SKIN']) await rows.must('POST', '/recipe-styles', { recipe, styleId: style.id })
  const ofTray = { recipe: ' tray ' }
  const ofStyle = { styleId: style.id }
  const both = { ...ofStyle, recipe: 'Skin' }
  const ofFilm = { tag: 'film', tagLeast: 45, tagMost: 55 }
  const ofTrayAndFilm = { ...ofTray, ...ofFilm }
  const ids = new Map<object, string[]>()
  for (const conditions of [ofTray, ofStyle, both, ofFilm, ofTrayAndFilm])
    ids.set(conditions, [
      await promised({ ...AVAILABILITY, ...conditions }),
      await promised({ ...REJECTS, ...conditions }),
    ])
  // Past days are counted again for it.
  expect(await runFleet(app)).toBeGreaterThanOrEqual(DAYS.length)
  const after = await actuals()
  const minutesOf = (...wanted: Recipe[]) => minutes.filter(({ recipe }) => wanted.includes(recipe))
  const found = (conditions: object) => (ids.get(conditions) ?? []).map((id) => after.get(id))
  expectShares(minutesOf('Tray'), found(ofTray))
  expectShares(minutesOf('Tray', 'Skin'), found(ofStyle))
  expectShares(minutesOf('Skin'), found(both))
  const isOfFilm = ({ film = 0 }: Minute) => film >= 45 && film <= 55
  expectShares(minutes.filter(isOfFilm), found(ofFilm))
  expectShares(minutesOf('Tray').filter(isOfFilm), found(ofTrayAndFilm))
  for (const all of ids.values()) for (const id of all) expect(after.get(id)?.notChecked).toEqual([])
  // Before the film is reported nobody knows which one it is; of another recipe it does not matter.
  const unchecked = (own: readonly Minute[]) => hundredths(count(own, ({ film }) => film === undefined) / 60)
  expect(found(ofFilm)[0]?.live?.uncheckedHours).toBe(unchecked(minutes))
  expect(found(ofTrayAndFilm)[0]?.live?.uncheckedHours).toBe(unchecked(minutesOf('Tray')))
  // Of a style, the recipe with more rejects is named.
  const [, rejects] = found(ofStyle)
  const skin = expected(minutesOf('Skin')).rejected
  const tray = expected(minutesOf('Tray')).rejected
  const share = sum(minutesOf('Skin'), 'cycles') / sum(minutesOf('Tray', 'Skin'), 'cycles')
  const part = rejects?.gap.find(({ kind }) => kind === 'recipe')
  expect(part).toMatchObject({ name: 'Skin', rate: skin })
  expect(part?.value).toBeCloseTo(share * (skin - tray), 1)
  // What names no condition is as it was.
  for (const id of whole) expect(after.get(id)).toEqual(before.get(id))
  await expectSameOutcomes()

  // Another style of a recipe is another time, in the list of the fleet too.
  await rows.must('POST', '/recipe-styles', { recipe: 'Gusset', styleId: style.id })
  const [availability] = ids.get(ofStyle) ?? []
  expect((await actuals()).get(availability ?? '')?.live?.value).toBe(expected(minutes).availability)
  await expectSameOutcomes()
})

test('a promise is not measured where there is too little time under its recipe, and the report says so', async () => {
  const id = await promised({ ...AVAILABILITY, name: 'Of a recipe that never ran', recipe: 'Never' })
  await runFleet(app)
  expect((await actuals()).get(id)).toMatchObject({ live: null, result: 'notMeasured', gap: [] })
  const templateId = await publishDataTemplate(staff, 'promiseReport')
  const answer = await staff.post('/v1/pdf/generate', { templateId, id: ID, locale: 'en' })
  const written = (dataOfDocument(answer.text) as PromiseReportData).promises
  expect(written.find(({ name }) => name === 'Of a recipe that never ran')).toMatchObject({
    ...{ resultWord: 'Not measured', live: DASH },
    liveAbout: 'Too little time under these conditions in these weeks',
  })
  await expectSameOutcomes()
})

test('time of days whose recipes are not known is not checked', async () => {
  const [id] = [...(await actuals()).values()].flatMap((one) =>
    one.recipe?.trim() === 'tray' && one.tag === null ? [one.id] : [],
  )
  await app.sql(
    `DELETE FROM promise_time USING machine WHERE key = machine_key AND machine_id = $1 AND day = $2::date`,
    [ID, new Date(Date.now() - DAYS[0] * DAY_MS).toISOString().slice(0, 10)],
  )
  const left = minutes.filter(({ day, recipe }) => day !== DAYS[0] && recipe === 'Tray')
  expect((await actuals()).get(id ?? '')?.live).toMatchObject({
    value: expected(left).availability,
    ...{ hours: hundredths(left.length / 60), uncheckedHours: hundredths(MINUTES / 60) },
  })
})
