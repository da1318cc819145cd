import { TEXT_TAGS_MAX, type TextIntervals } from '@packhouse/contract'
import { readHeardTexts, type SeriesNames } from '../history/index.ts'
import type { LiveMachine } from '../live/index.ts'
import type { CustomerScope, Database } from '../platform/database.ts'
import { iso, speaksUntil } from '../telemetry/index.ts'
import { textIntervals } from './text-intervals.ts'

interface TextsRequest {
  tag: string
  /** Unix ms. */
  from: number
  to: number
  /** Nothing is known of what comes after it, Unix ms. */
  now: number
}

/** The times in which each text of a reading held: what lies between them is unknown, and null. */
export async function readTexts(
  database: Database,
  names: SeriesNames,
  scope: CustomerScope,
  machine: LiveMachine,
  { tag, now, ...asked }: TextsRequest,
): Promise<TextIntervals> {
  const { entry } = machine
  const [from, to] = [Math.min(asked.from, now), Math.min(asked.to, now)]
  return await database.inHistory(scope, async (db) => {
    const heard = await readHeardTexts(db, names, { machineKey: entry.key, tag, from, to })
    const { intervals, isCut } = textIntervals(heard, to, (at) => speaksUntil(entry, at))
    const start = isCut ? (intervals[0]?.from ?? to) : heard.since
    return {
      machineID: entry.machineID,
      tag,
      tags: textTags(machine),
      from: iso(start),
      to: iso(to),
      truncated: isCut || heard.since > from,
      intervals: intervals.map((interval) => ({ ...interval, from: iso(interval.from), to: iso(interval.to) })),
    }
  })
}

/** The readings that are texts now. */
function textTags({ values }: LiveMachine): string[] {
  const readings = Object.entries(values?.machineData ?? {})
  const texts = readings.flatMap(([name, value]) => (typeof value === 'string' ? [name] : []))
  return texts.sort().slice(0, TEXT_TAGS_MAX)
}
