import {
  ASSUMED_SECONDS,
  type DataSheet,
  KEEP_HOURS_DAYS,
  KEEP_MINUTES_DAYS,
  KEEP_RECORDS_DAYS,
  MOST_SHEET_ROWS,
  SHEET_CUSTOMERS,
  SHEET_MACHINES,
  type SheetValueKind,
  stateGroups,
  unitOfName,
} from '@packhouse/contract'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'

type Value = DataSheet['values'][number]

/** What every record has, and what of it only some machines send. */
const fields: readonly (Value & { isUsual: boolean })[] = [
  { name: 'machineState', kind: 'state', dataType: 'text', unit: null, isUsual: true },
  { name: 'totalCycles', kind: 'count', dataType: 'number', unit: null, isUsual: true },
  { name: 'cyclesPerMin', kind: 'speed', dataType: 'number', unit: '1/min', isUsual: true },
  { name: 'totalRejects', kind: 'reject', dataType: 'number', unit: null, isUsual: false },
  { name: 'temperature', kind: 'temperature', dataType: 'number', unit: '°C', isUsual: false },
  { name: 'humidity', kind: 'humidity', dataType: 'number', unit: '%', isUsual: false },
  { name: 'latitude', kind: 'position', dataType: 'number', unit: '°', isUsual: false },
  { name: 'longitude', kind: 'position', dataType: 'number', unit: '°', isUsual: false },
]
const MEASURED_DAYS = 30
const DAYS_PER_MONTH = 30
/** Bytes of a record without readings as text, and of each reading: what is assumed where nothing has been sent. */
const ASSUMED_BYTES = { record: 160, reading: 24 }
/** Records that a size is taken from. */
const SAMPLED_RECORDS = 1_000

/** What a sheet is made of, and for whom. */
interface SheetSubject {
  model: string | null
  /** A machine that may have no model. */
  key: number | null
  /** Who has the machines, or is to have them. */
  customerId: string | null
  /** The customer who reads it, and sees what their own machines send. Null where others read it too, staff above all. */
  readerId: string | null
}

/**
 * The sheet of a machine's model, made as the product itself: it counts machines of all customers that share with the maker, and names nothing that only one of
 * them sends.
 */
export async function readDataSheet(db: Db, subject: SheetSubject): Promise<DataSheet> {
  const { model, customerId, readerId } = subject
  const about = await readAbout(db, model, customerId)
  const machines = await readMachines(db, subject)
  const sent = await readSent(db, machines, readerId)
  const declared = model === null ? [] : await readDeclared(db, model)
  const values = valuesOf(sent, declared)
  return {
    ...{ model, type: about.type, values, states: [...stateGroups] },
    alarms: await readAlarms(db, model),
    amount: await readAmount(db, machines, readerId, values),
    keeps: { recordsDays: about.recordsDays, minutesDays: about.minutesDays, hoursDays: about.hoursDays },
  }
}

interface AboutRow {
  type: string | null
  recordsDays: number
  minutesDays: number
  hoursDays: number
}

async function readAbout(db: Db, model: string | null, customerId: string | null): Promise<AboutRow> {
  const { rows } = await sql<AboutRow>`
    SELECT (SELECT t.name FROM library_machine l JOIN machine_type t ON t.id = l.type_id
        WHERE fold_case(l.model) = fold_case(${model}) ORDER BY l.deleted_at DESC NULLS FIRST LIMIT 1) AS type,
      k.records AS "recordsDays", greatest(k.records, k.minutes) AS "minutesDays", greatest(k.records, k.minutes, k.hours) AS "hoursDays"
    FROM (SELECT) AS one LEFT JOIN customer c ON c.id = ${customerId}::uuid CROSS JOIN LATERAL (SELECT coalesce(c.keep_records_days, ${KEEP_RECORDS_DAYS}::int) AS records,
        coalesce(c.keep_minutes_days, ${KEEP_MINUTES_DAYS}::int) AS minutes, coalesce(c.keep_hours_days, ${KEEP_HOURS_DAYS}::int) AS hours) k
  `.execute(db)
  const [about] = rows
  if (about === undefined) throw new Error('One row was asked for.')
  return about
}

