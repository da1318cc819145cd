import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Principal } from '../../src/engine/principal.ts'
import { EventStore } from '../../src/insight/analytics/event-store.ts'
import { usageHandlers } from '../../src/insight/analytics/usage.actions.ts'
import type { StoredEvent } from '../../src/insight/analytics/usage-event.ts'
import { Database } from '../../src/platform/database.ts'
import { useTestApp } from '../support/use-test-app.ts'
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
      const calls = usageHandlers(database, () => 'full')
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
