import type { Options } from '../options.ts'
import { atMost, finding, type RowResult, type Target } from '../report/finding.ts'
import type { Stage } from '../stage/stage.ts'
import { type Cost, type Setup, SharedIngestCast } from './shared-ingest-cast.ts'

const MACHINES = 1_000
const PER_SECOND = 5
const SETUPS: Setup[] = ['alone', 'one', 'two']

type Round = Record<Setup, Cost> & { lost: number }

/** Row 24: two ingest nodes on one database against one, each process with its own half of the machines. */
export async function measureSharedIngest(stage: Stage, options: Options): Promise<RowResult> {
  const cast = await SharedIngestCast.start(stage, { machines: MACHINES, seed: options.seed })
  try {
    const rounds: Round[] = []
    for (let round = -1; round < options.rounds; round++) {
      const costs: Partial<Record<Setup, Cost>> = {}
      for (const setup of SETUPS) costs[setup] = await cast.run(setup, options.seconds, PER_SECOND)
      if (round >= 0) rounds.push({ ...(costs as Record<Setup, Cost>), lost: await cast.countLost() })
    }
    return report(rounds)
  } finally {
    await cast.stop()
  }
}

function report(rounds: Round[]): RowResult {
  const show = (what: string, unit: string, read: (round: Round) => number, target?: Target) =>
    finding(what, unit, rounds.map(read), target)
  const whole = ({ nodes, database }: Cost) => nodes + database
  return {
    row: 24,
    title: `${MACHINES * PER_SECOND} records/s of ${MACHINES} machines: one process alone, one ingest node, two ingest nodes`,
    findings: [
      show('processor time per record, two nodes / one', '', (r) => whole(r.two) / whole(r.one), atMost(1.15)),
      show('of the nodes alone, two / one', '', (r) => r.two.nodes / r.one.nodes),
      show('of the database alone, two nodes / one', '', (r) => r.two.database / r.one.database),
      show('one node / a process alone', '', (r) => whole(r.one) / whole(r.alone)),
      show('share of the database with two nodes', '', (r) => r.two.database / whole(r.two)),
      ...SETUPS.map((setup) => show(`${setup}: processor time`, 'µs/record', (r) => whole(r[setup]))),
      ...SETUPS.map((setup) => show(`${setup}: PUBACK p99`, 'ms', (r) => r[setup].p99)),
      show('acknowledged and not stored and counted exactly once', 'records', (r) => r.lost, atMost(0)),
    ],
    notes: [
      'Processor time is that of all nodes with PostgreSQL. On more than two cores two nodes have to store 1.7 times as much as one.',
    ],
  }
}
