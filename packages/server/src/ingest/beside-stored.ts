import { hash } from 'node:crypto'
import type pg from 'pg'
import { RECORD_COLUMNS, type RecordRow, readRecords, type StoredReadingNames, toRecord } from '../history/index.ts'
import { HOUR_MS, iso, startOf, type TelemetryRecord, toMicroseconds } from '../telemetry/index.ts'
import { toArray } from './newest-sql.ts'
import { agrees, FIELDS, isSameRecord, MOST_SEALED_HOURS } from './repeats.ts'

const PER_MS = 1000

/**
 * The record at a place of its own in its millisecond, which follows from the names in it: sent again, it meets itself there, and a record
 * of the same names with other values meets it too. Its readings add to those of the stored record.
 * @returns undefined where the millisecond has no place behind it
 */
export function besideStored(record: TelemetryRecord): TelemetryRecord | undefined {
  const microseconds = toMicroseconds(record.at)
  const places = PER_MS - 1 - (microseconds % PER_MS)
  if (places === 0) return undefined
  const step = 1 + (hashOf(namesOf(record)) % places)
  return { ...record, at: (microseconds + step) / PER_MS, sentAt: record.sentAt ?? record.at, isPartial: true }
}

function namesOf(record: TelemetryRecord): string {
  const fields = FIELDS.filter((name) => record[name] !== undefined)
  return JSON.stringify([fields, Object.keys(record.machineData ?? {}).sort()])
}

function hashOf(text: string): number {
  return Number.parseInt(hash('sha256', text, 'hex').slice(0, 8), 16)
}

/** A record that is to be stored beside another one. */
export type Beside = TelemetryRecord & { sentAt: number }

export function isBeside(record: TelemetryRecord): record is Beside {
  return record.sentAt !== undefined
}

/**
 * The records that contradict one of their millisecond which is stored beside the same record: of three records the second and the third may
 * each agree with the first alone.
 * @param records in the order in which they came
 * @returns `unread`: those that have not been compared yet
 */
export async function findContradicting(
  client: pg.ClientBase,
  names: StoredReadingNames,
  records: readonly Beside[],
): Promise<{ contradicting: Beside[]; unread: Beside[] }> {
  if (records.length === 0) return { contradicting: [], unread: [] }
  const { stored, unread } = await readBeside(client, names, records)
  const waiting = new Set(unread)
  const contradicting: Beside[] = []
  for (const record of records.filter((one) => !waiting.has(one))) {
    const place = placeOf(record)
    const others = stored.get(place) ?? []
    const isThere = others.some((other) => other.at === record.at && isSameRecord(record, other))
    if (isThere || others.every((other) => agrees(record, other))) stored.set(place, [...others, record])
    else contradicting.push(record)
  }
  return { contradicting, unread }
}

/** What is stored beside the records at whose times these were sent, and those themselves: as rows in one look, and what is sealed by the hour. */
async function readBeside(client: pg.ClientBase, names: StoredReadingNames, records: readonly Beside[]) {
  const times = [...new Map(records.map((record) => [placeOf(record), record])).values()]
  const { rows } = await client.query<RecordRow & { machine_key: number; sent_at: number }>({
    name: 'records-beside',
    text: `SELECT machine_key, given.sent_at, ${RECORD_COLUMNS}
      FROM record JOIN unnest($1::int[], $2::timestamptz[], $3::timestamptz[], $4::float8[]) AS given (key, first, until, sent_at)
        ON machine_key = key AND at >= first AND at < until
      WHERE at BETWEEN $5 AND $6`,
    values: [
      toArray(times, ({ machineKey }) => machineKey),
      toArray(times, ({ sentAt }) => iso(sentAt)),
      toArray(times, ({ sentAt }) => iso(nextMs(sentAt))),
      toArray(times, ({ sentAt }) => String(sentAt)),
      iso(records.reduce((least, { sentAt }) => Math.min(least, sentAt), Number.POSITIVE_INFINITY)),
      iso(records.reduce((most, { sentAt }) => Math.max(most, nextMs(sentAt)), 0)),
    ],
  })
  const stored = new Map<string, TelemetryRecord[]>()
  const take = (sentAt: number, record: TelemetryRecord) => {
    if (!isBesideOf(sentAt, record)) return
    const place = placeOf({ machineKey: record.machineKey, sentAt })
    stored.set(place, [...(stored.get(place) ?? []), record])
  }
  for (const row of rows) take(row.sent_at, toRecord(row.machine_key, row))
  const sealed = records.filter((record) => !stored.has(placeOf(record)))
  const hours = [
    ...Map.groupBy(sealed, ({ machineKey, sentAt }) => `${machineKey}:${startOf(sentAt, HOUR_MS)}`).values(),
  ]
  for (const group of hours.slice(0, MOST_SEALED_HOURS)) {
    const [one] = group
    if (one === undefined) continue
    const hour = startOf(one.sentAt, HOUR_MS)
    const found = await readRecords(client, one.machineKey, [hour, hour + HOUR_MS], names)
    for (const sentAt of new Set(group.map((record) => record.sentAt)))
      for (const record of found) if (record.at >= sentAt && record.at < nextMs(sentAt)) take(sentAt, record)
  }
  return { stored, unread: hours.slice(MOST_SEALED_HOURS).flat() }
}

/** Whether a record is the one of that time, or is where one that was sent at that time is stored beside it. */
function isBesideOf(sentAt: number, record: TelemetryRecord): boolean {
  let place: TelemetryRecord | undefined = { ...record, at: sentAt }
  while (place !== undefined && place.at < record.at) place = besideStored(place)
  return place?.at === record.at
}

function nextMs(at: number): number {
  return Math.floor(at) + 1
}

function placeOf({ machineKey, sentAt }: { machineKey: number; sentAt: number }): string {
  return `${machineKey}:${sentAt}`
}
