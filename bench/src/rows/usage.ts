import type { Options } from '../options.ts'
import { atMost, finding, type RowResult } from '../report/finding.ts'
import type { Stage } from '../stage/stage.ts'
import { HistoryServer } from './history-server.ts'
import { fillUsage } from './usage-fill.ts'
import { type Answers, recount } from './usage-raw.ts'

const LIMIT_MS = 200
const PATH = '/v1/auth/user-analytics'
const calls = [
  'dashboard',
  'top-users',
  'active-users-list',
  'popular-pages',
  'frontend-page-views-heatmap',
  'user-activity-heatmap',
  'app-activity-heatmap',
]
const windows = ['7', '30', '90']
const zones = ['Europe/Oslo', 'Australia/Lord_Howe', 'Asia/Kathmandu']

/** Row 19: every call of analytics over a year of events, and the same from single events, which must be equal. */
export async function measureUsage(stage: Stage, options: Options): Promise<RowResult> {
  const people = options.quick ? 100 : 1_560
  const events = await fillUsage(stage.database, { people, weeks: 52, seed: options.seed })
  await stage.database.pool.query('VACUUM (ANALYZE) name_quarter, name_day, activity_span, event_person, event_name')
  await stage.database.pool.query('CHECKPOINT')
  const server = await HistoryServer.start(stage)
  try {
    const times = new Map(calls.map((call) => [call, [] as number[]]))
    for (let round = -1; round < options.rounds; round++) {
      for (const call of calls) {
        for (const query of queries()) {
          const { ms } = await server.ask(`${PATH}/${call}?${query}`)
          if (round >= 0) times.get(call)?.push(ms)
        }
      }
    }
    const answers = await askAll(server)
    const raw = await recount(stage.database, answers)
    const all = [...times.values()].flat()
    return {
      row: 19,
      title: `calls of analytics over ${events.toLocaleString('en')} events of ${people} people in 12 months`,
      findings: [
        finding('every call, window and zone: p95', 'ms', [quantile(all, 0.95)], atMost(LIMIT_MS)),
        ...[...times].flatMap(([call, list]) => [
          finding(`${call}: p95`, 'ms', [quantile(list, 0.95)], atMost(LIMIT_MS)),
          finding(`${call}: all`, 'ms', list),
        ]),
        finding('the figures of 7 days from single events / the dashboard', '', [
          raw / quantile(times.get('dashboard') ?? [], 0.5),
        ]),
      ],
      notes: [
        `Windows of ${windows.join(', ')} days in ${zones.join(', ')}, staff, customers and all.`,
        'People by day, active people, views, pages, both heat maps by hour and active minutes of 7 days were those of single events.',
      ],
    }
  } finally {
    await server.stop()
  }
}

function queries(): string[] {
  return windows.flatMap((days) =>
    zones.map((zone, index) => `days=${days}&zone=${zone}&people=${['all', 'staff', 'customers'][index]}`),
  )
}

async function askAll(server: HistoryServer): Promise<Answers> {
  const ask = async <Answer>(call: string) =>
    (await server.ask<Answer>(`${PATH}/${call}?days=7&zone=Asia/Kathmandu`)).answer
  return {
    dashboard: await ask('dashboard'),
    top: await ask('top-users'),
    pages: await ask('popular-pages'),
    pageHeat: await ask('frontend-page-views-heatmap'),
    userHeat: await ask('user-activity-heatmap'),
    appHeat: await ask('app-activity-heatmap'),
  }
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
