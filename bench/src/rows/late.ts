import type { RunResult } from '../driver/driver.ts'
import type { Options } from '../options.ts'
import { atMost, finding, type RowResult, type Target } from '../report/finding.ts'
import type { Stage } from '../stage/stage.ts'
import { LateCast } from './late-cast.ts'

const CONNECTIONS = 50
const PER_CONNECTION = 40
const LATE = { share: 0.1, upTo: 5_000 }
/** The very full hour is that of a machine with 70 records a second. */
const FILLED_ONE = 168_000
/** One record after the other, so that each is a batch by itself. */
const ALONE = { seconds: 2, perSecond: 20 }
/** Nearly every record comes behind a newer one. */
const LATE_ALONE = { share: 0.5, upTo: 1_000 }

interface Round {
  inOrder: RunResult
  late: RunResult
  oneInOrder: RunResult
  oneLate: RunResult
  lost: number
}

/** Row 27: a tenth of the records comes late into hours that are full, against the same in order. */
export async function measureLate(stage: Stage, options: Options): Promise<RowResult> {
  const filled = options.quick ? 3_600 : 36_000
  const cast = await LateCast.start(stage, { machines: CONNECTIONS, filled, filledOne: FILLED_ONE, ...options })
  try {
    const rounds: Round[] = []
    for (let round = -1; round < options.rounds; round++) {
      const figures = await measureRound(cast, options)
      if (round >= 0) rounds.push(figures)
    }
    return report(filled, rounds)
  } finally {
    await cast.stop()
  }
}

async function measureRound(cast: LateCast, { seconds }: Options): Promise<Round> {
  const flow = { seconds: 2 * seconds, perSecond: PER_CONNECTION }
  return {
    inOrder: await cast.runFleet(flow),
    late: await cast.runFleet({ ...flow, late: LATE }),
    oneInOrder: await cast.runOne(ALONE),
    oneLate: await cast.runOne({ ...ALONE, late: LATE_ALONE }),
    lost: await cast.countLost(),
  }
}

function report(filled: number, rounds: Round[]): RowResult {
  const show = (what: string, unit: string, read: (round: Round) => number, target?: Target) =>
    finding(what, unit, rounds.map(read), target)
  return {
    row: 27,
    title: `${CONNECTIONS * PER_CONNECTION} records/s over ${CONNECTIONS} connections, ${LATE.share * 100} % late by up to ${LATE.upTo / 1000} s, ${filled} records of each machine in the hour`,
    findings: [
      show('PUBACK p99, late / in order', '', (r) => r.late.p99 / r.inOrder.p99, atMost(2)),
      show('in order: PUBACK p50', 'ms', (r) => r.inOrder.p50),
      show('in order: PUBACK p99', 'ms', (r) => r.inOrder.p99),
      show('late: PUBACK p50', 'ms', (r) => r.late.p50),
      show('late: PUBACK p99', 'ms', (r) => r.late.p99),
      show(`one machine with ${FILLED_ONE} in the hour, in order: PUBACK p50`, 'ms', (r) => r.oneInOrder.p50),
      show('the same, half of them late: PUBACK p50', 'ms', (r) => r.oneLate.p50),
      show('the same, half of them late: PUBACK p99', 'ms', (r) => r.oneLate.p99),
      show('acknowledged and not stored and counted exactly once', 'records', (r) => r.lost, atMost(0)),
    ],
    notes: ['The delay is that of all records, those in order and those that are late.'],
  }
}
