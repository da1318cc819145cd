import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Principal } from '../../src/engine/principal.ts'
import { EventStore } from '../../src/insight/analytics/event-store.ts'
import { usageHandlers } from '../../src/insight/analytics/usage.actions.ts'
import type { StoredEvent } from '../../src/insight/analytics/usage-event.ts'
import { Database } from '../../src/platform/database.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { countedFigures, covers, eventsBehind, peopleFigures } from './group-answers.ts'
import { activeMinutes, clockOf, isActivity, middle, type RawEvent, rawEvents } from './usage-recount.ts'

const app = useTestApp({ environment: { ANALYTICS: 'off', JOBS: 'off' } })
const pages = ['/', '/customers', '/estimator/projects/$id', '/people/users']
const DAY_MS = 86_400_000

/** Days around which the clock of each zone is set to another time, and one that never is. */
const places = [
  { zone: 'Australia/Lord_Howe', now: '2026-10-08T03:20:00Z' },
  { zone: 'America/St_Johns', now: '2026-11-04T15:40:00Z' },
  { zone: 'Asia/Kathmandu', now: '2026-11-04T20:10:00Z' },
]

let database: Database
let staff: Principal
let people: { id: string; customer_id: string | null }[]

/** Numbers below 1 by a seed. */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

beforeAll(async () => {
  database = new Database(app.databaseUrl, pino({ level: 'silent' }))
  await app.sql('TRUNCATE app_event, event_quarter, name_quarter, name_day, activity_span, event_batch')
  people = await app.sql<{ id: string; customer_id: string | null }>(
    'SELECT id, customer_id FROM user_account ORDER BY email',
  )
  const [first] = people.filter(({ customer_id }) => customer_id === null)
  const permissions = new Set(['analytics.read', 'analytics.names'])
  staff = { userId: first?.id ?? '', sessionId: undefined, customerId: null, permissions }
})

/** Stores what people do up to a time. Places follow each other in time, so that nothing lies ahead of it. */
async function fill(now: string): Promise<void> {
  const store = new EventStore(database.pool)
  const roll = dice(7)
  const pick = <T>(list: readonly T[]) => list[Math.floor(roll() * list.length)] as T
  const events = Array.from({ length: 500 }, (): StoredEvent => {
    const { id, customer_id } = pick(people)
    const kind = pick(['page_view', 'page_view', 'action', 'page_time', 'api_call'] as const)
    const name = { page_view: pick(pages), action: 'search', page_time: pick(pages), api_call: 'GET /v1/me' }[kind]
    // Half of them lie close together, where clocks are set.
    const at = Date.parse(now) - Math.floor(roll() ** 2 * (roll() < 0.5 ? 5 : 9) * DAY_MS)
    return { at, userId: id, customerId: customer_id, kind, name, n: 1, sessionId: undefined, durationMs: 1_000 }
  })
  // They come in batches and in any order, so that spans are joined from both sides.
  for (let index = 0; index < events.length; index += 60) {
    const own = Map.groupBy(events.slice(index, index + 60), ({ userId }) => userId)
    await store.write([...own].map(([userId, list]) => ({ id: crypto.randomUUID(), userId, events: list })))
  }
}

afterEach(() => void vi.useRealTimers())
afterAll(() => database.stop())

