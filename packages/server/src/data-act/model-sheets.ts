import { type DataSheet, MOST_SHEET_ROWS } from '@packhouse/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Db, Transaction } from '../platform/database.ts'
import { HOUR_MS } from '../telemetry/index.ts'

const DAY_MS = 24 * HOUR_MS
const MEASURED_DAYS = 30
/** Newest records of each machine that a size is taken from. */
const SAMPLED_RECORDS = 100
/** Figures that are older are not shown: somebody may have changed their mind since. */
const FRESH_DAYS = 3

/** A value that is sent, and as what. */
export interface Sent {
  name: string
  dataType: DataSheet['values'][number]['dataType']
}

/** What machines send. */
export interface MeasuredAmount {
  recordsPerDay: number
  recordBytes: number
}

interface ModelSheet {
  /** Null where figures would disclose what single machines send. */
  amount: MeasuredAmount | null
  sent: Sent[]
}

const NO_SHEET: ModelSheet = { amount: null, sent: [] }

/** What machines of a model send, as it was worked out last. */
export async function readModelSheet(db: Db, model: string | null, now: number): Promise<ModelSheet> {
  const { rows } = await sql<{ recordsPerDay: number | null; recordBytes: number | null; sent: Sent[] }>`
    SELECT records_per_day AS "recordsPerDay", record_bytes AS "recordBytes", sent FROM model_data_sheet, model_data_sheet_snapshot
    WHERE model = fold_case(${model}) AND through >= ${dayOf(now - FRESH_DAYS * DAY_MS)}::date
  `.execute(db)
  const [found] = rows
  if (found === undefined) return NO_SHEET
  const { recordsPerDay, recordBytes, sent } = found
  return { amount: recordsPerDay === null || recordBytes === null ? null : { recordsPerDay, recordBytes }, sent }
}

/**
 * Works out what machines of each model send, once for each day, of machines that customers share for the benchmark and of those of customers who have
 * accepted an agreement on the maker's use. What may not be used any more is in no later snapshot.
 * @param now Unix ms
 */
