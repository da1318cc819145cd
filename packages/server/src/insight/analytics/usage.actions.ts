import type { AnalyticsMode, UsageQuery } from '@packhouse/contract'
import { usageDefinitions } from '@packhouse/contract'
import type { HandlersOf } from '../../engine/handlers.ts'
import { hasPermission, type Principal } from '../../engine/principal.ts'
import type { Database, Transaction } from '../../platform/database.ts'
import { type Activity, median, medianByHour, peopleByDay, timeByPerson } from './activity.ts'
import { appRows, pageRows } from './heat-rows.ts'
import { activeGroups, presentGroups } from './people-rows.ts'
import {
  countAccounts,
  countViews,
  readActivity,
  readHours,
  readPages,
  readPersons,
  readPresent,
  readStaff,
} from './usage.queries.ts'
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
  names: boolean
  /** Hides figures that fewer than five people may stand behind, in the mode `aggregate`. */
  shown: (figure: number) => number | null
}

/** The calls of analytics. All count by the definitions of the contract and read one moment, so that they agree with each other. */
export function usageHandlers(database: Database, modeNow: () => AnalyticsMode) {
  async function read<Answer extends object>(
    { principal, query }: UsageInput,
    work: (reading: Reading) => Promise<Answer>,
  ) {
    const window = zoneWindow(query.zone, Number(query.days), Date.now())
    const mode = modeNow()
    const names = mode === 'full' && hasPermission(principal, 'analytics.names')
    const shown = (figure: number) =>
      mode !== 'full' && figure > 0 && figure < usageDefinitions.smallestGroup ? null : figure
    const answer = await database.inHistory(scopeOf(principal), (db) => work({ db, query, window, names, shown }))
    return {
      from: new Date(window.from).toISOString(),
      to: new Date(window.to).toISOString(),
      days: window.days.length,
      zone: query.zone,
      people: query.people,
      ...answer,
    }
  }

  return {
    usageDashboard: (input: UsageInput) => read(input, (reading) => dashboard(reading, modeNow())),
    usageTopUsers: (input: UsageInput) =>
      read(input, async ({ db, query, window, names }) => {
        const times = timeByPerson(await readActivity(db, query.people, window.from, window.to), window)
        const persons = await readPersons(db, [...times.keys()])
        return { names, ...activeGroups(times, persons, names, MOST_PEOPLE) }
      }),
    usageActiveUsers: (input: UsageInput) =>
      read(input, async ({ db, query, window, names }) => {
        const present = await readPresent(db, query.people, window.to - usageDefinitions.hereMinutes * MINUTE_MS)
        const persons = await readPersons(
          db,
          present.map(({ key }) => key),
        )
        return { names, ...presentGroups(present, persons, names) }
      }),
    usagePopularPages: (input: UsageInput) =>
      read(input, async ({ db, query, window, shown }) => {
        const pages = await readPages(db, query.people, window, MOST_PAGES)
        return { items: pages.map(({ page, views, ms }) => ({ page, views: shown(views), minutes: ms / MINUTE_MS })) }
      }),
    usagePageHeatmap: (input: UsageInput) =>
      read(input, async ({ db, query, window, shown }) => {
        const pages = (await readPages(db, query.people, window, MOST_HEAT_PAGES)).map(({ page }) => page)
        return { rows: pageRows(pages, await readHours(db, query.people, window, pages), shown) }
      }),
    usageUserHeatmap: (input: UsageInput) =>
      read(input, async ({ db, query, window, shown }) => {
        const hours = medianByHour(await readActivity(db, query.people, window.from, window.to), window)
        return { rows: hours.map((row, index) => ({ weekday: index + 1, hours: row.map(shown) })) }
      }),
    usageAppHeatmap: (input: UsageInput) =>
      read(input, async ({ db, query, window, shown }) => ({
        rows: appRows(await readHours(db, query.people, window, undefined), shown),
      })),
  } satisfies HandlersOf<UsageCalls>
}

async function dashboard({ db, query, window, names, shown }: Reading, mode: AnalyticsMode) {
  const { people } = query
  const week = zoneWindow(query.zone, Math.max(8, window.days.length), window.to)
  const activity = await readActivity(db, people, week.from, window.to)
  const staff = await readStaff(db)
  const present = await readPresent(db, people, window.to - usageDefinitions.hereMinutes * MINUTE_MS)
  const { accounts, never } = await countAccounts(db, people)
  const byDay = peopleByDay(activity, window)
  const ofStaff = (persons: Iterable<number>) => [...persons].filter((person) => staff.has(person)).length
  return {
    mode,
    names,
    hereNow: hereNow(present, shown),
    activeToday: shown(byDay.at(-1)?.size ?? 0),
    activeWeekAgo: shown(peopleByDay(activity, week).at(-8)?.size ?? 0),
    activeInWindow: shown(new Set(byDay.flatMap((persons) => [...persons])).size),
    accounts,
    neverActive: never,
    activeMinutesADay: activeMinutes(activity, window, staff),
    pageViews: shown(await countViews(db, people, window.from, window.to)),
    // The quarter that the window begins with is its own.
    pageViewsBefore: shown(await countViews(db, people, window.before, window.from - 1)),
    byDay: byDay.map((persons, index) => ({
      day: window.days[index] ?? '',
      staff: shown(ofStaff(persons)),
      customers: shown(persons.size - ofStaff(persons)),
    })),
  }
}

function hereNow(present: readonly { staff: boolean }[], shown: Reading['shown']) {
  const staff = present.filter((person) => person.staff).length
  return { staff: shown(staff), customers: shown(present.length - staff) }
}

function activeMinutes(activity: Activity, window: ZoneWindow, staff: ReadonlySet<number>) {
  const times = [...timeByPerson(activity, window)].flatMap(([person, days]) =>
    [...days.values()].map((ms) => ({ isStaff: staff.has(person), ms })),
  )
  const of = (chosen: typeof times) => median(chosen.map(({ ms }) => ms)) / MINUTE_MS
  return {
    all: of(times),
    staff: of(times.filter(({ isStaff }) => isStaff)),
    customers: of(times.filter(({ isStaff }) => !isStaff)),
  }
}

/** Analytics are of staff: users of customers have no permission for it, and row-level security gives them no row. */
function scopeOf({ customerId }: Principal) {
  return customerId === null ? ('all' as const) : { customerId }
}
