import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp({ environment: { JOBS: 'off' } })
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const keys = [randomUUID(), randomUUID()]

/** Days on which the clock of each zone was set to another time: back, forward, and by a quarter of an hour. */
const places = [
  { zone: 'Australia/Lord_Howe', to: '2026-04-05T06:12:00Z' },
  { zone: 'Australia/Lord_Howe', to: '2026-10-04T06:12:00Z' },
  { zone: 'America/St_Johns', to: '2026-11-01T20:47:30Z' },
  { zone: 'America/St_Johns', to: '2026-03-08T20:47:30Z' },
  { zone: 'Asia/Kathmandu', to: '1986-01-01T05:30:00Z' },
]

interface Entry {
  at: number
  outcome: 'ok' | 'refused'
}
interface Count {
  at: number
  key: string | null
  user: string | null
  status: number
  calls: number
}

/** Numbers below 1 by a seed. */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** What the clock of a zone shows of a minute. */
function clockOf(zone: string): (at: number) => { hour: string; minute: string; month: string; offset: string } {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
  })
  return (at) => {
    const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
    const offset = part.timeZoneName ?? ''
    const month = `${part.year}-${part.month}`
    return { hour: `${month}-${part.day} ${part.hour}`, minute: part.minute ?? '', month, offset }
  }
}

/** The hour of each minute of a time, minute by minute: the next one begins where the clock shows another hour or a full one. */
function hoursOf(clock: ReturnType<typeof clockOf>, from: number, to: number): (at: number) => string {
  const hours: string[] = []
  let before = ''
  for (let at = from; at < to; at += MINUTE_MS) {
    const { hour, minute } = clock(at)
    const isNext = hour !== before || minute === '00'
    hours.push(isNext ? `${hour} from ${at}` : (hours.at(-1) ?? ''))
    before = hour
  }
  return (at) => hours[Math.floor((at - from) / MINUTE_MS)] ?? ''
}

/** Groups by what is shown, in the order of time. */
function recount<Row extends { at: number }>(rows: readonly Row[], shown: (at: number) => string): Map<string, Row[]> {
  return Map.groupBy(
    rows.toSorted((one, other) => one.at - other.at),
    ({ at }) => shown(at),
  )
}

const sum = (counts: readonly Count[]) => counts.reduce((total, { calls }) => total + calls, 0)

/** Of all places: what one has may lie in the year before another. */
const entries: Entry[] = []
const counts: Count[] = []

