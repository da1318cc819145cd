import type { Api, CallResult } from '@packhouse/contract'
import type { Database } from '@packhouse/server'

type Dashboard = CallResult<Api['usageDashboard']>
type Pages = CallResult<Api['usagePopularPages']>
type PageHeat = CallResult<Api['usagePageHeatmap']>
type UserHeat = CallResult<Api['usageUserHeatmap']>
type AppHeat = CallResult<Api['usageAppHeatmap']>
type TopUsers = CallResult<Api['usageTopUsers']>

/** What the calls have answered of one window. */
export interface Answers {
  dashboard: Dashboard
  top: TopUsers
  pages: Pages
  pageHeat: PageHeat
  userHeat: UserHeat
  appHeat: AppHeat
}

/** The single events of the window as the clock of the zone shows them, converted one by one. */
const RAW = `
  CREATE TEMPORARY TABLE raw AS
  SELECT (at AT TIME ZONE $1)::date AS day, extract(isodow FROM at AT TIME ZONE $1)::int AS weekday,
    extract(hour FROM at AT TIME ZONE $1)::int AS hour, at, person, kind, e.name, customer_id IS NULL AS staff
  FROM app_event a JOIN event_name e ON e.key = a.name JOIN event_person p ON p.key = a.person WHERE at >= $2 AND at <= $3`

/** Counts a window again from single events. @returns how long that took, ms @throws Error where a call has answered something else */
export async function recount({ pool }: Database, answers: Answers): Promise<number> {
  const { zone, from, to } = answers.dashboard
  const client = await pool.connect()
  const count = async <Row>(text: string) => (await client.query({ text, rowMode: 'array' })).rows as Row[]
  try {
    const before = performance.now()
    await client.query(RAW, [zone, from, to])
    const days = await count<[string, number, number]>(
      `SELECT day::text, count(DISTINCT person) FILTER (WHERE staff)::int, count(DISTINCT person) FILTER (WHERE NOT staff)::int
       FROM raw WHERE kind IN ('page_view', 'action') GROUP BY day ORDER BY day`,
    )
    const [[active, views] = []] = await count<[number, number]>(
      `SELECT count(DISTINCT person) FILTER (WHERE kind IN ('page_view', 'action'))::int, count(*) FILTER (WHERE kind = 'page_view')::int FROM raw`,
    )
    const pages = await count<[string, number]>(
      `SELECT name, count(*)::int FROM raw WHERE kind = 'page_view' GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 50`,
    )
    const pageHours = await count<[string, number, number]>(
      `SELECT name, hour, count(*)::int FROM raw WHERE kind = 'page_view' GROUP BY 1, 2`,
    )
    const webHours = await count<[number, number, number]>(
      `SELECT weekday, hour, count(*)::int FROM raw WHERE kind IN ('page_view', 'action') GROUP BY 1, 2`,
    )
    const personHours = await count<[number, number, string, number]>(
      `SELECT weekday, hour, day::text, count(DISTINCT person)::int FROM raw WHERE kind IN ('page_view', 'action') GROUP BY 1, 2, 3`,
    )
    const longest = await count<[number]>(
      `SELECT sum(extract(epoch FROM at - before) / 60)::float8 AS minutes FROM (
         SELECT person, at, lag(at) OVER (PARTITION BY person ORDER BY at) AS before FROM raw WHERE kind IN ('page_view', 'action')) s
       WHERE at - before <= interval '30 minutes' GROUP BY person ORDER BY minutes DESC LIMIT 50`,
    )
    const ms = performance.now() - before

    const { dashboard, top, pageHeat, userHeat, appHeat } = answers
    const byDay = new Map(days.map(([day, ...counts]) => [day, counts]))
    same(
      'people by day',
      dashboard.byDay.map(({ day, staff, customers }) => [day, staff, customers]),
      dashboard.byDay.map(({ day }) => [day, ...(byDay.get(day) ?? [0, 0])]),
    )
    same('active people and views', [dashboard.activeInWindow, dashboard.pageViews], [active, views])
    same(
      'pages',
      answers.pages.items.map(({ page, views: n }) => [page, n]),
      pages,
    )
    const hourOfPage = new Map(pageHours.map(([page, hour, n]) => [`${page} ${hour}`, n]))
    for (const { page, hours } of pageHeat.rows)
      same(
        `hours of ${page}`,
        hours,
        hours.map((_n, hour) => hourOfPage.get(`${page} ${hour}`) ?? 0),
      )
    const hourOfWeb = new Map(webHours.map(([weekday, hour, n]) => [`${weekday} ${hour}`, n]))
    for (const { app, weekday, hours } of appHeat.rows) {
      if (app === 'web')
        same(
          `hours of weekday ${weekday}`,
          hours,
          hours.map((_n, hour) => hourOfWeb.get(`${weekday} ${hour}`) ?? 0),
        )
    }
    // Of seven days each weekday is there once.
    const people = new Map(personHours.map(([weekday, hour, _day, n]) => [`${weekday} ${hour}`, n]))
    for (const { weekday, hours } of userHeat.rows)
      same(
        `people of weekday ${weekday}`,
        hours,
        hours.map((_n, hour) => people.get(`${weekday} ${hour}`) ?? 0),
      )
    same(
      'active minutes',
      top.items.map(({ activeMinutes }) => Math.round(activeMinutes * 1_000)),
      longest.map(([minutes]) => Math.round(minutes * 1_000)),
    )
    return ms
  } finally {
    client.release(true)
  }
}

function same(what: string, answered: unknown, counted: unknown): void {
  const [left, right] = [JSON.stringify(answered), JSON.stringify(counted)]
  if (left !== right) throw new Error(`Not what single events amount to: ${what}\n${left}\n${right}`)
}
