import { Latencies } from '../driver/latencies.ts'
import type { Options } from '../options.ts'
import { atMost, finding, type RowResult, type Target } from '../report/finding.ts'
import type { Stage } from '../stage/stage.ts'
import { MACHINES_EACH, type Sent, StreamCast } from './stream-cast.ts'

const CUSTOMERS = 25
const VIEWERS_EACH = 40
const QUICK_VIEWERS_EACH = 8
/** At least 70 % of plain writes. This way round, since the stream's part is a difference and may be as small as its error. */
const LIMIT = Number((1 / 0.7).toFixed(2))

interface Round {
  /** Processor time of the server with viewers and without, and of plain sockets for the same bytes, µs. */
  watched: number
  alone: number
  raw: number
  bytes: number
  rawBytes: number
  seconds: number
  /** Changes that viewers were sent, all together. */
  changes: number
  /** Changes that a viewer lacks which another one of the same machines got. */
  missed: number
  /** Records whose machine was never sent again, neither with them nor with a later one. */
  missing: number
  p50: number
  p99: number
}

/** Row 6: the live stream to many viewers while workload W runs, against plain writes of the same bytes. */
export async function measureStream(stage: Stage, options: Options): Promise<RowResult> {
  const viewersEach = options.quick ? QUICK_VIEWERS_EACH : VIEWERS_EACH
  const cast = await StreamCast.start(stage, { ...options, customers: CUSTOMERS, viewersEach })
  try {
    const rounds: Round[] = []
    // The first one makes the compiler's acquaintance with the code.
    await runRound(cast, options.seconds, viewersEach)
    while (rounds.length < options.rounds) rounds.push(await runRound(cast, options.seconds, viewersEach))
    return report(rounds, viewersEach)
  } finally {
    await cast.stop()
  }
}

async function runRound(cast: StreamCast, seconds: number, viewersEach: number): Promise<Round> {
  const { heard, sent, usage: watched } = await cast.watchProduct(seconds)
  const { heard: rawHeard, usage: alone, rawUsage: raw } = await cast.watchRaw(heard.tapes, seconds)
  const most = (viewer: number) => {
    const first = viewer - (viewer % viewersEach)
    return Math.max(...heard.changes.slice(first, first + viewersEach))
  }
  return {
    watched,
    alone,
    raw,
    bytes: heard.bytes,
    rawBytes: rawHeard.bytes,
    seconds,
    changes: heard.changes.reduce((sum, count) => sum + count, 0),
    missed: heard.changes.reduce((sum, count, viewer) => sum + most(viewer) - count, 0),
    ...delays(sent, heard.arrivals),
  }
}

/** Holds what was published against what came, machine by machine. A record is covered by itself or by a later one. */
function delays(sent: readonly Sent[], arrivals: readonly Sent[]): { missing: number; p50: number; p99: number } {
  const byMachine = Map.groupBy(arrivals, ({ machineID }) => machineID)
  const latencies = new Latencies()
  let missing = 0
  for (const { machineID, lastSeen, at } of sent) {
    const arrival = byMachine.get(machineID)?.find((change) => change.lastSeen >= lastSeen)
    if (arrival === undefined) missing += 1
    else latencies.add(arrival.at - at)
  }
  const [p50 = Number.NaN, p99 = Number.NaN] = latencies.percentiles(0.5, 0.99)
  return { missing, p50, p99 }
}

function report(rounds: Round[], viewersEach: number): RowResult {
  const show = (what: string, unit: string, read: (round: Round) => number, target?: Target) =>
    finding(what, unit, rounds.map(read), target)
  const viewers = (CUSTOMERS * viewersEach).toLocaleString('en')
  const load = (usage: (round: Round) => number) => (r: Round) => usage(r) / r.seconds / 1000
  return {
    row: 6,
    title: `${viewers} viewers x ${MACHINES_EACH} machines over SSE while ${CUSTOMERS * MACHINES_EACH} machines publish once a second`,
    findings: [
      show('CPU of the stream / CPU of plain socket writes', '', (r) => (r.watched - r.alone) / r.raw, atMost(LIMIT)),
      show('CPU of server without viewers + plain / server with viewers', '', (r) => (r.alone + r.raw) / r.watched),
      show('bytes of plain sockets / of the stream', '', (r) => r.rawBytes / r.bytes),
      show('changes that a viewer lacks and its neighbour got', '', (r) => r.missed, atMost(0)),
      show('records in no change, nor covered by a later one', '', (r) => r.missing, atMost(0)),
      show('publish -> event p50', 'ms', (r) => r.p50),
      show('publish -> event p99', 'ms', (r) => r.p99),
      show(
        'server with viewers',
        'ms CPU/s',
        load((r) => r.watched),
      ),
      show(
        'server without',
        'ms CPU/s',
        load((r) => r.alone),
      ),
      show(
        'plain sockets',
        'ms CPU/s',
        load((r) => r.raw),
      ),
      show('to all viewers', 'MB/s', (r) => r.bytes / r.seconds / 1e6),
      show('changes to all viewers', '1/s', (r) => r.changes / r.seconds),
    ],
    notes: [
      'The workload fixes the rate of the stream, so processor time for the same bytes is compared, kernel included. What the stream',
      'costs is the server with its viewers less the server without, which does the same ingest while the plain sockets are written to.',
      'On a machine that does other work too, that difference is uncertain by as much as the server alone varies; below 0 it is lost in it.',
      'Every viewer has its own session; checking their permissions twice a second is part of it.',
    ],
  }
}