describe.each(places)('in $zone, where the clock is set or lies at 45 minutes', ({ zone, now }) => {
  beforeAll(() => fill(now))

  test.each(['all', 'staff', 'customers'] as const)(
    'every call equals a recount of single events: %s',
    async (audience) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) })
      const calls = usageHandlers(
        database,
        () => 'full',
        () => 'UTC',
      )
      const input = { principal: staff, query: { days: '7', zone, people: audience } as const }
      const dashboard = await calls.usageDashboard(input)
      const clock = clockOf(zone)
      const days = new Set(dashboard.byDay.map(({ day }) => day))
      expect(dashboard.byDay.at(-1)?.day).toBe(clock(new Date(now)).day)
      const inAudience = ({ staff: isStaff }: RawEvent) => audience === 'all' || isStaff === (audience === 'staff')
      const all = (await rawEvents(app)).filter((event) => inAudience(event) && event.at <= new Date(now))
      const raw = all.filter(({ at }) => days.has(clock(at).day))
      expect(raw.length).toBeGreaterThan(20)

      const active = raw.filter(isActivity)
      const peopleOf = (events: readonly RawEvent[]) => new Set(events.map(({ person }) => person)).size
      for (const { day, staff: ofStaff, customers } of dashboard.byDay) {
        const ofDay = active.filter(({ at }) => clock(at).day === day)
        expect([day, ofStaff, customers]).toEqual([
          day,
          peopleOf(ofDay.filter((event) => event.staff)),
          peopleOf(ofDay.filter((event) => !event.staff)),
        ])
      }
      expect(dashboard.activeInWindow).toBe(peopleOf(active))
      const views = raw.filter(({ kind }) => kind === 'page_view')
      expect(dashboard.pageViews).toBe(views.length)

      const minutes = activeMinutes(all, (at) => clock(at).day)
      const ofWindow = [...minutes].filter(([key]) => days.has(key.split(' ')[1] ?? ''))
      expect(dashboard.activeMinutesADay.all).toBeCloseTo(middle(ofWindow.map(([, value]) => value)), 6)
      const top = await calls.usageTopUsers(input)
      const total = ofWindow.reduce((sum, [, value]) => sum + value, 0)
      expect(top.items.reduce((sum, { activeMinutes: own }) => sum + own, 0)).toBeCloseTo(total, 6)
      expect(top.items.length).toBe(peopleOf(active))

      const popular = await calls.usagePopularPages(input)
      const byPage = Map.groupBy(views, ({ name }) => name)
      expect(new Map(popular.items.map(({ page, views: count }) => [page, count]))).toEqual(
        new Map([...byPage].map(([page, list]) => [page, list.length])),
      )
      const pageHeat = await calls.usagePageHeatmap(input)
      for (const { page, hours } of pageHeat.rows) {
        expect(hours).toEqual(
          hours.map((_count, hour) => (byPage.get(page) ?? []).filter(({ at }) => clock(at).hour === hour).length),
        )
      }
      const userHeat = await calls.usageUserHeatmap(input)
      for (const { weekday, hours } of userHeat.rows) {
        expect(hours).toEqual(
          // Of seven days each weekday is there once.
          hours.map((_count, hour) =>
            peopleOf(active.filter(({ at }) => clock(at).weekday === weekday && clock(at).hour === hour)),
          ),
        )
      }
      const appHeat = await calls.usageAppHeatmap(input)
      for (const { app: name, weekday, hours } of appHeat.rows) {
        const ofApp = raw.filter((event) => (name === 'api' ? event.kind === 'api_call' : isActivity(event)))
        expect(hours).toEqual(
          hours.map(
            (_count, hour) => ofApp.filter(({ at }) => clock(at).weekday === weekday && clock(at).hour === hour).length,
          ),
        )
      }
      const present = await calls.usageActiveUsers(input)
      const since = new Date(Date.parse(now) - 15 * 60_000)
      expect(present.items.length).toBe(peopleOf(active.filter(({ at }) => at >= since)))
    },
  )
})

