import { setTimeout as sleep } from 'node:timers/promises'
import type { RunResult } from '../driver/driver.ts'
import type { Options } from '../options.ts'
import { atLeast, atMost, finding, type RowResult } from '../report/finding.ts'
import { FsyncProbe } from '../stage/fsync-probe.ts'
import type { Stage } from '../stage/stage.ts'
import { IngestCast } from './ingest-cast.ts'

/** At most so many records of a machine are on their way (workload W). */
const IN_FLIGHT = 20
const MACHINES = 1000
/** The server's own: how long a batch may wait for more records. */
const BATCH_WINDOW_MS = 5
const SINK_SECONDS = 1
const STEADY_SECONDS = 4
/** The disk and the vacuum come to rest between rounds, so that one does not pay for the other. */
const REST_MS = 500
const KILL_AFTER_MS = 1_500

interface Round {
  sink: RunResult
  parsing: RunResult & { serverUsage: number }
  storing: RunResult & { serverUsage: number; postgresUsage: number }
  steady: RunResult & { fsync: number }
  fsync: number
  lost: number
}

/** Row 1: workload W to saturation, against the same broker and decoder that store nothing. */
export async function measureIngest(stage: Stage, options: Options): Promise<RowResult> {
  const cast = await IngestCast.start(stage, { machines: MACHINES, ...options })
  try {
    const rounds: Round[] = []
    await runRound(cast, stage, { ...options, seconds: 2 })
    for (let round = 0; round < options.rounds; round++) rounds.push(await runRound(cast, stage, options))
    return report(rounds, await killUnderLoad(cast, stage, options))
  } finally {
    await cast.stop()
  }
}

async function runRound(cast: IngestCast, stage: Stage, { seconds }: Options): Promise<Round> {
  await cast.loadSaturation(seconds)
  await sleep(REST_MS)
  const sink = await cast.saturate('sink', SINK_SECONDS, IN_FLIGHT)
  const parsing = await cast.saturate('parsing', seconds, IN_FLIGHT)
  await sleep(REST_MS)
  const postgresBefore = await stage.usage()
  const [storing, fsync] = await probed(stage, () => cast.saturate('storing', seconds, IN_FLIGHT))
  const postgresUsage = ((await stage.usage()) ?? Number.NaN) - (postgresBefore ?? Number.NaN)
  await sleep(REST_MS)
  await cast.loadSteady(STEADY_SECONDS)
  const [steady, steadyFsync] = await probed(stage, () => cast.steady(STEADY_SECONDS))
  return {
    sink,
    parsing,
    storing: { ...storing, postgresUsage },
    steady: { ...steady, fsync: steadyFsync },
    fsync,
    lost: await cast.countLost(),
  }
}

async function probed<T>(stage: Stage, work: () => Promise<T>): Promise<[T, fsyncP99: number]> {
  const probe = new FsyncProbe(stage.folder)
  probe.start()
  const result = await work().finally(() => undefined)
  return [result, probe.stop().p99]
}

/** Under full load, server and database end at once; what was acknowledged has to be there when it is back. */
async function killUnderLoad(cast: IngestCast, stage: Stage, { seconds }: Options): Promise<number> {
  await cast.loadSaturation(seconds)
  const load = cast.saturate('storing', seconds, IN_FLIGHT).catch(() => undefined)
  await sleep(KILL_AFTER_MS)
  await cast.killStoring()
  await stage.crash()
  const lost = await cast.countLostAfterKill()
  await load
  return lost
}

function report(rounds: Round[], lostInKill: number): RowResult {
  const over = (read: (round: Round) => number) => rounds.map(read)
  const goal = 0.5
  const perRecord = (read: (round: Round) => [usage: number, records: number]) =>
    over((round) => read(round)[0] / read(round)[1])
  return {
    row: 1,
    title: `${MACHINES} machines to saturation, PUBACK after commit, at most ${IN_FLIGHT} in flight each`,
    findings: [
      finding(
        'stored / parsed only',
        '',
        over((r) => r.storing.rate / r.parsing.rate),
        atLeast(goal),
      ),
      finding(
        'stored',
        'records/s',
        over((r) => r.storing.rate),
      ),
      finding(
        'parsed only, acknowledged at once',
        'records/s',
        over((r) => r.parsing.rate),
      ),
      finding(
        'driver into a sink / target',
        '',
        over((r) => r.sink.rate / (goal * r.parsing.rate)),
        atLeast(3),
      ),
      finding(
        'driver into a sink',
        'records/s',
        over((r) => r.sink.rate),
      ),
      finding(
        'steady: PUBACK p99 / (3 x fsync p99 + batch window)',
        '',
        over((r) => r.steady.p99 / (3 * r.steady.fsync + BATCH_WINDOW_MS)),
        atMost(1),
      ),
      finding(
        `steady (${MACHINES} records/s): PUBACK p50`,
        'ms',
        over((r) => r.steady.p50),
      ),
      finding(
        'steady: PUBACK p99',
        'ms',
        over((r) => r.steady.p99),
      ),
      finding(
        'steady: fsync p99 of the data folder',
        'ms',
        over((r) => r.steady.fsync),
      ),
      finding(
        'saturated: PUBACK p50',
        'ms',
        over((r) => r.storing.p50),
      ),
      finding(
        'saturated: PUBACK p99',
        'ms',
        over((r) => r.storing.p99),
      ),
      finding('saturated: mean PUBACK time that so many in flight imply', 'ms', over(impliedDelay)),
      finding(
        'saturated: PUBACK p99 / implied mean',
        '',
        over((r) => r.storing.p99 / impliedDelay(r)),
      ),
      finding(
        'saturated: fsync p99 of the data folder',
        'ms',
        over((r) => r.fsync),
      ),
      finding(
        'acknowledged and not stored exactly once',
        'records',
        over((r) => r.lost),
        atMost(0),
      ),
      finding('acknowledged, lost by kill -9 of server and database', 'records', [lostInKill], atMost(0)),
      finding(
        'server, parsing only',
        'µs/record',
        perRecord((r) => [r.parsing.serverUsage, r.parsing.acknowledged]),
      ),
      finding(
        'server, storing',
        'µs/record',
        perRecord((r) => [r.storing.serverUsage, r.storing.acknowledged]),
      ),
      finding(
        'PostgreSQL',
        'µs/record',
        perRecord((r) => [r.storing.postgresUsage, r.storing.acknowledged]),
      ),
      finding(
        'driver',
        'µs/record',
        perRecord((r) => [r.storing.usage, r.storing.acknowledged]),
      ),
    ],
    notes: [
      `With ${MACHINES * IN_FLIGHT} records always in flight, the mean time to the PUBACK is that number divided by the rate,`,
      'whatever the server does (Little). So the PUBACK target is held against the steady part of the workload.',
    ],
  }
}

function impliedDelay(round: Round): number {
  return (1000 * MACHINES * IN_FLIGHT) / round.storing.rate
}
