import { counted } from './counter-step.ts'
import type { TelemetryRecord } from './record.ts'
import { MINUTE_MS, type Rollup, RollupTable } from './rollup.ts'

type Counter = 'totalCycles' | 'totalRejects'

/**
 * What of a minute falls into a part of it, to the record; the times in each state are not worked out.
 * The step of its first reading hangs on a reading before the minute: it is what the others leave of the minute's sum.
 * Where not all of its records are there any more, the minute counts as a whole where it begins.
 * @param records all of the minute that are stored, in time order
 * @param from Unix ms; @param to Unix ms, exclusive
 * @returns undefined if nothing of it falls into the part
 */
export function partOfMinute(
  minute: Rollup,
  records: readonly TelemetryRecord[],
  { from, to }: { from: number; to: number },
): Rollup | undefined {
  if (records.length !== minute.records) return from <= minute.at ? minute : undefined
  const cycles = stepsOf(records, 'totalCycles', minute.cycles)
  const rejects = stepsOf(records, 'totalRejects', minute.rejects)
  const part = new RollupTable(MINUTE_MS)
  for (const [index, record] of records.entries()) {
    if (record.at >= from && record.at < to) part.add(record, cycles[index] ?? 0, rejects[index] ?? 0)
  }
  return part.rows()[0]
}

/** The step of the counter at each record of a minute. @param sum of all of them */
function stepsOf(records: readonly TelemetryRecord[], counter: Counter, sum: number): number[] {
  let before: TelemetryRecord | undefined
  let first: number | undefined
  let rest = 0
  const steps = records.map((record, index) => {
    if (record[counter] === undefined) return 0
    first ??= index
    const step = counted(before?.[counter] ?? null, before?.at ?? null, record[counter], record.at)
    before = record
    rest += step
    return step
  })
  if (first !== undefined) steps[first] = sum - rest
  return steps
}
