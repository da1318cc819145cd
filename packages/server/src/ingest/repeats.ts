import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { RECORD_COLUMNS, type RecordRow, readRecords, type StoredReadingNames, toRecord } from '../history/index.ts'
import { HOUR_MS, iso, startOf, type TelemetryRecord } from '../telemetry/index.ts'
import { toArray } from './newest-sql.ts'

/**
 * Sealed hours that are read for the repeats of one batch. A device that sends its past again must not hold up the others: what is in more
 * hours waits for the next batch.
 */
export const MOST_SEALED_HOURS = 10

/** What a record is that is not stored, since its machine has one of the same time: the same one, or another. */
export type Repeat = 'duplicate' | 'conflict'

/** Records whose machine has one of the same time. */
export interface Repeats {
  duplicates: TelemetryRecord[]
  conflicts: TelemetryRecord[]
  /** They contradict nothing of the stored one: they are to be stored beside it (`besideStored`). */
  complements: TelemetryRecord[]
  /** They have not been compared yet. */
  unread: TelemetryRecord[]
}

/**
 * Tells records that were sent again from those that contradict what is stored. Only repeats are looked up, so that records in order cost nothing.
 * @param fresh the records of the same batch that are stored
 * @param late repeats of what was stored before
 */
export async function sortRepeats(
  client: pg.ClientBase,
  names: StoredReadingNames,
  {
    fresh,
    within,
    late,
  }: { fresh: readonly TelemetryRecord[]; within: readonly TelemetryRecord[]; late: readonly TelemetryRecord[] },
): Promise<Repeats> {
  const repeats = sortWithin(fresh, within)
  if (late.length === 0) return repeats
  const { stored, unread } = await readStored(client, names, late)
  repeats.unread = unread
  const waiting = new Set(unread)
  sort(
    repeats,
    late.filter((record) => !waiting.has(record)),
    stored,
  )
  return repeats
}

/** The same where nothing has to be looked up: repeats of records of their own batch. */
export function sortWithin(fresh: readonly TelemetryRecord[], within: readonly TelemetryRecord[]): Repeats {
  const repeats: Repeats = { duplicates: [], conflicts: [], complements: [], unread: [] }
  if (within.length > 0) sort(repeats, within, new Map(fresh.map((record) => [placeOf(record), record])))
  return repeats
}

function sort(
  repeats: Repeats,
  records: readonly TelemetryRecord[],
  stored: ReadonlyMap<string, TelemetryRecord>,
): void {
  for (const record of records) {
    const first = stored.get(placeOf(record))
    // What retention has removed in the meantime contradicts nothing.
    if (first === undefined || isSameRecord(record, first)) repeats.duplicates.push(record)
    else repeats[agrees(record, first) ? 'complements' : 'conflicts'].push(record)
  }
}

/** The fields of a record that it may name beside its readings. */
export const FIELDS = [
  ...(['totalCycles', 'totalRejects', 'cyclesPerMin', 'machineState'] as const),
  ...(['temperature', 'humidity', 'latitude', 'longitude'] as const),
]

/** Whether two records of one time name nothing with different values. */
export function agrees(one: TelemetryRecord, other: TelemetryRecord): boolean {
  if (one.ends !== other.ends) return false
  if (FIELDS.some((name) => differ(one[name], other[name]))) return false
  const [data, otherData] = [new Map(Object.entries(one.machineData ?? {})), other.machineData ?? {}]
  return Object.entries(otherData).every(([name, value]) => !differ(data.get(name), value))
}

function differ<T>(one: T | undefined, other: T | undefined): boolean {
  return one !== undefined && other !== undefined && one !== other
}

/** Whether two records say the same, whenever they came; records of before 0077 have lost what was reported without a value. */
export function isSameRecord(one: TelemetryRecord, other: TelemetryRecord): boolean {
  return (
    (one.totalCycles ?? null) === (other.totalCycles ?? null) &&
    (one.totalRejects ?? null) === (other.totalRejects ?? null) &&
    (one.cyclesPerMin ?? null) === (other.cyclesPerMin ?? null) &&
    (one.machineState ?? null) === (other.machineState ?? null) &&
    (one.temperature ?? null) === (other.temperature ?? null) &&
    (one.humidity ?? null) === (other.humidity ?? null) &&
    (one.latitude ?? null) === (other.latitude ?? null) &&
    (one.longitude ?? null) === (other.longitude ?? null) &&
    isDeepStrictEqual(one.machineData ?? null, other.machineData ?? null)
  )
}

/** What is stored at the times of records: as rows in one look, and what is sealed by the hour. */
async function readStored(
  client: pg.ClientBase,
  names: StoredReadingNames,
  records: readonly TelemetryRecord[],
): Promise<{ stored: Map<string, TelemetryRecord>; unread: TelemetryRecord[] }> {
  const times = records.map(({ at }) => at)
  const { rows } = await client.query<RecordRow & { machine_key: number }>({
    name: 'repeated-records',
    text: `SELECT machine_key, ${RECORD_COLUMNS} FROM record
      WHERE (machine_key, at) IN (SELECT * FROM unnest($1::int[], $2::timestamptz[])) AND at BETWEEN $3 AND $4`,
    values: [
      toArray(records, ({ machineKey }) => machineKey),
      toArray(records, ({ at }) => iso(at)),
      iso(times.reduce((a, b) => Math.min(a, b))),
      iso(times.reduce((a, b) => Math.max(a, b))),
    ],
  })
  const stored = new Map(rows.map((row) => toRecord(row.machine_key, row)).map((record) => [placeOf(record), record]))
  const sealed = records.filter((record) => !stored.has(placeOf(record)))
  const hours = [...Map.groupBy(sealed, ({ machineKey, at }) => `${machineKey}:${startOf(at, HOUR_MS)}`).values()]
  for (const [one] of hours.slice(0, MOST_SEALED_HOURS)) {
    if (one === undefined) continue
    const hour = startOf(one.at, HOUR_MS)
    const found = await readRecords(client, one.machineKey, [hour, hour + HOUR_MS], names)
    for (const record of found) stored.set(placeOf(record), record)
  }
  return { stored, unread: hours.slice(MOST_SEALED_HOURS).flat() }
}

function placeOf({ machineKey, at }: TelemetryRecord): string {
  return `${machineKey}:${at}`
}