describe.each(places)('in $zone before $to', ({ zone, to }) => {
  const end = Date.parse(to)
  const clock = clockOf(zone)

  beforeAll(async () => {
    const roll = dice(end % 1_000_003)
    // Two thirds lie within the day, where the clock is set; the others within a year, so that each month has some.
    const time = (index: number) => end - 1 - Math.floor(roll() * (index % 3 === 0 ? 360 : 1) * DAY_MS)
    const fresh = Array.from({ length: 400 }, (_, index): Entry => {
      return { at: time(index), outcome: roll() < 0.3 ? 'refused' : 'ok' }
    })
    const freshCounts = Array.from({ length: 600 }, (_, index): Count => {
      const key = roll() < 0.5 ? (keys[Math.floor(roll() * 2)] ?? null) : null
      const user = key === null && roll() < 0.5 ? keys[0] : null
      const at = Math.floor(time(index) / MINUTE_MS) * MINUTE_MS
      return { at, key, user: user ?? null, status: 2 + Math.floor(roll() * 4), calls: 1 + Math.floor(roll() * 9) }
    })
    const rows = fresh.map(({ at, outcome }) => {
      return { at: new Date(at), action: 'sign-in', type: outcome === 'ok' ? 'login' : 'login_error', outcome }
    })
    await app.sql('SELECT write_auth_log($1::jsonb)', [JSON.stringify(rows)])
    await app.sql(`SELECT ensure_month('api_count', to_timestamp(at / 1000)) FROM unnest($1::float8[]) AS at`, [
      [...new Set(freshCounts.map(({ at }) => Date.parse(new Date(at).toISOString().slice(0, 7))))],
    ])
    await app.sql(
      `INSERT INTO api_count (minute, api_key_id, user_id, route, status_class, calls)
       SELECT to_timestamp(at / 1000), key, person, 'GET /v1/' || $6 || place, status, calls
       FROM unnest($1::float8[], $2::uuid[], $3::uuid[], $4::int[], $5::int[]) WITH ORDINALITY AS c (at, key, person, status, calls, place)`,
      [
        freshCounts.map(({ at }) => at),
        freshCounts.map(({ key }) => key),
        freshCounts.map(({ user }) => user),
        freshCounts.map(({ status }) => status),
        freshCounts.map(({ calls }) => calls),
        to,
      ],
    )
    entries.push(...fresh)
    counts.push(...freshCounts)
  })

  /** Holds buckets against single entries: none is missing, and none is in another one. */
  function compare(buckets: readonly { start: string; events: number }[], shown: (at: number) => string) {
    const from = Date.parse(buckets[0]?.start ?? '')
    const inWindow = ({ at }: { at: number }) => at >= from && at < end
    const byEntry = recount(entries.filter(inWindow), shown)
    const byCount = recount(counts.filter(inWindow), shown)
    expect(new Set(buckets.map(({ start }) => shown(Date.parse(start)))).size).toBe(buckets.length)
    expect(buckets.map(({ start: _start, ...figures }) => figures)).toEqual(
      buckets.map(({ start }) => {
        const own = byEntry.get(shown(Date.parse(start))) ?? []
        const ownCounts = byCount.get(shown(Date.parse(start))) ?? []
        return {
          events: own.length,
          refused: own.filter(({ outcome }) => outcome === 'refused').length,
          calls: sum(ownCounts),
          failed: sum(ownCounts.filter(({ status }) => status >= 4)),
        }
      }),
    )
    expect(buckets.reduce((total, { events }) => total + events, 0)).toBe(entries.filter(inWindow).length)
  }

  test('minutes and hours are those of single entries and calls', async () => {
    const staff = await app.as('staff')
    const byMinute = await staff.call('authLogByMinute', { query: { zone, to, minutes: '1440', kind: 'sign-ins' } })
    expect(byMinute.buckets.length).toBe(1_440)
    compare(byMinute.buckets, (at) => String(Math.floor(at / MINUTE_MS)))
    const byHour = await staff.call('authLogByHour', { query: { zone, to, hours: '48', kind: 'sign-ins' } })
    expect(byHour.buckets.length).toBe(48)
    expect(new Set(byHour.buckets.map(({ start }) => clock(Date.parse(start)).offset)).size).toBe(2)
    compare(byHour.buckets, hoursOf(clock, Date.parse(byHour.buckets[0]?.start ?? ''), end))
  })

  test('hours and months of keys are those of single calls', async () => {
    const staff = await app.as('staff')
    const byHour = await staff.call('callsByKeyAndHour', { query: { zone, to, hours: '48' } })
    const byMonth = await staff.call('callsByKeyAndMonth', { query: { zone, to, months: '12' } })
    for (const [found, shown] of [
      [byHour, hoursOf(clock, Date.parse(byHour.starts[0] ?? ''), end)],
      [byMonth, (at: number) => clock(at).month],
    ] as const) {
      const from = Date.parse(found.starts[0] ?? '')
      const own = counts.filter(({ at }) => at >= from && at < end)
      expect(own.length).toBeGreaterThan(100)
      const plain = (rows: readonly Count[]) => {
        const groups = recount(rows, shown)
        return { total: sum(rows), calls: found.starts.map((start) => sum(groups.get(shown(Date.parse(start))) ?? [])) }
      }
      expect(new Map(found.keys.map(({ id, total, calls }) => [id, { total, calls }]))).toEqual(
        new Map(keys.map((id) => [id, plain(own.filter(({ key }) => key === id))])),
      )
      expect(found.people).toEqual(plain(own.filter(({ user }) => user !== null)))
      expect(found.strangers).toEqual(plain(own.filter(({ user, key }) => user === null && key === null)))
    }
  })
})

