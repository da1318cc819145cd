import { type Clock, sleepUntil } from '../clock.ts'
import type { RecordedRow } from './row.ts'

/** When rows are due: at their own times at once, or shifted so that the first is now, and then in their spacing. */
export type Pace = { keepTimes: true } | { keepTimes: false; speed: number }

/** Yields the rows of a recording when they are due, with the times they are published with. Ends early on `stop`. */
export async function* pace(
  rows: AsyncIterable<RecordedRow>,
  how: Pace,
  clock: Clock,
  stop: AbortSignal,
): AsyncGenerator<RecordedRow> {
  let origin: { recorded: number; replayed: number } | undefined
  for await (const row of rows) {
    if (stop.aborted) return
    if (how.keepTimes) {
      yield row
      continue
    }
    origin ??= { recorded: row.time, replayed: clock.now() }
    const due = Math.round(origin.replayed + (row.time - origin.recorded) / how.speed)
    await sleepUntil(clock, due, stop)
    if (stop.aborted) return
    yield { ...row, time: due, record: { ...row.record, lastSeen: new Date(due).toISOString() } }
  }
}