/** The keys of machines of the same model that are shared with the maker now, and those of the same customer. */
async function readMachines(db: Db, { model, key, readerId }: SheetSubject): Promise<number[]> {
  const { rows } = await sql<{ key: number }>`
    SELECT m.key FROM machine m LEFT JOIN machine_sharing s ON s.machine_key = m.key
    WHERE m.deleted_at IS NULL AND (m.key = ${key} OR fold_case(m.configuration_id) = fold_case(${model}))
      AND (m.customer_id = ${readerId} OR coalesce(s.support_ends > now(), true))
  `.execute(db)
  return rows.map(({ key: found }) => found)
}

const keysOf = (machines: readonly number[]) => sql`${[...machines]}::int[]`

interface Sent {
  name: string
  dataType: Value['dataType']
}

/** Fields and readings that the machines sent last. */
async function readSent(db: Db, machines: readonly number[], readerId: string | null): Promise<Sent[]> {
  const { rows } = await sql<Sent>`
    SELECT v.name, min(CASE jsonb_typeof(v.value) WHEN 'number' THEN 'number' WHEN 'boolean' THEN 'boolean' ELSE 'text' END) AS "dataType"
    FROM latest l JOIN machine m ON m.key = l.machine_key
      CROSS JOIN LATERAL (
        SELECT r.key AS name, r.value FROM jsonb_each(l.machine_data) r
        UNION ALL SELECT f.key, f.value FROM jsonb_each(jsonb_strip_nulls(jsonb_build_object('totalRejects', l.total_rejects, 'temperature', l.temperature,
          'humidity', l.humidity, 'latitude', l.latitude, 'longitude', l.longitude))) f
      ) v
    WHERE l.machine_key = ANY (${keysOf(machines)})
    GROUP BY v.name
    HAVING count(DISTINCT m.customer_id) >= ${SHEET_CUSTOMERS} OR bool_or(m.customer_id = ${readerId}) ORDER BY v.name LIMIT ${MOST_SHEET_ROWS}
  `.execute(db)
  return rows
}

interface Declared {
  name: string
  kind: SheetValueKind
  dataType: Value['dataType']
  unit: string | null
}

/** What tag maps in use say of the model. */
async function readDeclared(db: Db, model: string): Promise<Declared[]> {
  const { rows } = await sql<Declared>`
    SELECT DISTINCT ON (e ->> 'canonicalTag') e ->> 'canonicalTag' AS name, e ->> 'role' AS kind, e ->> 'dataType' AS "dataType", e ->> 'unit' AS unit
    FROM tag_map t JOIN tag_map_version v ON v.tag_map_id = t.id AND v.version = t.active_version CROSS JOIN LATERAL jsonb_array_elements(v.entries) e
    WHERE fold_case(t.machine_type) = fold_case(${model}) AND t.machine_id IS NULL ORDER BY e ->> 'canonicalTag', t.id LIMIT ${MOST_SHEET_ROWS}
  `.execute(db)
  return rows
}

function valuesOf(sent: readonly Sent[], declared: readonly Declared[]): Value[] {
  const isSent = new Set(sent.map(({ name }) => name))
  const isDeclared = (kind: SheetValueKind) => declared.some((entry) => entry.kind === kind)
  const usual = fields
    .filter(({ name, kind, isUsual }) => isUsual || isSent.has(name) || isDeclared(kind))
    .map(({ isUsual: _, ...value }) => value)
  const known = new Set(fields.map(({ name }) => name))
  // What has another role than `other` becomes a field of the record.
  const own = declared.filter(({ name, kind }) => (kind === 'other' || kind === 'alarm') && !known.has(name))
  const named = new Set(own.map(({ name }) => name))
  const others = sent
    .filter(({ name }) => !known.has(name) && !named.has(name))
    .map(({ name, dataType }): Value => {
      return { name, kind: 'other', dataType, unit: dataType === 'number' ? (unitOfName(name) ?? null) : null }
    })
  const readings = [...own, ...others].toSorted((one, other) => (one.name < other.name ? -1 : 1))
  return [...usual, ...readings.slice(0, MOST_SHEET_ROWS)]
}