test('too many minutes and a zone that does not exist are refused at their field', async () => {
  const staff = await app.as('staff')
  const refused = async (call: string) => {
    const { status, body } = await staff.get(`/v1/auth/logs/metrics/${call}`)
    return [status, (body as { errors?: { path: string }[] }).errors?.map(({ path }) => path)]
  }
  expect(await refused('minute?minutes=1000000000')).toEqual([400, ['query.minutes']])
  expect(await refused('hour?hours=1e9')).toEqual([400, ['query.hours']])
  expect(await refused('hour-by-key?zone=Mars/Olympus')).toEqual([400, ['query.zone']])
  expect(await refused('monthly-by-key?months=1000000000&zone=Nowhere')).toEqual([400, ['query.zone', 'query.months']])
})

test('says what is left out: refreshes, filters that calls do not know, and the time of which no calls are kept', async () => {
  const staff = await app.as('staff')
  const address = '203.0.113.77'
  const at = new Date(Date.parse('2026-06-10T12:30:30Z'))
  const rows = ['login', 'refresh', 'refresh'].map((type) => {
    const action = type === 'login' ? 'sign-in' : 'refreshed'
    return { at, action, type, outcome: 'ok', address }
  })
  await app.sql('SELECT write_auth_log($1::jsonb)', [JSON.stringify(rows)])
  const window = { to: '2026-06-10T13:00:00Z', minutes: '60' }
  const narrowed = await staff.call('authLogByMinute', { query: { ...window, address, kind: 'sign-ins' } })
  expect(narrowed.buckets.reduce((total, { events }) => total + events, 0)).toBe(1)
  expect(narrowed.leftOut).toEqual({ refreshes: 2, callFilters: ['kind', 'address'] })
  const refreshes = await staff.call('authLogByMinute', { query: { ...window, address, action: 'refreshed' } })
  expect(refreshes.buckets.reduce((total, { events }) => total + events, 0)).toBe(2)
  expect(refreshes.leftOut).toEqual({ refreshes: 0, callFilters: ['action', 'address'] })
  const all = await staff.call('authLogByHour', { query: { to: window.to, key: keys[0] ?? '' } })
  expect(all.leftOut.callFilters).toEqual([])
  const [oldest] = await app.sql<{ minute: Date }>('SELECT minute FROM api_count ORDER BY minute LIMIT 1')
  const byMonth = await staff.call('callsByKeyAndMonth', { query: { months: '24' } })
  expect([all.keptFrom, byMonth.keptFrom]).toEqual([oldest?.minute.toISOString(), oldest?.minute.toISOString()])
})

test('a total that is cut off is not shown as exact', async () => {
  const staff = await app.as('staff')
  const window = { from: '2026-02-01T00:00:00Z', to: '2026-02-02T00:00:00Z' }
  const totalOf = async () => {
    const { total, totalIsExact } = await staff.call('listAuthLog', { query: { ...window, limit: '1' } })
    return { total, totalIsExact }
  }
  await app.sql(`SELECT ensure_month('auth_log', $1::timestamptz)`, [window.from])
  const add = (count: number) =>
    app.sql(
      `SELECT write_auth_log(jsonb_agg(jsonb_build_object('at', $1::timestamptz + make_interval(secs => n), 'action', 'sign-in', 'type', 'login', 'outcome', 'ok')))
       FROM generate_series(1, $2::int) AS n`,
      [window.from, count],
    )
  const { total: before } = await totalOf()
  await add(10_000 - before)
  expect(await totalOf()).toEqual({ total: 10_000, totalIsExact: true })
  await add(1)
  expect(await totalOf()).toEqual({ total: 10_000, totalIsExact: false })
})
