import type { RunResult } from '../driver/driver.ts'
import { atLeast, atMost, finding, type RowResult, type Target } from '../report/finding.ts'

type Loaded = RunResult & { serverUsage: number }

export interface IngestRound {
  sink: RunResult
  parsing: Loaded
  storing: Loaded & { postgresUsage: number; logBytes: number; pageImages: number }
  /** One connection alone. */
  one: RunResult
  steady: RunResult & { fsync: number }
  /** Of the data folder while it was stored to saturation, p99 in ms. */
  fsync: number
  lost: number
}

interface Measured {
  machines: number
  inFlight: number
  rounds: IngestRound[]
  lostInKill: number[]
}

/** Share of what parsing alone reaches that storing is to reach. */
const GOAL = 0.55
/** Records a second of one connection. */
const ONE_GOAL = 30_000
/** The server's own: how long a batch may wait for more records. */
const BATCH_WINDOW_MS = 25
/** Of a record as it is sent. */
const RECORD_BYTES = 220
const LOG_GOAL = 1.3
/** Of server and PostgreSQL together, for a record. */
const PROCESSOR_US = 22

export function reportIngest({ machines, inFlight, rounds, lostInKill }: Measured): RowResult {
  const show = (what: string, unit: string, read: (round: IngestRound) => number, target?: Target) =>
    finding(what, unit, rounds.map(read), target)
  /** What so many records in flight imply, whatever the server does (Little's law). */
  const implied = (r: IngestRound) => (1000 * machines * inFlight) / r.storing.rate
  const ofPostgres = ({ storing }: IngestRound) => storing.postgresUsage / storing.acknowledged
  const steadyLimit = (r: IngestRound) => 3 * r.steady.fsync + BATCH_WINDOW_MS
  return {
    row: 1,
    title: `${machines} machines to saturation, PUBACK after commit, at most ${inFlight} in flight each`,
    findings: [
      show('stored / parsed only', '', (r) => r.storing.rate / r.parsing.rate, atLeast(GOAL)),
      show('server CPU per record, parsed only / stored', '', (r) => perOne(r.parsing) / perOne(r.storing)),
      show('stored', 'records/s', (r) => r.storing.rate),
      show('one connection alone, 20 machines: stored', 'records/s', (r) => r.one.rate, atLeast(ONE_GOAL)),
      show('parsed only, acknowledged at once', 'records/s', (r) => r.parsing.rate),
      show('driver into a sink / target', '', (r) => r.sink.rate / (GOAL * r.parsing.rate), atLeast(3)),
      show('driver into a sink', 'records/s', (r) => r.sink.rate),
      show('steady: PUBACK p99 / (3 x fsync p99 + batch window)', '', (r) => r.steady.p99 / steadyLimit(r), atMost(1)),
      show(`steady (${machines} records/s): PUBACK p50`, 'ms', (r) => r.steady.p50),
      show('steady: PUBACK p99', 'ms', (r) => r.steady.p99),
      show('steady: fsync p99 of the data folder', 'ms', (r) => r.steady.fsync),
      show('saturated: PUBACK p50', 'ms', (r) => r.storing.p50),
      show('saturated: PUBACK p99', 'ms', (r) => r.storing.p99),
      show('saturated: mean PUBACK time that so many in flight imply', 'ms', implied),
      show('saturated: PUBACK p99 / implied mean', '', (r) => r.storing.p99 / implied(r)),
      show('saturated: fsync p99 of the data folder', 'ms', (r) => r.fsync),
      show('acknowledged and not stored exactly once', 'records', (r) => r.lost, atMost(0)),
      finding('acknowledged, lost by kill -9 of server and database', 'records', lostInKill, atMost(0)),
      show('server, parsing only', 'µs/record', (r) => perOne(r.parsing)),
      show('server, storing', 'µs/record', (r) => perOne(r.storing)),
      show('PostgreSQL', 'µs/record', ofPostgres),
      show(
        'server and PostgreSQL, storing',
        'µs/record',
        (r) => perOne(r.storing) + ofPostgres(r),
        atMost(PROCESSOR_US),
      ),
      show(
        'write-ahead log per record / the record',
        '',
        (r) => r.storing.logBytes / r.storing.acknowledged / RECORD_BYTES,
        atMost(LOG_GOAL),
      ),
      show(
        'whole pages in the log, per 1,000 records',
        'pages',
        (r) => (1000 * r.storing.pageImages) / r.storing.acknowledged,
      ),
      show('driver', 'µs/record', (r) => r.storing.usage / r.storing.acknowledged),
    ],
    notes: [
      `With ${machines * inFlight} records always in flight, the mean time to the PUBACK is that number divided by the rate,`,
      'whatever the server does. So the PUBACK target is held against the steady part of the workload.',
      'The ratio of processor times hardly suffers when other work shares the machine; that of the rates does.',
    ],
  }
}

function perOne({ serverUsage, acknowledged }: Loaded): number {
  return serverUsage / acknowledged
}