/** Rules for the model, and those for every machine. */
async function readAlarms(db: Db, model: string | null): Promise<DataSheet['alarms']> {
  const { rows } = await sql<DataSheet['alarms'][number]>`
    SELECT name, severity FROM alarm_rule WHERE enabled AND customer_id IS NULL AND machine_id IS NULL
      AND (configuration_id IS NULL OR fold_case(configuration_id) = fold_case(${model})) ORDER BY name LIMIT ${MOST_SHEET_ROWS}
  `.execute(db)
  return rows
}

interface AmountRow {
  /** A day, over all the machines. */
  records: number | null
  machines: number
  customers: number
  /** Those of the reader. */
  own: number[]
  ownRecords: number | null
}

async function readAmount(
  db: Db,
  machines: readonly number[],
  readerId: string | null,
  values: readonly Value[],
): Promise<DataSheet['amount']> {
  const { rows } = await sql<AmountRow>`
    WITH days AS (
      SELECT h.machine_key, sum(h.records) AS records FROM hour_rollup h
      WHERE h.machine_key = ANY (${keysOf(machines)}) AND h.at >= date_trunc('day', now(), 'UTC') - make_interval(days => ${MEASURED_DAYS})
        AND h.at < date_trunc('day', now(), 'UTC')
      GROUP BY h.machine_key, (h.at AT TIME ZONE 'UTC')::date HAVING sum(h.records) > 0
    ), each AS (SELECT machine_key, avg(records)::float8 AS records FROM days GROUP BY machine_key)
    SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY each.records) AS records, count(*)::int AS machines,
      count(DISTINCT m.customer_id)::int AS customers,
      percentile_cont(0.5) WITHIN GROUP (ORDER BY each.records) FILTER (WHERE m.customer_id = ${readerId}) AS "ownRecords",
      coalesce(array_agg(m.key) FILTER (WHERE m.customer_id = ${readerId}), '{}') AS own
    FROM each JOIN machine m ON m.key = each.machine_key
  `.execute(db)
  const { records: allRecords = null, ownRecords = null, machines: count = 0, customers = 0, own = [] } = rows[0] ?? {}
  const isEnough = count >= SHEET_MACHINES && customers >= SHEET_CUSTOMERS
  // A median of one's own machines and a single other one would say what that one sends.
  const records = isEnough ? allRecords : ownRecords
  const bytes = records === null ? null : await readRecordBytes(db, isEnough ? machines : own)
  const isMeasured = records !== null && bytes !== null
  const readings = values.filter(({ kind }) => kind === 'other' || kind === 'alarm').length
  const perDay = isMeasured ? records : (24 * 3_600) / ASSUMED_SECONDS
  const perRecord = isMeasured ? bytes : ASSUMED_BYTES.record + readings * ASSUMED_BYTES.reading
  return {
    basis: isMeasured ? 'measured' : 'assumed',
    recordsPerDay: rounded(perDay),
    bytesPerMonth: rounded(perDay * perRecord * DAYS_PER_MONTH),
  }
}

/** How long a record of theirs is as text, on average of the newest. Null where none is stored as such. */
async function readRecordBytes(db: Db, machines: readonly number[]): Promise<number | null> {
  const { rows } = await sql<{ bytes: number | null }>`
    SELECT avg(octet_length((jsonb_strip_nulls(to_jsonb(r)) - 'machine_key' - 'received_at')::text))::float8 AS bytes FROM (
      SELECT * FROM record WHERE machine_key = ANY (${keysOf(machines)}) AND at > now() - interval '2 days' LIMIT ${SAMPLED_RECORDS}) r
  `.execute(db)
  return rows[0]?.bytes ?? null
}

/** The sheet of one machine's model. @param readerId as in a subject */
export async function sheetOfMachine(db: Db, key: number, readerId: string | null): Promise<DataSheet> {
  const { rows } = await sql<{ model: string | null; customerId: string | null }>`
    SELECT configuration_id AS model, customer_id AS "customerId" FROM machine WHERE key = ${key}
  `.execute(db)
  const { model = null, customerId = null } = rows[0] ?? {}
  return await readDataSheet(db, { model, key, customerId, readerId })
}

/** To two digits: an amount says how much, and no more of any machine. */
function rounded(value: number): number {
  return Math.round(Number(value.toPrecision(2)))
}
