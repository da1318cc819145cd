import type { Options } from '../options.ts'
import { atLeast, atMost, finding, type RowResult } from '../report/finding.ts'
import type { Stage } from '../stage/stage.ts'
import { type Figures, HomeCast } from './home-cast.ts'

const MACHINES = 1000
const DISTANCE = 24_000
const QUICK_DISTANCE = 6_000
const KILOBYTE = 1_000
/** A frame at 60 Hz as the page's clock reports it, in steps of 0.1 ms. */
const FRAME_MS = 16.7
const CLOCK_STEP_MS = 0.1

/** Row 8: what Home with 1,000 cards costs and how it feels, against fixed limits. */
export async function measureHome(stage: Stage, { quick, rounds, seed }: Options): Promise<RowResult> {
  const distance = quick ? QUICK_DISTANCE : DISTANCE
  const cast = await HomeCast.start(stage, { machines: MACHINES, rounds: rounds + 1, seed, distance })
  try {
    const figures: Figures[] = []
    // The first round makes the compiler of the server acquainted with the code.
    for (let round = -1; round < rounds; round++) {
      const result = await cast.measure()
      if (round >= 0) figures.push(result)
    }
    return report(figures, cast.chromium)
  } finally {
    await cast.stop()
  }
}

function report(figures: Figures[], chromium: string): RowResult {
  const over = (read: (one: Figures) => number) => figures.map(read)
  const scripts = Object.entries(figures[0]?.scripts ?? {}).sort(([, a], [, b]) => b - a)
  return {
    row: 8,
    title: `Home with ${MACHINES} cards, opened with an empty cache`,
    findings: [
      finding('script before the first card, gzipped', 'kB', over(scriptSize), atMost(90)),
      finding(
        'LCP',
        'ms',
        over((one) => one.lcp),
        atMost(1_000),
      ),
      finding(
        'INP: the slowest of filter, Tab and Escape',
        'ms',
        over((one) => one.inp),
        atMost(50),
      ),
      finding(
        'CLS: the sum of all shifts',
        '',
        over((one) => one.shifts),
        atMost(0.02),
      ),
      finding(
        'scroll frames in time / those of an empty page',
        '',
        over(({ frames, emptyFrames }) => inTime(frames) / inTime(emptyFrames)),
        atLeast(0.99),
      ),
      finding(
        'scroll frames in time',
        '%',
        over(({ frames }) => inTime(frames)),
      ),
      finding(
        'scroll frames in time on an empty page',
        '%',
        over(({ emptyFrames }) => inTime(emptyFrames)),
      ),
      finding(
        'first card in the document',
        'ms',
        over((one) => one.firstCard),
      ),
    ],
    notes: [
      `Chromium ${chromium}, 1440 x 900 px; the server is on the same machine.`,
      `Scripts, kB: ${scripts.map(([path, size]) => `${path.split('/').at(-1)} ${inKilobytes(size)}`).join(', ')}.`,
    ],
  }
}

function scriptSize({ scripts }: Figures): number {
  return Object.values(scripts).reduce((sum, size) => sum + size, 0) / KILOBYTE
}

/** The clock reports times rounded, so a difference may be a step too large. */
function inTime(frames: readonly number[]): number {
  return (100 * frames.filter((time) => time < FRAME_MS + CLOCK_STEP_MS).length) / frames.length
}

function inKilobytes(bytes: number): string {
  return (bytes / KILOBYTE).toFixed(1)
}
