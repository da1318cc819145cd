import { usageAudiences, usageWindows } from '@packhouse/contract'
import { vi } from 'vitest'
import type { Principal } from '../../src/engine/principal.ts'
import type { usageHandlers } from '../../src/insight/analytics/usage.actions.ts'
import type { TestApp } from '../support/test-app.ts'

type Calls = ReturnType<typeof usageHandlers>

/** What a figure counts: where it says nothing, all. */
interface Scope {
  from: string
  to: string
  people: (typeof usageAudiences)[number]
  app: 'views' | 'web' | 'api'
  page?: string
  weekday?: number
  hour?: number
}

export interface CountedFigure extends Scope {
  key: string
  value: number | null
}

/** Whether all that one figure counts is counted by another too, if nothing is left out. */
export function covers(all: Scope, part: Scope): boolean {
  const sameOrAll = (key: 'page' | 'weekday' | 'hour') => all[key] === undefined || all[key] === part[key]
  return (
    all.from <= part.from &&
    all.to >= part.to &&
    (all.people === 'all' || all.people === part.people) &&
    all.app === part.app &&
    sameOrAll('page') &&
    sameOrAll('weekday') &&
    sameOrAll('hour')
  )
}

/** Every figure of views, actions and calls that any answer has at some times. */
export async function countedFigures(calls: Calls, principal: Principal, times: readonly string[]) {
  const figures: CountedFigure[] = []
  const add = (scope: Scope, value: number | null) => {
    const { from, to, people, app, page, weekday, hour } = scope
    figures.push({ ...scope, key: [from, to, people, app, page, weekday, hour].join(' '), value })
  }
  for (const now of times) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) })
    for (const days of usageWindows) {
      for (const people of usageAudiences) {
        const input = { principal, query: { days, zone: 'Asia/Kathmandu', people } } as const
        const { from, to, ...dashboard } = await calls.usageDashboard(input)
        const scope = { from, to, people, app: 'views' } as const
        add(scope, dashboard.pageViews)
        for (const { page, views } of (await calls.usagePopularPages(input)).items) add({ ...scope, page }, views)
        for (const { page, hours } of (await calls.usagePageHeatmap(input)).rows) {
          for (const [hour, value] of hours.entries()) add({ ...scope, page, hour }, value)
        }
        for (const { app, weekday, hours } of (await calls.usageAppHeatmap(input)).rows) {
          for (const [hour, value] of hours.entries()) add({ ...scope, app, weekday, hour }, value)
        }
      }
    }
  }
  vi.useRealTimers()
  return figures
}

/** Every figure of people that any answer has. */
export async function peopleFigures(calls: Calls, principal: Principal, now: string): Promise<number[]> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) })
  const figures: (number | null)[] = []
  for (const days of usageWindows) {
    for (const people of usageAudiences) {
      const input = { principal, query: { days, zone: 'UTC', people } } as const
      const shown = await calls.usageDashboard(input)
      figures.push(shown.hereNow.staff, shown.hereNow.customers, shown.activeToday, shown.activeWeekAgo)
      figures.push(shown.activeInWindow, shown.neverActive)
      figures.push(...shown.byDay.flatMap(({ staff, customers }) => [staff, customers]))
      figures.push(...(await calls.usageUserHeatmap(input)).rows.flatMap(({ hours }) => hours))
      for (const answer of [await calls.usageTopUsers(input), await calls.usageActiveUsers(input)]) {
        figures.push(answer.hidden, ...answer.items.map(({ persons }) => persons))
      }
    }
  }
  vi.useRealTimers()
  return figures.filter((figure) => figure !== null)
}

/** Counts of one person stay below this. */
const BASE = 64
const AT_ONCE = 5

/**
 * How many events of each person stand behind each figure. What people did is multiplied by another power for each of a few people, and
 * left out for all others, so that the figures say whose events they are.
 */
export async function eventsBehind(app: TestApp, read: () => Promise<CountedFigure[]>) {
  const behind = new Map<string, Map<number, number>>()
  const persons = (await app.sql<{ person: number }>('SELECT DISTINCT person FROM event_quarter')).map(
    (row) => row.person,
  )
  await app.sql('CREATE TABLE stored_quarter AS SELECT * FROM event_quarter')
  for (let first = 0; first < persons.length; first += AT_ONCE) {
    const chosen = persons.slice(first, first + AT_ONCE)
    await app.sql(
      `UPDATE event_quarter q SET n = s.n * coalesce(w.weight, 0) FROM stored_quarter s
       LEFT JOIN unnest($1::int[], $2::int[]) AS w (person, weight) ON w.person = s.person
       WHERE (q.quarter, q.person, q.name) = (s.quarter, s.person, s.name)`,
      [chosen, chosen.map((_person, place) => BASE ** place)],
    )
    for (const { key, value } of await read()) {
      const own = behind.get(key) ?? new Map<number, number>()
      behind.set(key, own)
      for (const [place, person] of chosen.entries()) own.set(person, Math.floor((value ?? 0) / BASE ** place) % BASE)
    }
  }
  await app.sql(
    `UPDATE event_quarter q SET n = s.n FROM stored_quarter s
     WHERE (q.quarter, q.person, q.name) = (s.quarter, s.person, s.name)`,
  )
  await app.sql('DROP TABLE stored_quarter')
  return behind
}
