import type { Options } from '../options.ts'
import { atLeast, finding, type RowResult } from '../report/finding.ts'
import type { Stage } from '../stage/stage.ts'
import { HistoryCast } from './history-cast.ts'
import { HistoryServer, timed } from './history-server.ts'

const POINTS = 500
const ASKED_PER_ROUND = 5
const SIX_HOURS_MS = 6 * 3_600_000

interface Figures {
  week: number
  weekRaw: number
  hours: number
  hoursRaw: number
}

/** Row 4: one tag over days in 500 points, and six hours as they are, against the same from plain rows in PostgreSQL. */
export async function measureSeries(stage: Stage, options: Options): Promise<RowResult> {
  const [machines, days] = options.quick ? [10, 1] : [50, 7]
  const cast = await HistoryCast.start(stage, { machines, days, seed: options.seed, keepRows: true })
  await stage.database.pool.query('VACUUM ANALYZE raw')
  const server = await HistoryServer.start(stage)
  try {
    const rounds: Figures[] = []
    for (let round = -1; round < options.rounds; round++) {
      const figures = await measureRound(stage, cast, server, round)
      if (round >= 0) rounds.push(figures)
    }
    return {
      row: 4,
      title: `one tag of one of ${machines} machines: ${days} days in ${POINTS} points, and 6 hours as they are`,
      findings: [
        finding(
          'days in points, the whole call',
          'ms',
          rounds.map(({ week }) => week),
        ),
        finding(
          'days in points: date_bin over rows / the call',
          '',
          rounds.map(({ week, weekRaw }) => weekRaw / week),
          atLeast(20),
        ),
        finding(
          '6 hours as they are, the whole call',
          'ms',
          rounds.map(({ hours }) => hours),
        ),
        finding(
          '6 hours: the rows / the call',
          '',
          rounds.map(({ hours, hoursRaw }) => hoursRaw / hours),
        ),
      ],
      notes: ['A reading by its name; the call is timed with HTTP, sign-in check and JSON, the rows without.'],
    }
  } finally {
    await server.stop()
  }
}

async function measureRound(stage: Stage, cast: HistoryCast, server: HistoryServer, round: number): Promise<Figures> {
  const sums = { week: 0, weekRaw: 0, hours: 0, hoursRaw: 0 }
  for (let n = 0; n < ASKED_PER_ROUND; n++) {
    const machine = ((round + 1) * ASKED_PER_ROUND + n) % cast.keys.length
    const key = cast.keys[machine] ?? 0
    const path = `/v1/ignition/machines/${cast.machineIDs[machine]}/history?tag=analogue3`
    const span = (from: number) => `&from=${new Date(from).toISOString()}&to=${new Date(cast.to).toISOString()}`
    sums.week += (await server.ask(`${path}&points=${POINTS}${span(cast.from)}`)).ms
    sums.hours += (await server.ask(`${path}&points=20000${span(cast.to - SIX_HOURS_MS)}`)).ms
    sums.weekRaw += await timed(() => binned(stage, key, cast))
    sums.hoursRaw += await timed(() =>
      stage.database.pool.query(
        `SELECT at, (machine_data ->> 'analogue3')::float8 FROM raw WHERE machine_key = $1 AND at >= $2 ORDER BY at`,
        [key, new Date(cast.to - SIX_HOURS_MS)],
      ),
    )
  }
  return {
    week: sums.week / ASKED_PER_ROUND,
    weekRaw: sums.weekRaw / ASKED_PER_ROUND,
    hours: sums.hours / ASKED_PER_ROUND,
    hoursRaw: sums.hoursRaw / ASKED_PER_ROUND,
  }
}

async function binned({ database }: Stage, key: number, { from, to }: HistoryCast): Promise<void> {
  await database.pool.query(
    `SELECT date_bin($2::interval, at, $3) AS bucket, avg(value), min(value), max(value)
     FROM raw, LATERAL (SELECT (machine_data ->> 'analogue3')::float8 AS value) v
     WHERE machine_key = $1 AND at >= $3 AND at < $4 GROUP BY 1 ORDER BY 1`,
    [key, `${Math.ceil((to - from) / POINTS / 1000)} s`, new Date(from), new Date(to)],
  )
}