describe('in the mode aggregate', () => {
  const now = '2026-11-20T15:40:00Z'
  const nextDay = '2026-11-21T15:40:00Z'
  const calls = () =>
    usageHandlers(
      database,
      () => 'aggregate',
      () => 'Europe/Oslo',
    )

  beforeAll(async () => {
    await app.sql('TRUNCATE app_event, event_quarter, name_quarter, name_day, activity_span, event_batch')
    const accounts = await app.sql<{ id: string; customer_id: string | null }>(
      `INSERT INTO user_account (email, first_name, last_name, customer_id)
       SELECT 'group' || i || '@example.com', 'Group', 'Member', CASE WHEN i > 12 THEN (SELECT id FROM customer ORDER BY id LIMIT 1) END
       FROM generate_series(1, 20) AS i RETURNING id, customer_id`,
    )
    const roll = dice(11)
    const events = Array.from({ length: 14 }, (_, day) => day).flatMap((day) =>
      accounts.flatMap(({ id, customer_id }, place) => {
        const morning = Date.parse(now) - day * DAY_MS - 7 * 3_600_000
        const base = { userId: id, customerId: customer_id, n: 1, sessionId: undefined, durationMs: 1_000 }
        const view = (at: number, name: string): StoredEvent => ({ ...base, at, kind: 'page_view', name })
        return [
          // Most come in the morning, a few at another hour or to another page, and some save or call.
          ...(roll() < 0.7 ? [view(morning, '/')] : []),
          ...(roll() < 0.3 ? [view(morning + 3_600_000, '/')] : []),
          ...(roll() < 0.3 ? [view(morning, '/customers')] : []),
          ...(roll() < 0.1 ? [view(morning + 7_200_000, '/people/users')] : []),
          // On one day many view a page and one comes again later; a week before only two did.
          ...(day === 3 && place < 8 ? [view(morning, '/quotes')] : []),
          ...(day === 3 && place === 0 ? [view(morning + 3_600_000, '/quotes')] : []),
          ...(day === 12 && place < 2 ? [view(morning, '/quotes')] : []),
          ...(roll() < 0.3 ? [{ ...view(morning, 'save'), kind: 'action' as const }] : []),
          ...(roll() < 0.3 ? [{ ...view(morning, 'GET /v1/me'), kind: 'api_call' as const }] : []),
        ]
      }),
    )
    const own = Map.groupBy(events, ({ userId }) => userId)
    const store = new EventStore(database.pool)
    await store.write([...own].map(([userId, list]) => ({ id: crypto.randomUUID(), userId, events: list })))
  })

  test('no two answers differ by what fewer than five people did', async () => {
    const read = () => countedFigures(calls(), staff, [now, nextDay])
    const figures = (await read()).filter(({ value }) => value !== null && value > 0)
    const behind = await eventsBehind(app, read)
    expect(figures.filter(({ hour }) => hour !== undefined).length).toBeGreaterThan(20)
    expect(new Set(figures.map(({ app: measure }) => measure)).size).toBe(3)
    const countsOf = (key: string) => [...(behind.get(key) ?? [])]
    for (const figure of figures) {
      expect([figure.key, countsOf(figure.key).filter(([, n]) => n > 0).length >= 5]).toEqual([figure.key, true])
      for (const part of figures.filter((other) => covers(figure, other))) {
        const ofPart = behind.get(part.key)
        const people = countsOf(figure.key).filter(([person, n]) => n !== ofPart?.get(person)).length
        expect([figure.key, part.key, people === 0 || people >= 5]).toEqual([figure.key, part.key, true])
      }
    }
  })

  test('people are counted in fives', async () => {
    const figures = await peopleFigures(calls(), staff, now)
    expect(Math.max(...figures)).toBeGreaterThan(5)
    expect(figures.filter((figure) => figure % 5 !== 0)).toEqual([])
  })

  test('what one person does meanwhile changes no figure of what was done', async () => {
    const read = async () =>
      (await countedFigures(calls(), staff, [now])).map(({ people: audience, app: measure, page, hour, value }) => {
        return [audience, measure, page, hour, value]
      })
    const before = await read()
    const [person] = people
    const at = Date.parse(now) - DAY_MS + 60_000
    const base = { userId: person?.id ?? '', customerId: person?.customer_id ?? null, n: 1, sessionId: undefined }
    const event: StoredEvent = { ...base, at, kind: 'page_view', name: '/', durationMs: 0 }
    await new EventStore(database.pool).write([{ id: crypto.randomUUID(), userId: base.userId, events: [event] }])
    expect(await read()).toEqual(before)
  })
})
