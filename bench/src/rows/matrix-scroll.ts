import type { Options } from '../options.ts'
import { atLeast, finding, type RowResult } from '../report/finding.ts'
import type { Stage } from '../stage/stage.ts'
import { type Figures, MatrixScrollCast } from './matrix-scroll-cast.ts'

/** So far along the machines, px: all of them, or a part. */
const ALONG = 100_000
const QUICK_ALONG = 8_000
/** A frame at 60 Hz. */
const FRAME_MS = 1_000 / 60
const KEPT = 95

/** Row 14: frames that are kept while the whole matrix of 2,000 machines and 500 styles is scrolled in Chromium. */
export async function measureMatrixScroll(stage: Stage, { quick, rounds, seed }: Options): Promise<RowResult> {
  const cast = await MatrixScrollCast.start(stage, seed)
  try {
    const figures: Figures[] = []
    // The first round makes the compiler of the browser acquainted with the code.
    await cast.measure(QUICK_ALONG)
    for (let round = 0; round < rounds; round++) figures.push(await cast.measure(quick ? QUICK_ALONG : ALONG))
    return report(figures, cast.chromium)
  } finally {
    await cast.stop()
  }
}

function report(figures: Figures[], chromium: string): RowResult {
  const over = (read: (one: Figures) => readonly number[]) => figures.map((one) => kept(read(one)))
  return {
    row: 14,
    title: 'scrolling the matrix of 2,000 machines and 500 styles, 30 % answered',
    findings: [
      finding(
        'frames kept, down and along',
        '%',
        over(({ down, along }) => [...down, ...along]),
        atLeast(KEPT),
      ),
      finding(
        'frames kept, down through the styles',
        '%',
        over(({ down }) => down),
      ),
      finding(
        'frames kept, along the machines',
        '%',
        over(({ along }) => along),
      ),
      finding(
        'frames kept in an empty box as large',
        '%',
        over(({ empty }) => empty),
      ),
    ],
    notes: [`Chromium ${chromium}, 1440 x 900 px, 2,000 px/s; ${figures[0]?.cells ?? 0} cells in the document.`],
  }
}

/** How many of the frames that there was time for were drawn, %. */
function kept(frames: readonly number[]): number {
  const possible = frames.reduce((sum, time) => sum + Math.max(1, Math.round(time / FRAME_MS)), 0)
  return (100 * frames.length) / possible
}
