import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { RECORD_COLUMNS, type RecordRow, readRecords, type StoredReadingNames, toRecord } from '../history/index.ts'
import { HOUR_MS, iso, startOf, type TelemetryRecord } from '../telemetry/index.ts'
import { toArray } from './newest-sql.ts'

/**
 * Sealed hours that are read for the repeats of one batch. A device that sends its past again must not hold up the others: what is in more
 * hours counts as sent again, without a comparison.
 */
const MOST_SEALED_HOURS = 10

/** What a record is that is not stored, since its machine has one of the same time: the same one, or another. */
export type Repeat = 'duplicate' | 'conflict'

/** Repeats in the two kinds. */
export interface Repeats {
  duplicates: TelemetryRecord[]
  conflicts: TelemetryRecord[]
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
  if (late.length > 0) sort(repeats, late, await readStored(client, names, late))
  return repeats
}

/** The same where nothing has to be looked up: repeats of records of their own batch. */
export function sortWithin(fresh: readonly TelemetryRecord[], within: readonly TelemetryRecord[]): Repeats {
  const repeats: Repeats = { duplicates: [], conflicts: [] }
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
    const isSame = first === undefined || isSameRecord(record, first)
    repeats[isSame ? 'duplicates' : 'conflicts'].push(record)
  }
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
): Promise<Map<string, TelemetryRecord>> {
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
  for (const { machineKey, hour } of hoursOf(sealed).slice(0, MOST_SEALED_HOURS)) {
    const found = await readRecords(client, machineKey, [hour, hour + HOUR_MS], names)
    for (const record of found) stored.set(placeOf(record), record)
  }
  return stored
}

function hoursOf(records: readonly TelemetryRecord[]): { machineKey: number; hour: number }[] {
  const hours = records.map(({ machineKey, at }) => ({ machineKey, hour: startOf(at, HOUR_MS) }))
  return [...new Map(hours.map((one) => [`${one.machineKey}:${one.hour}`, one])).values()]
}

function placeOf({ machineKey, at }: TelemetryRecord): string {
  return `${machineKey}:${at}`
}
