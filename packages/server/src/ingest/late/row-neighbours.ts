import type pg from 'pg'
import { COUNTER_GAP_LIMIT_MS, exactMs, iso, type StateOrUnknown, type TelemetryRecord } from '../../telemetry/index.ts'
import { toArray } from '../newest-sql.ts'
import type { LateRecord, Reading, StoredTime } from './late-record.ts'

/** A late record and what is asked of its neighbours. */
export interface Wanted {
  record: TelemetryRecord
  /** Up to when the next record matters, Unix ms. */
  until: number
  /** Whether readings of the counter on either side are asked for. */
  cycles: boolean
  rejects: boolean
}

interface Row {
  is_stored: boolean
  next_at: number | null
  next_tells_state: boolean | null
  cycles_before_at: number | null
  cycles_before: string | null
  cycles_after_at: number | null
  cycles_after: string | null
  rejects_before_at: number | null
  rejects_before: string | null
  rejects_after_at: number | null
  rejects_after: string | null
  from_before: number | null
  to_before: number | null
  state_before: StateOrUnknown | null
  from_after: number | null
  to_after: number | null
  state_after: StateOrUnknown | null
}

/** Of a counter, the last reading before and the first behind, as far as a step is counted over. */
const readings = (name: string, column: string) => `
  LEFT JOIN LATERAL (SELECT r.at, r.${column} AS value FROM record r
    WHERE late.${name} AND r.machine_key = late.key AND r.${column} IS NOT NULL AND ${WITHIN}
      AND r.at < late.at AND r.at >= late.at - $8::interval ORDER BY r.at DESC LIMIT 1) ${name}_before ON true
  LEFT JOIN LATERAL (SELECT r.at, r.${column} AS value FROM record r
    WHERE late.${name} AND r.machine_key = late.key AND r.${column} IS NOT NULL AND ${WITHIN}
      AND r.at > late.at AND r.at <= late.at + $8::interval ORDER BY r.at LIMIT 1) ${name}_after ON true`
/** The time of the whole batch: partitions beyond are not even planned for. */
const WITHIN = 'r.at >= $6::timestamptz AND r.at <= $7::timestamptz'

const NEIGHBOURS = `SELECT
    EXISTS (SELECT FROM record r WHERE r.machine_key = late.key AND r.at = late.at AND ${WITHIN}) AS is_stored,
    ${exactMs('next.at')} AS next_at, next.tells_state AS next_tells_state,
    ${exactMs('cycles_before.at')} AS cycles_before_at, cycles_before.value AS cycles_before,
    ${exactMs('cycles_after.at')} AS cycles_after_at, cycles_after.value AS cycles_after,
    ${exactMs('rejects_before.at')} AS rejects_before_at, rejects_before.value AS rejects_before,
    ${exactMs('rejects_after.at')} AS rejects_after_at, rejects_after.value AS rejects_after,
    ${exactMs('before.from_at')} AS from_before, ${exactMs('before.to_at')} AS to_before, before.state AS state_before,
    ${exactMs('after.from_at')} AS from_after, ${exactMs('after.to_at')} AS to_after, after.state AS state_after
  FROM unnest($1::int[], $2::timestamptz[], $3::timestamptz[], $4::bool[], $5::bool[]) WITH ORDINALITY
    AS late (key, at, until, cycles, rejects, place)
  LEFT JOIN LATERAL (SELECT r.at, r.machine_state IS NOT NULL AS tells_state FROM record r
    WHERE r.machine_key = late.key AND r.at > late.at AND r.at <= late.until AND ${WITHIN} ORDER BY r.at LIMIT 1) next ON true
  ${readings('cycles', 'total_cycles')}
  ${readings('rejects', 'total_rejects')}
  LEFT JOIN LATERAL (SELECT * FROM state_interval i WHERE i.machine_key = late.key AND i.from_at < late.at
    ORDER BY i.from_at DESC LIMIT 1) before ON true
  LEFT JOIN LATERAL (SELECT * FROM state_interval i WHERE i.machine_key = late.key AND i.from_at > late.at
    ORDER BY i.from_at LIMIT 1) after ON true
  ORDER BY late.place`

/** What lies on either side of late records among the rows, with the times in each state; a few looks into an index each. */
export async function readRowNeighbours(client: pg.ClientBase, wanted: readonly Wanted[]): Promise<LateRecord[]> {
  const times = wanted.map(({ record }) => record.at)
  const first = times.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
  const last = wanted.reduce((most, { record, until }) => Math.max(most, record.at, until), 0)
  const { rows } = await client.query<Row>({
    name: 'late-neighbours',
    text: NEIGHBOURS,
    values: [
      toArray(wanted, ({ record }) => record.machineKey),
      toArray(wanted, ({ record }) => iso(record.at)),
      toArray(wanted, ({ until }) => iso(until)),
      toArray(wanted, ({ cycles }) => String(cycles)),
      toArray(wanted, ({ rejects }) => String(rejects)),
      iso(first - COUNTER_GAP_LIMIT_MS),
      iso(last + COUNTER_GAP_LIMIT_MS),
      `${COUNTER_GAP_LIMIT_MS} ms`,
    ],
  })
  return wanted.flatMap(({ record }, place) => {
    const row = rows[place]
    return row === undefined ? [] : [toLateRecord(record, row)]
  })
}

function toLateRecord(record: TelemetryRecord, row: Row): LateRecord {
  return {
    record,
    isStored: row.is_stored,
    next: row.next_at === null ? undefined : { at: row.next_at, reportsState: row.next_tells_state === true },
    cycles: {
      before: toReading(row.cycles_before_at, row.cycles_before),
      after: toReading(row.cycles_after_at, row.cycles_after),
    },
    rejects: {
      before: toReading(row.rejects_before_at, row.rejects_before),
      after: toReading(row.rejects_after_at, row.rejects_after),
    },
    times: [
      ...toTime(row.from_before, row.to_before, row.state_before),
      ...toTime(row.from_after, row.to_after, row.state_after),
    ],
  }
}

function toReading(at: number | null, value: string | null): Reading | undefined {
  return at === null || value === null ? undefined : { at, value: Number(value) }
}

function toTime(from: number | null, to: number | null, state: StateOrUnknown | null): StoredTime[] {
  return from === null || to === null || state === null ? [] : [{ from, to, state }]
}
