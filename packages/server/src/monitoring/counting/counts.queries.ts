import { CompiledQuery, sql } from 'kysely'
import { type Queryable, readRecordsOfMany, type StoredReadingNames } from '../../history/index.ts'
import type { Transaction } from '../../platform/database.ts'
import { HOUR_MS, MINUTE_MS, partOfMinute, type Rollup, startOf } from '../../telemetry/index.ts'

/** Unix ms, `to` exclusive. */
export interface Stretch {
  from: number
  to: number
}

/** What records of a machine amount to, without the times in each state. */
export type Counts = Pick<
  Rollup,
  | 'records'
  | 'cycles'
  | 'rejects'
  | 'rejectsCount'
  | 'speedSum'
  | 'speedCount'
  | 'temperatureSum'
  | 'temperatureCount'
  | 'humiditySum'
  | 'humidityCount'
>

export const NO_COUNTS: Counts = {
  records: 0,
  cycles: 0,
  rejects: 0,
  rejectsCount: 0,
  speedSum: 0,
  speedCount: 0,
  temperatureSum: 0,
  temperatureCount: 0,
  humiditySum: 0,
  humidityCount: 0,
}

const names = Object.keys(NO_COUNTS) as (keyof Counts)[]

function countsBy(countOf: (name: keyof Counts) => number): Counts {
  const counts = { ...NO_COUNTS }
  for (const name of names) counts[name] = countOf(name)
  return counts
}

/** Adds the second to the first, name by name. @param sign -1 takes it away */
export function addCounts(to: Counts, more: Counts, sign: 1 | -1 = 1): Counts {
  return countsBy((name) => to[name] + sign * more[name])
}

/**
 * What the records of machines in a stretch amount to, exactly: whole hours and minutes from their sums, and a minute that the
 * stretch cuts from its records. A record counts where its time lies: from `from` on, before `to`.
 * @param db a snapshot, since several statements must see the same rows
 * @returns by machine key; machines of which nothing was heard are absent
 */
export async function readCounts(
  db: Transaction,
  readingNames: StoredReadingNames,
  keys: readonly number[],
  { from, to }: Stretch,
): Promise<Map<number, Counts>> {
  const found = new Map<number, Counts>()
  if (keys.length === 0 || from >= to) return found
  const add = (key: number, more: Counts) => found.set(key, addCounts(found.get(key) ?? NO_COUNTS, more))
  for (const [key, whole] of await readWholeMinutes(db, keys, wholeMinutesOf({ from, to }))) add(key, whole)
  for (const cut of cutMinutesOf({ from, to })) {
    for (const [key, part] of await readCutMinute(db, readingNames, keys, cut)) add(key, part)
  }
  return found
}

/** The minutes that lie whole in a stretch; `from` is not before `to` if there are no such minutes. */
export function wholeMinutesOf({ from, to }: Stretch): Stretch {
  return { from: Math.ceil(from / MINUTE_MS) * MINUTE_MS, to: startOf(to, MINUTE_MS) }
}

/** The parts of minutes that a stretch cuts: none, one or two. */
export function cutMinutesOf({ from, to }: Stretch): Stretch[] {
  const whole = wholeMinutesOf({ from, to })
  if (whole.from > whole.to) return [{ from, to }]
  return [
    { from, to: whole.from },
    { from: whole.to, to },
  ].filter((part) => part.from < part.to)
}

/** Sums of roll-ups as PostgreSQL answers them. */
export interface Sums extends Record<keyof Counts, number | string> {
  machine_key: number
}

/** What was counted before the readings of rejects were: every record may have been one. */
const READINGS_OF_REJECTS = 'coalesce(rejects_count, records)'
const columnOf = (name: keyof Counts) =>
  name === 'rejectsCount' ? READINGS_OF_REJECTS : name.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`)

export const COUNT_COLUMNS = sql.raw(names.map((name) => `${columnOf(name)} AS "${name}"`).join(', '))
export const SUMS = sql.raw(names.map((name) => `sum("${name}") AS "${name}"`).join(', '))

/** From hours as far as they lie in the stretch, the rest from minutes. */
async function readWholeMinutes(
  db: Transaction,
  keys: readonly number[],
  { from, to }: Stretch,
): Promise<Map<number, Counts>> {
  if (from >= to) return new Map()
  const hours = [Math.ceil(from / HOUR_MS) * HOUR_MS, startOf(to, HOUR_MS)].map((at) => new Date(at))
  const { rows } = await sql<Sums>`
    SELECT machine_key, ${SUMS} FROM (
      SELECT machine_key, ${COUNT_COLUMNS} FROM hour_rollup
      WHERE machine_key = ANY (${keys}::int[]) AND at >= ${hours[0]} AND at < ${hours[1]}
      UNION ALL SELECT machine_key, ${COUNT_COLUMNS} FROM minute_rollup
      WHERE machine_key = ANY (${keys}::int[]) AND at >= ${new Date(from)} AND at < ${new Date(to)}
        AND (at < ${hours[0]} OR at >= ${hours[1]})
    ) counted GROUP BY machine_key
  `.execute(db)
  return new Map(rows.map((row) => [row.machine_key, toCounts(row)]))
}

/** What of a minute falls into a part of it. @param part within one minute */
export async function readCutMinute(
  db: Transaction,
  readingNames: StoredReadingNames,
  keys: readonly number[],
  part: Stretch,
): Promise<Map<number, Counts>> {
  const at = startOf(part.from, MINUTE_MS)
  const { rows } = await sql<Sums>`
    SELECT machine_key, ${COUNT_COLUMNS} FROM minute_rollup
    WHERE machine_key = ANY (${keys}::int[]) AND at = ${new Date(at)} AND records > 0
  `.execute(db)
  const heard = rows.map(({ machine_key }) => machine_key)
  if (heard.length === 0) return new Map()
  const records = await readRecordsOfMany(queryable(db), heard, [at, at + MINUTE_MS], readingNames)
  return new Map(
    rows.flatMap((row): [number, Counts][] => {
      const minute = { ...NO_TIME, ...toCounts(row), machineKey: row.machine_key, at }
      const found = partOfMinute(minute, records.get(row.machine_key) ?? [], part)
      return found === undefined ? [] : [[row.machine_key, found]]
    }),
  )
}

const NO_TIME = { runningMs: 0, idleMs: 0, stoppedMs: 0, faultedMs: 0 }

export function toCounts(row: Sums): Counts {
  return countsBy((name) => Number(row[name]))
}

/** The transaction takes Kysely statements; what reads records writes plain ones. */
export function queryable(db: Transaction): Queryable {
  return { query: (text, values = []) => db.executeQuery(CompiledQuery.raw(text, values)) }
}
