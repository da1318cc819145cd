import type { AnalyticsMode, UsageQuery } from '@packhouse/contract'
import { usageDefinitions } from '@packhouse/contract'
import type { HandlersOf } from '../../engine/handlers.ts'
import { hasPermission, type Principal, rowScope } from '../../engine/principal.ts'
import { clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/database.ts'
import { activeMinutes, type PersonTimes } from './active-minutes.ts'
import { medianByHour, peopleByDay, timeByPerson } from './activity.ts'
import { appRows, pageRows } from './heat-rows.ts'
import { activeGroups, countedGroups, presentGroups } from './people-rows.ts'
import { countAccounts, readActivity, readPersons, readPresent, readStaff } from './usage.queries.ts'
import { exactFigures, groupFigures, type UsageFigures } from './usage-figures.ts'
import { type ZoneWindow, zoneWindow } from './zone-days.ts'

const MINUTE_MS = 60_000
/** Rows that lists and the heat map of pages have at most. */
const MOST_PEOPLE = 50
const MOST_PAGES = 50
const MOST_HEAT_PAGES = 12

type UsageCalls =
  | 'usageDashboard'
  | 'usageTopUsers'
  | 'usageActiveUsers'
  | 'usagePopularPages'
  | 'usagePageHeatmap'
  | 'usageUserHeatmap'
  | 'usageAppHeatmap'

/** Who asks, and for what. */
interface UsageInput {
  principal: Principal
  query: UsageQuery
}

interface Reading {
  db: Transaction
  query: UsageQuery
  window: ZoneWindow
  mode: AnalyticsMode
  names: boolean
  figures: UsageFigures
}

/**
 * The calls of analytics. All count by the definitions of the contract and read one moment, so that they agree with each other.
 * @param zoneNow in which the mode `aggregate` counts for everybody: days of another zone would differ by what few did in an hour
 */
export function usageHandlers(database: Database, modeNow: () => AnalyticsMode, zoneNow: () => string) {
  async function read<Answer extends object>(
    { principal, query }: UsageInput,
    work: (reading: Reading) => Promise<Answer>,
  ) {
    const mode = modeNow()
    const zone = mode === 'full' ? query.zone : zoneNow()
    const window = zoneWindow(zone, Number(query.days), clock.now())
    const names = mode === 'full' && hasPermission(principal, 'analytics.names')
    const figuresOf = mode === 'full' ? exactFigures : groupFigures
    // Analytics are of staff: users of customers lack the permission, and row-level security shows them no row.
    const answer = await database.inHistory(rowScope(principal), (db) =>
      work({ db, query, window, mode, names, figures: figuresOf(db, query.people, window) }),
    )
    return {
      from: new Date(window.from).toISOString(),
      to: new Date(window.to).toISOString(),
      days: window.days.length,
      zone,
      people: query.people,
      ...answer,
    }
  }

  return {
    usageDashboard: (input: UsageInput) => read(input, dashboard),
    usageTopUsers: (input: UsageInput) =>
      read(input, async ({ db, query, window, mode, names, figures }) => {
        const times = timeByPerson(await readActivity(db, query.people, window.from, window.to), window)
        const persons = await readPersons(db, [...times.keys()])
        const groups =
          mode === 'full'
            ? activeGroups(times, persons, names, MOST_PEOPLE)
            : countedGroups(figures.times(times), persons, MOST_PEOPLE)
        return { names, ...groups }
      }),
    usageActiveUsers: (input: UsageInput) =>
      read(input, async ({ db, query, window, names, figures }) => {
        const present = await readPresent(db, query.people, window.to - usageDefinitions.hereMinutes * MINUTE_MS)
        const persons = await readPersons(
          db,
          present.map(({ key }) => key),
        )
        return { names, ...presentGroups(present, persons, names, figures.people) }
      }),
    usagePopularPages: (input: UsageInput) =>
      read(input, async ({ figures }) => {
        const pages = await figures.pages(MOST_PAGES)
        return { items: pages.map(({ page, views, ms }) => ({ page, views, minutes: figures.minutes(ms) })) }
      }),
    usagePageHeatmap: (input: UsageInput) =>
      read(input, async ({ figures }) => {
        const pages = (await figures.pages(MOST_HEAT_PAGES)).map(({ page }) => page)
        return { rows: pageRows(pages, await figures.pageHours(pages)) }
      }),
    usageUserHeatmap: (input: UsageInput) =>
      read(input, async ({ db, query, window, figures }) => {
        const hours = medianByHour(await readActivity(db, query.people, window.from, window.to), window)
        return { rows: hours.map((row, index) => ({ weekday: index + 1, hours: row.map(figures.people) })) }
      }),
    usageAppHeatmap: (input: UsageInput) =>
      read(input, async ({ figures }) => ({ rows: appRows(await figures.appHours()) })),
  } satisfies HandlersOf<UsageCalls>
}

async function dashboard({ db, query, window, mode, names, figures }: Reading) {
  const { people } = query
  const week = zoneWindow(window.zone, Math.max(8, window.days.length), window.to)
  const activity = await readActivity(db, people, week.from, window.to)
  const staff = await readStaff(db)
  const present = await readPresent(db, people, window.to - usageDefinitions.hereMinutes * MINUTE_MS)
  const { accounts, never } = await countAccounts(db, people)
  const byDay = peopleByDay(activity, window)
  const ofStaff = (persons: Iterable<number>) => [...persons].filter((person) => staff.has(person)).length
  return {
    mode,
    names,
    hereNow: hereNow(present, figures),
    activeToday: figures.people(byDay.at(-1)?.size ?? 0),
    activeWeekAgo: figures.people(peopleByDay(activity, week).at(-8)?.size ?? 0),
    activeInWindow: figures.people(new Set(byDay.flatMap((persons) => [...persons])).size),
    accounts,
    neverActive: figures.people(never),
    activeMinutesADay: minutesADay(figures.times(timeByPerson(activity, window)), staff, figures),
    pageViews: await figures.views(),
    pageViewsBefore: await figures.viewsBefore(),
    byDay: byDay.map((persons, index) => ({
      day: window.days[index] ?? '',
      staff: figures.people(ofStaff(persons)),
      customers: figures.people(persons.size - ofStaff(persons)),
    })),
  }
}

function hereNow(present: readonly { staff: boolean }[], { people }: UsageFigures) {
  const staff = present.filter((person) => person.staff).length
  return { staff: people(staff), customers: people(present.length - staff) }
}

function minutesADay(times: PersonTimes, staff: ReadonlySet<number>, { minutes, smallest }: UsageFigures) {
  const { all, ...parts } = activeMinutes(times, staff, smallest)
  const shown = (ms: number | null) => (ms === null ? null : minutes(ms))
  return { all: shown(all), staff: shown(parts.staff), customers: shown(parts.customers) }
}
