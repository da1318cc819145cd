import type { Options } from '../options.ts'
import { atMost, finding, type RowResult } from '../report/finding.ts'
import type { Stage } from '../stage/stage.ts'
import { type Figures, ProjectCast } from './project-cast.ts'

const LINES = { many: 2_000, few: 20 }
const REPRICE_MS = 3
const SAVE_MS = 30
const KEY_MS = 50

/** Row 17: a project of 2,000 lines that is priced again, saved cell by cell over HTTP, and typed into in Chromium. */
export async function measureProject(stage: Stage, { rounds: count }: Options): Promise<RowResult> {
  const cast = await ProjectCast.start(stage, LINES)
  try {
    await cast.measure(0)
    const rounds: Figures[] = []
    for (let round = 1; round <= count; round++) rounds.push(await cast.measure(round))
    return report(rounds, cast.chromium)
  } finally {
    await cast.stop()
  }
}

function report(rounds: readonly Figures[], chromium: string): RowResult {
  const over = (read: (figures: Figures) => number) => rounds.map(read)
  return {
    row: 17,
    title: 'a project of 2,000 lines',
    findings: [
      finding(
        'pricing / limit',
        '',
        over(({ reprice }) => reprice / REPRICE_MS),
        atMost(1),
      ),
      finding(
        'saving a cell, p95 / limit',
        '',
        over(({ save }) => save / SAVE_MS),
        atMost(1),
      ),
      finding(
        'key until the total is drawn, p95 / limit',
        '',
        over(({ keys }) => quantile(keys, 0.95) / KEY_MS),
        atMost(1),
      ),
      finding(
        'saving a cell / in a project of 20 lines',
        '',
        over(({ save, saveFew }) => save / saveFew),
      ),
      finding(
        'pricing',
        'ms',
        over(({ reprice }) => reprice),
      ),
      finding(
        'saving a cell, p95',
        'ms',
        over(({ save }) => save),
      ),
      finding(
        'key until the total is drawn, median',
        'ms',
        over(({ keys }) => quantile(keys, 0.5)),
      ),
      finding(
        'key until the total is drawn, p95',
        'ms',
        over(({ keys }) => quantile(keys, 0.95)),
      ),
    ],
    notes: [
      `Limits ${REPRICE_MS} and ${SAVE_MS} ms, from the request to the last byte, and ${KEY_MS} ms, from the event of the key to the end of the frame. Chromium ${chromium}.`,
    ],
  }
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN
}
