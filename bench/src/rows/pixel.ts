import { Latencies } from '../driver/latencies.ts'
import type { Options } from '../options.ts'
import { atMost, finding, type RowResult } from '../report/finding.ts'
import { FsyncProbe } from '../stage/fsync-probe.ts'
import type { Stage } from '../stage/stage.ts'
import { PixelCast, type Way } from './pixel-cast.ts'

const MACHINES = 1000
const ROUND_SECONDS = 15
const QUICK_SECONDS = 5
/** To the painted pixel, ms. */
const LIMIT_MS = 100
/** Records whose time is reported in parts. */
const SLOWEST = 0.05
const PARTS = [
  ['publish -> acknowledged', 'stored'],
  ['-> read by the script', 'sent'],
  ['-> in the document', 'drawn'],
  ['-> painted', 'painted'],
] as const

interface Round {
  ways: Way[]
  p50: number
  p99: number
  /** The lower bound: a page made durable, and two frames; ms. */
  floor: number
  clockError: number
}

/** Row 7: from the publish of a record until the browser has painted it, against fsync and two frames. */
export async function measurePixel(stage: Stage, options: Options): Promise<RowResult> {
  const cast = await PixelCast.start(stage, { machines: MACHINES, seed: options.seed })
  try {
    const frame = await cast.frameTime()
    const seconds = options.quick ? QUICK_SECONDS : ROUND_SECONDS
    const rounds: Round[] = []
    // The first round makes the compilers of server and browser acquainted with the code.
    for (let round = -1; round < options.rounds; round++) {
      const result = await measureRound(stage, cast, seconds, frame)
      if (round >= 0) rounds.push(result)
    }
    return report(rounds, frame, cast.chromium)
  } finally {
    await cast.stop()
  }
}

async function measureRound(stage: Stage, cast: PixelCast, seconds: number, frame: number): Promise<Round> {
  const probe = new FsyncProbe(stage.folder)
  probe.start()
  const { ways, clock } = await cast.sample(seconds)
  const fsync = probe.stop()
  const [p50, p99] = percentilesOf(ways.map(({ whole }) => whole))
  return { ways, p50, p99, floor: fsync.p99 + 2 * frame, clockError: clock.error }
}

function percentilesOf(times: readonly number[]): [p50: number, p99: number] {
  const latencies = new Latencies()
  for (const time of times) latencies.add(time)
  const [p50 = Number.NaN, p99 = Number.NaN] = latencies.percentiles(0.5, 0.99)
  return [p50, p99]
}

function report(rounds: Round[], frame: number, chromium: string): RowResult {
  const over = (read: (round: Round) => number) => rounds.map(read)
  const ways = rounds.flatMap((round) => round.ways).sort((a, b) => b.whole - a.whole)
  const all = ways.map(({ whole }) => whole)
  const slowest = ways.slice(0, Math.ceil(SLOWEST * ways.length))
  const clockError = Math.max(...over((round) => round.clockError))
  return {
    row: 7,
    title: `publish to painted on an open overview of ${MACHINES} machines, the others at 1 record/s each`,
    findings: [
      finding(`publish to painted, p99 of all ${all.length} samples`, 'ms', [percentilesOf(all)[1]], atMost(LIMIT_MS)),
      finding(
        'publish to painted, p99 of a round',
        'ms',
        over((round) => round.p99),
      ),
      finding(
        'publish to painted, median of a round',
        'ms',
        over((round) => round.p50),
      ),
      finding(
        'fsync p99 + two frames',
        'ms',
        over((round) => round.floor),
      ),
      finding(
        'p99 of a round / (fsync p99 + two frames)',
        '',
        over((round) => round.p99 / round.floor),
      ),
      ...PARTS.map(([what, part]) => finding(`median: ${what}`, 'ms', [medianOf(ways.map((way) => way[part]))])),
      ...PARTS.map(([what, part]) =>
        finding(`slowest ${100 * SLOWEST} %, mean: ${what}`, 'ms', [meanOf(slowest.map((way) => way[part]))]),
      ),
    ],
    notes: [
      `Chromium ${chromium}; a frame takes ${frame.toFixed(1)} ms; the clocks agree within ${clockError.toFixed(2)} ms.`,
      'Painted is the start of the frame after the one that draws the value: up to a frame too late, never too early.',
    ],
  }
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
