import type { Heatmap, Metrics } from '@packhouse/contract'
import type { Options } from '../options.ts'
import { atLeast, finding, type RowResult } from '../report/finding.ts'
import type { Stage } from '../stage/stage.ts'
import { HistoryCast } from './history-cast.ts'
import { HistoryServer } from './history-server.ts'

interface Plain {
  machine_key: number
  records: string
  cycles: string
  temperature: number
}

interface Round {
  metrics: number
  metricsRaw: number
  heatmap: number
  heatmapRaw: number
}

/** Row 5: metrics and heat map over days, against the same from plain rows in PostgreSQL; both must be equal. */
export async function measureMetrics(stage: Stage, options: Options): Promise<RowResult> {
  const [machines, days] = options.quick ? [10, 1] : [options.metricsMachines, 7]
  const cast = await HistoryCast.start(stage, { machines, days, seed: options.seed, keepRows: true })
  await stage.database.pool.query('VACUUM ANALYZE raw')
  const server = await HistoryServer.start(stage)
  try {
    const rounds: Round[] = []
    for (let round = -1; round < options.rounds; round++) {
      // Each round asks for other days, since the heat map is cached for a minute.
      const figures = await measureRound(stage, server, cast, days + 1 + (options.rounds - round))
      if (round >= 0) rounds.push(figures)
    }
    return {
      row: 5,
      title: `metrics of ${machines} machines and their heat map by the hour over ${days} days at 10 s`,
      findings: [
        finding(
          'metrics, the whole call',
          'ms',
          rounds.map(({ metrics }) => metrics),
        ),
        finding(
          'metrics: from rows / the call',
          '',
          rounds.map(({ metrics, metricsRaw }) => metricsRaw / metrics),
          atLeast(50),
        ),
        finding(
          'heat map, the whole call',
          'ms',
          rounds.map(({ heatmap }) => heatmap),
        ),
        finding(
          'heat map: from rows / the call',
          '',
          rounds.map(({ heatmap, heatmapRaw }) => heatmapRaw / heatmap),
          atLeast(50),
        ),
      ],
      notes: [
        'Records, cycles and mean temperature of each machine, and cycles of each hour, were the same from both.',
        `The table says 1,000 machines; ${machines} are measured. The plain rows of 1,000 take an hour to make (--machines 1000).`,
      ],
    }
  } finally {
    await server.stop()
  }
}

async function measureRound(stage: Stage, server: HistoryServer, cast: HistoryCast, days: number): Promise<Round> {
  const metrics = await server.ask<Metrics>(`/v1/ignition/metrics?days=${days}`)
  const summed = await fromRows(stage)
  assertEqual(cast, metrics.answer, summed.rows)
  const heatmap = await server.ask<Heatmap>(`/v1/ignition/heatmap?days=${days}`)
  const hours = await hoursFromRows(stage)
  // An hour may have nothing but the time that the newest record of the hour before speaks for.
  const counted = heatmap.answer.hours.filter(({ cycles }) => cycles > 0)
  const reported = counted.map(({ time, cycles }) => `${time} ${cycles}`).join()
  const plain = hours.rows.filter(({ cycles }) => Number(cycles) > 0)
  if (reported !== plain.map(({ at, cycles }) => `${at.toISOString()} ${Number(cycles)}`).join()) {
    throw new Error('The heat map is not what the rows amount to.')
  }
  return { metrics: metrics.ms, metricsRaw: summed.ms, heatmap: heatmap.ms, heatmapRaw: hours.ms }
}

const STEPS = `SELECT machine_key, at, temperature,
    total_cycles - lag(total_cycles) OVER (PARTITION BY machine_key ORDER BY at) AS cycles FROM raw`

async function fromRows({ database }: Stage): Promise<{ rows: Plain[]; ms: number }> {
  const before = performance.now()
  const { rows } = await database.pool.query<Plain>(
    `SELECT machine_key, count(*) AS records, sum(cycles) AS cycles, avg(temperature) AS temperature FROM (${STEPS}) s
     GROUP BY 1`,
  )
  return { rows, ms: performance.now() - before }
}

async function hoursFromRows({ database }: Stage): Promise<{ rows: { at: Date; cycles: string }[]; ms: number }> {
  const before = performance.now()
  const { rows } = await database.pool.query<{ at: Date; cycles: string }>(
    `SELECT date_trunc('hour', at) AS at, coalesce(sum(cycles), 0) AS cycles FROM (${STEPS}) s GROUP BY 1 ORDER BY 1`,
  )
  return { rows, ms: performance.now() - before }
}

/** @throws Error where a machine's figures are not those of its rows */
function assertEqual(cast: HistoryCast, { machines }: Metrics, rows: readonly Plain[]): void {
  const reported = new Map(machines.map((machine) => [machine.machineID, machine]))
  for (const [index, key] of cast.keys.entries()) {
    const machine = reported.get(cast.machineIDs[index] ?? '')
    const row = rows.find(({ machine_key }) => machine_key === key)
    const same =
      machine?.records === Number(row?.records) &&
      machine.cycles === Number(row?.cycles) &&
      Math.abs((machine.averageTemperature ?? 0) - (row?.temperature ?? 0)) < 1e-9
    if (!same) throw new Error(`The metrics of ${cast.machineIDs[index]} are not what its rows amount to.`)
  }
}
