import type { Options } from '../options.ts'
import { atMost, finding, type RowResult } from '../report/finding.ts'
import type { Stage } from '../stage/stage.ts'
import { type Figures, MatrixCast } from './matrix-cast.ts'

const SIZE = { machines: 2_000, styles: 500, filled: 300 }
const WHOLE_MS = 120
const WHOLE_BYTES = 120_000
const WINDOW_MS = 15

/** Row 12: the compatibility matrix of 2,000 machines and 500 styles over HTTP, whole and in a window, against fixed limits. */
export async function measureMatrix(stage: Stage, { rounds: count, seed }: Options): Promise<RowResult> {
  const cast = await MatrixCast.start(stage, { ...SIZE, seed })
  try {
    await cast.measure()
    await cast.measure()
    const rounds: Figures[] = []
    for (let round = 0; round < count; round++) rounds.push(await cast.measure())
    return report(rounds)
  } finally {
    await cast.stop()
  }
}

function report(rounds: readonly Figures[]): RowResult {
  const over = (read: (figures: Figures) => number) => rounds.map(read)
  const limited = (what: string, read: (figures: Figures) => number, limit: number) =>
    finding(
      `${what} / limit`,
      '',
      over((one) => read(one) / limit),
      atMost(1),
    )
  const plain = (what: string, read: (figures: Figures) => number, unit = 'ms') => finding(what, unit, over(read))
  return {
    row: 12,
    title: 'compatibility matrix, 2,000 machines and 500 styles, 30 % filled',
    findings: [
      limited('whole', ({ whole }) => whole, WHOLE_MS),
      limited('whole, the first after a change', ({ changed }) => changed, WHOLE_MS),
      limited('whole for a material, the first after a change', ({ material }) => material, WHOLE_MS),
      limited('whole, gzipped', ({ bytes }) => bytes, WHOLE_BYTES),
      limited('window of 60 by 40', ({ window }) => window, WINDOW_MS),
      plain('whole', ({ whole }) => whole),
      plain('whole, the first after a change', ({ changed }) => changed),
      plain('whole for a material, the first after a change', ({ material }) => material),
      plain('whole, gzipped', ({ bytes }) => bytes, 'bytes'),
      plain('304', ({ unchanged }) => unchanged),
      plain('window of 60 by 40', ({ window }) => window),
    ],
    notes: [`Limits ${WHOLE_MS} ms, ${WHOLE_BYTES / 1_000} kB and ${WINDOW_MS} ms, from the request to the last byte.`],
  }
}
