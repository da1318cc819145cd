import type { Options } from '../options.ts'
import { atMost, finding, type RowResult } from '../report/finding.ts'
import type { Stage } from '../stage/stage.ts'
import { JobQueryCast, type JobTimes } from './job-query-cast.ts'

const SIZE = { machines: 2_000, styles: 500, answered: 0.3 }
const JOBS = 60
const QUICK_JOBS = 8
const VERDICTS_MS = 10
const REASONS_MS = 40

/** Row 12: which of 2,000 machines do a job, with 500 styles of which 30 % are answered, against fixed limits. */
export async function measureJobQuery(stage: Stage, { quick, rounds, seed }: Options): Promise<RowResult> {
  const cast = await JobQueryCast.start(stage, { ...SIZE, seed })
  const jobs = quick ? QUICK_JOBS : JOBS
  await cast.measure(jobs, seed)
  const measured: JobTimes[] = []
  for (let round = 0; round < rounds; round++) measured.push(await cast.measure(jobs, seed + round))
  const over = (read: (times: JobTimes) => number) => measured.map(read)
  return {
    row: 28,
    title: 'which of 2,000 machines do a job, 500 styles, 30 % answered',
    findings: [
      finding(
        'verdicts of all machines, p95 / limit',
        '',
        over(({ verdicts }) => quantile(verdicts, 0.95) / VERDICTS_MS),
        atMost(1),
      ),
      finding(
        'all machines with all reasons, p95 / limit',
        '',
        over(({ reasons }) => quantile(reasons, 0.95) / REASONS_MS),
        atMost(1),
      ),
      finding(
        'verdicts of all machines, median',
        'ms',
        over(({ verdicts }) => quantile(verdicts, 0.5)),
      ),
      finding(
        'all machines with all reasons, median',
        'ms',
        over(({ reasons }) => quantile(reasons, 0.5)),
      ),
      finding(
        'a page of 25 with reasons, median',
        'ms',
        over(({ page }) => quantile(page, 0.5)),
      ),
      finding(
        'verdicts in the database, median',
        'ms',
        over(({ database }) => quantile(database, 0.5)),
      ),
    ],
    notes: [
      `Limits ${VERDICTS_MS} and ${REASONS_MS} ms, from the query to the finished answer, without HTTP. ${jobs} jobs a round.`,
      `Verdicts of the first job: ${JSON.stringify(measured[0]?.counts)}.`,
    ],
  }
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN
}
