import type { Transaction } from '../platform/database.ts'
import { readPlannedTimes, type Span } from '../service/area.ts'

const DAY_MS = 24 * 3_600_000
/** What is done in planned time mostly ends within so many days; farther ahead it is looked for in ever larger steps. */
const FIRST_LOOK_DAYS = 14
/** Farther ahead no end is expected. */
const FARTHEST_DAYS = 366
/** How far back planned time is looked for. A plant may be shut for two weeks. */
const LOOK_BACK_DAYS = 21
/** So many stretches of planned time make up the last hour, at most: a plan may be of many short ones. */
const MOST_PARTS = 6

/** When so much planned time of a machine has passed from a moment on. @returns Unix ms, undefined where that is farther ahead than a year */
export async function readEndOfPlanned(
  db: Transaction,
  machineKey: number,
  { from, plannedMs }: { from: number; plannedMs: number },
): Promise<number | undefined> {
  const farthest = from + FARTHEST_DAYS * DAY_MS
  let [reached, left] = [from, plannedMs]
  for (let days = FIRST_LOOK_DAYS; reached < farthest; days *= 2) {
    const window = { from: reached, to: Math.min(reached + days * DAY_MS, farthest) }
    for (const span of await readPlannedTimes(db, machineKey, window)) {
      if (left <= span.to - span.from) return span.from + left
      left -= span.to - span.from
    }
    reached = window.to
  }
  return undefined
}

/** The newest planned time of a machine in a window, up to a length. @returns stretches in order, none where nothing was planned lately */
export async function readLastPlanned(
  db: Transaction,
  machineKey: number,
  window: Span,
  lengthMs: number,
): Promise<Span[]> {
  const from = Math.max(window.from, window.to - LOOK_BACK_DAYS * DAY_MS)
  const planned = await readPlannedTimes(db, machineKey, { ...window, from })
  const last: Span[] = []
  let left = lengthMs
  for (const span of planned.toReversed().slice(0, MOST_PARTS)) {
    if (left <= 0) break
    last.unshift({ ...span, from: Math.max(span.from, span.to - left) })
    left -= span.to - span.from
  }
  return last
}
