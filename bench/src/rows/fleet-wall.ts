import type { Options } from '../options.ts'
import { atLeast, atMost, finding, type RowResult } from '../report/finding.ts'
import type { Stage } from '../stage/stage.ts'
import { CUSTOMERS, type Figures, FleetWallCast } from './fleet-wall-cast.ts'

const MACHINES = 10_000
const QUICK_MACHINES = 1_000
const FRAME_MS = 1_000 / 60

/** Row 31: the wall of staff with 10,000 machines in Chromium: what it sends, how soon it is there, and how it scrolls. */
export async function measureFleetWall(stage: Stage, { quick, rounds, seed }: Options): Promise<RowResult> {
  const machines = quick ? QUICK_MACHINES : MACHINES
  const cast = await FleetWallCast.start(stage, machines, seed)
  try {
    const figures: Figures[] = []
    for (let round = -1; round < rounds; round++) {
      const result = await cast.measure()
      if (round >= 0) figures.push(result)
    }
    const over = (read: (one: Figures) => number) => figures.map(read)
    return {
      row: 31,
      title: `the wall of ${machines.toLocaleString('en')} machines of ${CUSTOMERS} customers at ${cast.sites.toLocaleString('en')} sites, opened with an empty cache`,
      findings: [
        finding(
          'data until the first rows are there, as sent',
          'kB',
          over(({ bytes }) => bytes / 1_000),
          atMost(400),
        ),
        finding(
          'first row in the document',
          'ms',
          over(({ firstRow }) => firstRow),
          atMost(1_500),
        ),
        finding(
          'frames kept while it is scrolled',
          '%',
          over(({ frames }) => kept(frames)),
          atLeast(95),
        ),
        finding(
          'frames kept in an empty box',
          '%',
          over(({ empty }) => kept(empty)),
        ),
      ],
      notes: [
        `Chromium ${cast.chromium}, 1440 x 900 px, 2,000 px/s; the server is on the same machine. ${figures[0]?.rows ?? 0} rows in the document.`,
        `${cast.models} models; machines that run, wait, stand still, are faulted with an open alarm or offline, and change their states over 12 hours.`,
      ],
    }
  } finally {
    await cast.stop()
  }
}

/** How many of the frames that there was time for were drawn, %. */
function kept(frames: readonly number[]): number {
  const possible = frames.reduce((sum, time) => sum + Math.max(1, Math.round(time / FRAME_MS)), 0)
  return (100 * frames.length) / possible
}