export async function takeModelSheets(database: Database, now: number, signal?: AbortSignal): Promise<void> {
  const { system } = database
  const through = dayOf(now - DAY_MS)
  const { rows: taken } = await sql`
    SELECT FROM model_data_sheet_snapshot WHERE through >= ${through}::date
  `.execute(system)
  if (taken.length > 0) return
  const { rows: models } = await sql<{ model: string }>`
    SELECT DISTINCT model FROM model_data_sheet_machine ORDER BY model
  `.execute(system)
  const sheets: (ModelSheet & { model: string })[] = []
  for (const { model } of models) {
    if (signal?.aborted) return
    sheets.push({ model, amount: await measureAmount(system, model, through), sent: await findSent(system, model) })
  }
  await system.transaction().execute(async (db) => await store(db, sheets, through))
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

/** Whether an hour (`h`) is of a day that is the present customer's as a whole: others count nothing for it (decision 0161). */
const IS_OF_OWN_DAY = sql`NOT EXISTS (SELECT FROM period_of_another p WHERE p.machine_key = h.machine_key
  AND p.during && tstzrange(date_trunc('day', h.at, 'UTC'), date_trunc('day', h.at, 'UTC') + interval '1 day'))`

async function measureAmount(db: Db, model: string, through: string): Promise<MeasuredAmount | null> {
  const [from, to] = [Date.parse(through) + DAY_MS - MEASURED_DAYS * DAY_MS, Date.parse(through) + DAY_MS]
  const { rows } = await sql<MeasuredAmount>`
    WITH days AS (
      SELECT h.machine_key, sum(h.records) AS records FROM hour_rollup h JOIN model_data_sheet_machine a ON a.machine_key = h.machine_key
      WHERE a.model = ${model} AND h.at >= ${new Date(from)} AND h.at < ${new Date(to)} AND ${IS_OF_OWN_DAY}
      GROUP BY h.machine_key, (h.at AT TIME ZONE 'UTC')::date HAVING sum(h.records) > 0
    ), measured AS (
      SELECT a.head, d.records, s.bytes, count(*) OVER (PARTITION BY a.head) AS of_head
      FROM (SELECT machine_key, avg(records)::float8 AS records FROM days GROUP BY machine_key) d
        JOIN model_data_sheet_machine a ON a.machine_key = d.machine_key
        CROSS JOIN LATERAL (${recordBytes(sql`a.machine_key`, to - 2 * DAY_MS)}) s
      WHERE s.bytes IS NOT NULL
    )
    SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY records) AS "recordsPerDay", percentile_cont(0.5) WITHIN GROUP (ORDER BY bytes) AS "recordBytes"
    FROM measured HAVING hides_single_machines(count(*), count(DISTINCT head), max(of_head))
  `.execute(db)
  return rows[0] ?? null
}

/** Selects how many bytes a record of a machine has as text, on average of the newest of its present customer. Null where none is stored as such. @param since Unix ms */
function recordBytes(machineKey: RawBuilder<unknown>, since: number) {
  return sql`
    SELECT avg(octet_length((jsonb_strip_nulls(to_jsonb(r)) - 'machine_key' - 'received_at')::text))::float8 AS bytes FROM (
      SELECT * FROM record s WHERE machine_key = ${machineKey} AND at > ${new Date(since)}
        AND NOT EXISTS (SELECT FROM period_of_another p WHERE p.machine_key = s.machine_key AND p.during @> s.at)
      ORDER BY at DESC LIMIT ${SAMPLED_RECORDS}) r`
}

/** When a value of `latest` was reported that is older than the row. @param place among the times that are stored beside it, Unix ms */
function timeAt(place: number): RawBuilder<string | null> {
  return sql`(l.field_times ->> ${sql.lit(place)})`
}

/** Selects each value that machines sent last for their present customers, with its type. Each is judged by its own time, as in memory (decision 0161). */
const SENT = sql`
  SELECT l.machine_key, v.name, CASE jsonb_typeof(v.value) WHEN 'number' THEN 'number' WHEN 'boolean' THEN 'boolean' ELSE 'text' END AS data_type
  FROM latest l CROSS JOIN LATERAL (
    SELECT r.key AS name, r.value, coalesce(l.field_times -> 5 ->> r.key, ${timeAt(4)}) AS ms FROM jsonb_each(l.machine_data) r
    UNION ALL SELECT f.name, f.value, f.ms FROM (VALUES
      ('totalRejects', to_jsonb(l.total_rejects), (extract(epoch FROM l.rejects_at) * 1000)::text),
      ('temperature', to_jsonb(l.temperature), ${timeAt(1)}), ('humidity', to_jsonb(l.humidity), ${timeAt(2)}),
      ('latitude', to_jsonb(l.latitude), ${timeAt(3)}), ('longitude', to_jsonb(l.longitude), ${timeAt(3)})) AS f (name, value, ms)
    WHERE f.value IS NOT NULL
  ) v WHERE NOT EXISTS (SELECT FROM period_of_another p
    WHERE p.machine_key = l.machine_key AND p.during @> coalesce(to_timestamp(v.ms::float8 / 1000), l.at))`

/** Fields and readings that enough machines sent last: a name of one customer stays its own. */
async function findSent(db: Db, model: string): Promise<Sent[]> {
  const { rows } = await sql<Sent>`
    SELECT name, min(data_type) AS "dataType" FROM (
      SELECT v.name, a.head, min(v.data_type) AS data_type, count(*) AS of_head
      FROM (${SENT}) v JOIN model_data_sheet_machine a ON a.machine_key = v.machine_key WHERE a.model = ${model} GROUP BY v.name, a.head
    ) each
    GROUP BY name HAVING hides_single_machines(sum(of_head)::bigint, count(*), max(of_head)) ORDER BY name LIMIT ${MOST_SHEET_ROWS}
  `.execute(db)
  return rows
}

/** The same of one machine for its present customer, as it is now: some rows of it alone are read. @param now Unix ms */
export async function readMachineSheet(db: Db, key: number, now: number): Promise<ModelSheet> {
  const today = Date.parse(dayOf(now))
  const { rows: sent } = await sql<Sent>`
    SELECT name, data_type AS "dataType" FROM (${SENT} AND l.machine_key = ${key}) v ORDER BY name LIMIT ${MOST_SHEET_ROWS}
  `.execute(db)
  const { rows } = await sql<{ recordsPerDay: number | null; recordBytes: number | null }>`
    SELECT d.records AS "recordsPerDay", s.bytes AS "recordBytes" FROM (
      SELECT avg(records)::float8 AS records FROM (
        SELECT sum(records) AS records FROM hour_rollup h
        WHERE machine_key = ${key} AND at >= ${new Date(today - MEASURED_DAYS * DAY_MS)} AND at < ${new Date(today)} AND ${IS_OF_OWN_DAY}
        GROUP BY (at AT TIME ZONE 'UTC')::date HAVING sum(records) > 0) days
    ) d CROSS JOIN LATERAL (${recordBytes(sql`${key}::int`, now - 2 * DAY_MS)}) s
  `.execute(db)
  const { recordsPerDay = null, recordBytes: bytes = null } = rows[0] ?? {}
  return { amount: recordsPerDay === null || bytes === null ? null : { recordsPerDay, recordBytes: bytes }, sent }
}

async function store(db: Transaction, sheets: readonly (ModelSheet & { model: string })[], through: string) {
  await sql`DELETE FROM model_data_sheet`.execute(db)
  const rows = sheets.map(({ model, amount, sent }) => ({ model, ...amount, sent }))
  await sql`
    INSERT INTO model_data_sheet (model, records_per_day, record_bytes, sent)
    SELECT model, "recordsPerDay", "recordBytes", sent
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS s (model text, "recordsPerDay" float8, "recordBytes" float8, sent jsonb)
  `.execute(db)
  await sql`
    INSERT INTO model_data_sheet_snapshot (through) VALUES (${through}::date)
    ON CONFLICT (only_one) DO UPDATE SET through = excluded.through, taken_at = now()
  `.execute(db)
}
