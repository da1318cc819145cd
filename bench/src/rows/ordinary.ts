import type { Options } from '../options.ts'
import { atMost, finding, type RowResult, type Target } from '../report/finding.ts'
import type { Stage } from '../stage/stage.ts'
import { type Cost, LOADS, type Load, OrdinaryCast } from './ordinary-cast.ts'
import { SampleCast, type SampleCost } from './sample-cast.ts'

interface Round {
  loads: Record<Load, Cost>
  saturated: Cost
}

interface Measured {
  rounds: Round[]
  samples: SampleCost[]
  lost: number
}

/** Row 25: what records cost at an ordinary load, and what the sample installation costs at rest. */
export async function measureOrdinary(stage: Stage, options: Options): Promise<RowResult> {
  const fleets = await measureFleets(stage, options)
  return report({ ...fleets, samples: await measureSample(stage, options) })
}

async function measureFleets(stage: Stage, options: Options): Promise<Omit<Measured, 'samples'>> {
  const cast = await OrdinaryCast.start(stage, options.seed, options.profile)
  try {
    const rounds: Round[] = []
    for (let round = 0; round < options.rounds; round++) {
      const loads: Partial<Record<Load, Cost>> = {}
      for (const load of LOADS) loads[load] = await cast.steady(load, 2 * options.seconds)
      rounds.push({ loads: loads as Round['loads'], saturated: await cast.saturate(options.seconds) })
    }
    return { rounds, lost: await cast.countLost() }
  } finally {
    await cast.stop()
  }
}

async function measureSample(stage: Stage, { rounds, seconds }: Options): Promise<SampleCost[]> {
  const cast = await SampleCast.start(stage)
  try {
    const samples: SampleCost[] = []
    for (let round = 0; round < rounds; round++) samples.push(await cast.run(6 * seconds))
    return samples
  } finally {
    await cast.stop()
  }
}

function report({ rounds, samples, lost }: Measured): RowResult {
  const show = (what: string, unit: string, read: (round: Round) => number, target?: Target) =>
    finding(what, unit, rounds.map(read), target)
  const sample = (what: string, unit: string, read: (cost: SampleCost) => number, target?: Target) =>
    finding(`sample: ${what}`, unit, samples.map(read), target)
  const whole = ({ server, postgres }: Cost) => server + postgres
  return {
    row: 25,
    title: 'processor time at an ordinary load, and of the sample installation at rest',
    findings: [
      show('1,000 records/s / saturation, per record', '', (r) => whole(r.loads[1000]) / whole(r.saturated), atMost(5)),
      ...LOADS.flatMap((load) => [
        show(`${load} records/s: server`, 'µs/record', (r) => r.loads[load].server),
        show(`${load} records/s: PostgreSQL`, 'µs/record', (r) => r.loads[load].postgres),
        show(`${load} records/s: transactions`, '/s', (r) => r.loads[load].transactions),
        show(`${load} records/s: write-ahead log`, 'B/record', (r) => r.loads[load].wal),
        show(`${load} records/s: PUBACK p99`, 'ms', (r) => r.loads[load].p99),
      ]),
      show('saturation: server', 'µs/record', (r) => r.saturated.server),
      show('saturation: PostgreSQL', 'µs/record', (r) => r.saturated.postgres),
      show('saturation: write-ahead log', 'B/record', (r) => r.saturated.wal),
      sample('server and PostgreSQL', '% of a core', (r) => r.server + r.postgres, atMost(3)),
      sample('server', '% of a core', (r) => r.server),
      sample('PostgreSQL', '% of a core', (r) => r.postgres),
      sample('transactions', '/s', (r) => r.transactions),
      sample('server resident', 'MB', (r) => r.resident, atMost(250)),
      finding('acknowledged and not stored and counted exactly once', 'records', [lost], atMost(0)),
    ],
    notes: [
      'A record at 24 and 100 records/s includes what the server does all the time, as looking for jobs and for changed settings.',
      'The sample is the product as it is started, with the simulator as a process of its own that is not counted.',
    ],
  }
}
