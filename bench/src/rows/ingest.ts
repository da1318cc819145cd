import { setTimeout as sleep } from 'node:timers/promises'
import type { Options } from '../options.ts'
import type { RowResult } from '../report/finding.ts'
import { FsyncProbe } from '../stage/fsync-probe.ts'
import type { Stage } from '../stage/stage.ts'
import { IngestCast } from './ingest-cast.ts'
import { type IngestRound, reportIngest } from './ingest-report.ts'

/** At most so many records of a machine are on their way (workload W). */
const IN_FLIGHT = 20
const MACHINES = 1000
const SINK_SECONDS = 1
const STEADY_SECONDS = 4
/** One connection has no more records than packet identifiers. */
const ONE_SECONDS = 0.5
const ONE_IN_FLIGHT = 1_500
/** The disk and the vacuum come to rest between rounds, so that one does not pay for the other. */
const REST_MS = 500
const KILL_AFTER_MS = 1_500

/** Row 1: workload W to saturation, against the same broker and decoder that store nothing. */
export async function measureIngest(stage: Stage, options: Options): Promise<RowResult> {
  const cast = await IngestCast.start(stage, { machines: MACHINES, ...options })
  try {
    const rounds: IngestRound[] = []
    await runRound(cast, stage, { ...options, seconds: 2 })
    for (let round = 0; round < options.rounds; round++) rounds.push(await runRound(cast, stage, options))
    // A killed process writes no profile.
    const killed = options.profile === undefined ? [await killUnderLoad(cast, stage, options)] : []
    return reportIngest({ machines: MACHINES, inFlight: IN_FLIGHT, rounds, lostInKill: killed })
  } finally {
    await cast.stop()
  }
}

async function runRound(cast: IngestCast, stage: Stage, { seconds }: Options): Promise<IngestRound> {
  await cast.loadSaturation(seconds)
  await sleep(REST_MS)
  const sink = await cast.saturate('sink', SINK_SECONDS, IN_FLIGHT)
  const parsing = await cast.saturate('parsing', seconds, IN_FLIGHT)
  await sleep(REST_MS)
  const postgresBefore = await stage.usage()
  const logBefore = await readLog(stage)
  const [storing, fsync] = await probed(stage, () => cast.saturate('storing', seconds, IN_FLIGHT))
  const postgresUsage = ((await stage.usage()) ?? Number.NaN) - (postgresBefore ?? Number.NaN)
  const log = await readLog(stage)
  await sleep(REST_MS)
  const one = await cast.saturateOne(ONE_SECONDS, ONE_IN_FLIGHT)
  await sleep(REST_MS)
  await cast.loadSteady(STEADY_SECONDS)
  const [steady, steadyFsync] = await probed(stage, () => cast.steady(STEADY_SECONDS))
  return {
    sink,
    parsing,
    storing: {
      ...storing,
      postgresUsage,
      logBytes: log.bytes - logBefore.bytes,
      pageImages: log.pages - logBefore.pages,
    },
    one,
    steady: { ...steady, fsync: steadyFsync },
    fsync,
    lost: await cast.countLost(),
  }
}

/** What was written to the write-ahead log so far, and how many whole pages are in it. */
async function readLog({ database }: Stage): Promise<{ bytes: number; pages: number }> {
  const { rows } = await database.pool.query<{ bytes: number; pages: number }>(
    `SELECT (pg_current_wal_insert_lsn() - '0/0')::float8 AS bytes, wal_fpi::float8 AS pages FROM pg_stat_wal`,
  )
  return rows[0] ?? { bytes: Number.NaN, pages: Number.NaN }
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
