import type { Options } from '../options.ts'
import { atMost, finding, type RowResult } from '../report/finding.ts'
import type { Stage } from '../stage/stage.ts'
import { EditLockCast, type LockTimes } from './edit-lock-cast.ts'

const PROJECTS = 100
const QUICK_PROJECTS = 10
const TAKE_OVERS = 20
const STALE_WRITES = 10_000
const QUICK_STALE_WRITES = 200
const ACQUIRE_MS = 20
const TOLD_MS = 1_000
const OPEN_MS = 300
const COMPARE_MS = 80

/** Row 18: the edit lock of projects, and a project of 2,000 lines that is opened and compared, over HTTP, against fixed limits. */
export async function measureEditLock(stage: Stage, { quick, rounds: count }: Options): Promise<RowResult> {
  const cast = await EditLockCast.start(stage, quick ? QUICK_PROJECTS : PROJECTS)
  try {
    await cast.measure(TAKE_OVERS)
    const rounds: LockTimes[] = []
    for (let round = 0; round < count; round++) rounds.push(await cast.measure(TAKE_OVERS))
    const stale = await cast.countAcceptedStale(quick ? QUICK_STALE_WRITES : STALE_WRITES)
    return report(rounds, stale)
  } finally {
    await cast.stop()
  }
}

function report(rounds: readonly LockTimes[], stale: number): RowResult {
  const over = (read: (times: LockTimes) => number) => rounds.map(read)
  const limited = (what: string, read: (times: LockTimes) => number[], limit: number) =>
    finding(
      `${what}, p95 / limit`,
      '',
      over((times) => quantile(read(times), 0.95) / limit),
      atMost(1),
    )
  const median = (what: string, read: (times: LockTimes) => number[]) =>
    finding(
      `${what}, median`,
      'ms',
      over((times) => quantile(read(times), 0.5)),
    )
  return {
    row: 18,
    title: 'the edit lock of projects, opening and comparing 2,000 lines, over HTTP',
    findings: [
      limited('acquire', ({ acquire }) => acquire, ACQUIRE_MS),
      limited('opening', ({ open }) => open, OPEN_MS),
      limited('comparing two versions', ({ compare }) => compare, COMPARE_MS),
      limited('price walk between two versions', ({ walk }) => walk, COMPARE_MS),
      limited('take-over until the holder is notified', ({ told }) => told, TOLD_MS),
      finding('writes accepted with a token that is over', '', [stale], atMost(0)),
      finding(
        'acquire / a read of the same lock, medians',
        '',
        over(({ acquire, status }) => quantile(acquire, 0.5) / quantile(status, 0.5)),
      ),
      median('acquire', ({ acquire }) => acquire),
      median('opening', ({ open }) => open),
      median('comparing two versions', ({ compare }) => compare),
      median('price walk between two versions', ({ walk }) => walk),
      median('heartbeat', ({ heartbeat }) => heartbeat),
      median('take-over until the holder is notified', ({ told }) => told),
    ],
    notes: [
      `Limits ${ACQUIRE_MS}, ${OPEN_MS}, ${COMPARE_MS} and ${TOLD_MS} ms. One person over one connection, one request after the other.`,
    ],
  }
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN
}
