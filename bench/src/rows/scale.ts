import type { Options } from '../options.ts'
import { atMost, type Finding, finding, type RowResult, type Target } from '../report/finding.ts'
import type { Stage } from '../stage/stage.ts'
import { RECORDS_PER_SECOND, ScaleCast, type ScaleSample } from './scale-cast.ts'

const SIZES = [100, 1_000, 10_000, 100_000]
const QUICK_SIZES = [100, 1_000, 10_000]
/** Target of the restart at the largest size. */
const RESTART_SECONDS = 10
const KILOBYTE = 1000

/** One round: what was seen at each size, the smallest first. */
type Round = { machines: number; sample: ScaleSample }[]

/** Row 9: what a record costs while there are ever more machines, at the same total rate. */
export async function measureScale(stage: Stage, options: Options): Promise<RowResult> {
  const casts: ScaleCast[] = []
  for (const size of sizesOf(options)) casts.push(await ScaleCast.prepare(stage, size))
  const rounds: Round[] = []
  for (let number = 0; number < options.rounds; number++) {
    const round: Round = []
    for (const cast of casts) {
      const sample = await cast.run(options.seconds, options.seed + number, options.profile)
      round.push({ machines: cast.machines, sample })
    }
    rounds.push(round)
  }
  return report(rounds)
}

function sizesOf({ quick, largestFleet }: Options): readonly number[] {
  if (largestFleet !== undefined) return [SIZES[0] ?? 100, largestFleet]
  return quick ? QUICK_SIZES : SIZES
}

function report(rounds: Round[]): RowResult {
  const sizes = rounds[0]?.map(({ machines }) => machines) ?? []
  const largest = sizes.at(-1) ?? Number.NaN
  const words = largest.toLocaleString('en')
  const show = (what: string, unit: string, read: (round: Round) => number, target?: Target) =>
    finding(what, unit, rounds.map(read), target)
  const perMachine = (read: (sample: ScaleSample) => number) => (round: Round) => growth(round, read) / KILOBYTE
  return {
    row: 9,
    title: `${sizes.map((size) => size.toLocaleString('en')).join(' -> ')} machines at ${RECORDS_PER_SECOND} records/s in all`,
    findings: [
      show('CPU per record, server: log-log slope', '', (r) => slope(r, (s) => s.server), atMost(0.05)),
      show(
        'CPU per record, server and PostgreSQL: slope',
        '',
        (r) => slope(r, (s) => s.server + s.postgres),
        atMost(0.05),
      ),
      show(
        'memory per machine: heap and buffers after collection',
        'kB',
        perMachine((s) => s.heap),
        atMost(4),
      ),
      show(
        'memory per machine: resident',
        'kB',
        perMachine((s) => s.rss),
      ),
      show(
        `restart until ready at ${words}`,
        's',
        (r) => (r.at(-1)?.sample.restart ?? Number.NaN) / 1000,
        atMost(RESTART_SECONDS),
      ),
      ...sizes.flatMap((size, index) =>
        detailsOf(
          size,
          rounds.map((round) => round[index]?.sample),
        ),
      ),
    ],
    notes: [
      'The machines share 100 connections at every size. Each machine has the minutes of the last three hours in which it was heard',
      'at this rate, and stays online. Memory is the growth from the smallest fleet to the largest, for each machine.',
    ],
  }
}

function detailsOf(size: number, samples: (ScaleSample | undefined)[]): Finding[] {
  const of = (read: (sample: ScaleSample) => number) => samples.map((s) => (s === undefined ? Number.NaN : read(s)))
  const at = `at ${size.toLocaleString('en')}`
  return [
    finding(
      `${at}: server`,
      'µs/record',
      of((s) => s.server),
    ),
    finding(
      `${at}: PostgreSQL`,
      'µs/record',
      of((s) => s.postgres),
    ),
    finding(
      `${at}: heap and buffers after collection`,
      'MB',
      of((s) => s.heap / 1e6),
    ),
    finding(
      `${at}: resident`,
      'MB',
      of((s) => s.rss / 1e6),
    ),
    finding(
      `${at}: restart`,
      's',
      of((s) => s.restart / 1000),
    ),
    finding(
      `${at}: PUBACK p99`,
      'ms',
      of((s) => s.p99),
    ),
  ]
}

/** By least squares over the logarithms. */
function slope(round: Round, read: (sample: ScaleSample) => number): number {
  const points = round.map(({ machines, sample }) => ({ x: Math.log(machines), y: Math.log(read(sample)) }))
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(points.map((point) => point.x)), mean(points.map((point) => point.y))]
  const above = mean(points.map((point) => (point.x - x) * (point.y - y)))
  return above / mean(points.map((point) => (point.x - x) ** 2))
}

function growth(round: Round, read: (sample: ScaleSample) => number): number {
  const [first, last] = [round[0], round.at(-1)]
  if (first === undefined || last === undefined) return Number.NaN
  return (read(last.sample) - read(first.sample)) / (last.machines - first.machines)
}
