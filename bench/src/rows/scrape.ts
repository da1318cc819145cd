import type { Options } from '../options.ts'
import { atMost, finding, type RowResult } from '../report/finding.ts'
import type { Stage } from '../stage/stage.ts'
import { ScrapeCast, type ScrapeFigures } from './scrape-cast.ts'

const MACHINES = 10_000
const SCRAPES = 50

/** Row 22: a scrape with 10,000 machines, how long it takes and how many series it has. */
export async function measureScrape(stage: Stage, options: Options): Promise<RowResult> {
  const machines = options.quick ? 500 : MACHINES
  const cast = await ScrapeCast.start(stage, machines)
  try {
    const rounds: ScrapeFigures[] = []
    for (let round = -1; round < options.rounds; round++) {
      const figures = await cast.measure(SCRAPES)
      if (round >= 0) rounds.push(figures)
    }
    const over = (read: (figures: ScrapeFigures) => number) => rounds.map(read)
    return {
      row: 22,
      title: `/v1/prometheus/metrics with ${machines.toLocaleString('en')} machines`,
      findings: [
        finding(
          'a scrape, median over HTTP',
          'ms',
          over(({ median }) => median),
          atMost(20),
        ),
        finding(
          'a scrape, p95 over HTTP',
          'ms',
          over(({ p95 }) => p95),
        ),
        finding(
          'series',
          '',
          over(({ series }) => series),
          atMost(2_000),
        ),
      ],
      notes: ['Every kind of address was asked before, so that the histograms of requests have all their series.'],
    }
  } finally {
    await cast.stop()
  }
}
