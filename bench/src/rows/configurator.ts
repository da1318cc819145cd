import { SourcePage } from '../browser/source-page.ts'
import type { Options } from '../options.ts'
import { atMost, finding, type RowResult } from '../report/finding.ts'
import type { WalkOptions, WalkTimes } from './configurator-walk.ts'

const CLICKS = 40
const REASONS = 20
const QUICK = { clicks: 10, reasons: 4 }
const STATES_MS = 5
const REASON_MS = 50

const FOLDER = '/bench/src/rows/'

/** Row 13: the states of all choices after a click with 200 options and 400 rules, and a reason, in Chromium, against fixed limits. */
export async function measureConfigurator({ quick, rounds, seed }: Options): Promise<RowResult> {
  const size = quick ? QUICK : { clicks: CLICKS, reasons: REASONS }
  const source = await SourcePage.open(FOLDER)
  try {
    // The first walk makes the compiler acquainted with the code, as the clicks before do.
    await walkInPage(source, { seed, ...size })
    const walks: WalkTimes[] = []
    for (let round = 0; round < rounds; round++) walks.push(await walkInPage(source, { seed, ...size }))
    return result(walks, `Chromium ${source.version()}`, size.clicks)
  } finally {
    await source.close()
  }
}

async function walkInPage({ page }: SourcePage, options: WalkOptions): Promise<WalkTimes> {
  return await page.evaluate(async (asked) => {
    const { walk } = await import('./configurator-walk.ts')
    return walk(asked)
  }, options)
}

function result(walks: readonly WalkTimes[], browser: string, clicks: number): RowResult {
  const over = (read: (one: WalkTimes) => number) => walks.map(read)
  const seen = Object.entries(walks[0]?.seen ?? {}).map(([state, count]) => `${state} ${count}`)
  return {
    row: 13,
    title: 'configurator, 200 options and 400 rules',
    findings: [
      finding(
        'states of all choices after a click, median / limit',
        '',
        over(({ states }) => at(states, 0.5) / STATES_MS),
        atMost(1),
      ),
      finding(
        'states of the configurator challenge after a click, median / limit',
        '',
        over(({ challenge }) => at(challenge, 0.5) / STATES_MS),
        atMost(1),
      ),
      finding(
        'states of the configurator challenge after a click, p95',
        'ms',
        over(({ challenge }) => at(challenge, 0.95)),
      ),
      finding(
        'a reason, median / limit',
        '',
        over(({ reasons }) => at(reasons, 0.5) / REASON_MS),
        atMost(1),
      ),
      finding(
        'states of all choices after a click, p95',
        'ms',
        over(({ states }) => at(states, 0.95)),
      ),
      finding(
        'a reason, p95',
        'ms',
        over(({ reasons }) => at(reasons, 0.95)),
      ),
      finding(
        'compiling the rules',
        'ms',
        over(({ compile }) => compile),
      ),
    ],
    notes: [
      `Limits ${STATES_MS} and ${REASON_MS} ms. In ${browser}. ${clicks} clicks a walk; states seen: ${seen.join(', ')}.`,
      `Searches given up: ${walks.reduce((sum, { undecided }) => sum + undecided, 0)}.`,
    ],
  }
}

function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN
}
