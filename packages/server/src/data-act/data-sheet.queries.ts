import {
  ASSUMED_SECONDS,
  type DataSheet,
  KEEP_HOURS_DAYS,
  KEEP_MINUTES_DAYS,
  KEEP_RECORDS_DAYS,
  MOST_SHEET_ROWS,
  type SheetValueKind,
  stateGroups,
  unitOfName,
} from '@packhouse/contract'
import { sql } from 'kysely'
import { clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import { type MeasuredAmount, readMachineSheet, readModelSheet, type Sent } from './model-sheets.ts'

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
const DAYS_PER_MONTH = 30
/** Bytes of a record without readings as text, and of each reading: what is assumed where nothing has been sent. */
const ASSUMED_BYTES = { record: 160, reading: 24 }

/** What a sheet is made of, and for whom. */
interface SheetSubject {
  model: string | null
  /** Who has the machines, or is to have them. */
  customerId: string | null
  /** The machine of the customer who reads it, and sees what it sends. Null where others read it too, staff above all. */
  ownMachine: number | null
}

/**
 * The sheet of a machine's model, made as the product itself: of the figures of the day about machines whose customers agreed, and of the reader's own
 * machine as it is now.
 */
export async function readDataSheet(db: Db, { model, customerId, ownMachine }: SheetSubject): Promise<DataSheet> {
  const now = clock.now()
  const about = await readAbout(db, model, customerId)
  const ofModel = await readModelSheet(db, model, now)
  const own = ownMachine === null ? undefined : await readMachineSheet(db, ownMachine, now)
  const declared = model === null ? [] : await readDeclared(db, model)
  const values = valuesOf([...(own?.sent ?? []), ...ofModel.sent], declared)
  return {
    ...{ model, type: about.type, values, states: [...stateGroups] },
    alarms: await readAlarms(db, model),
    amount: amountOf(own?.amount ?? null, ofModel.amount, values),
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
  const others = [...new Map(sent.map((value) => [value.name, value])).values()]
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

/** What the own machine sends, else what machines of the model do, else what is assumed. */
function amountOf(own: MeasuredAmount | null, ofModel: MeasuredAmount | null, values: readonly Value[]) {
  const readings = values.filter(({ kind }) => kind === 'other' || kind === 'alarm').length
  const assumed = {
    recordsPerDay: (24 * 3_600) / ASSUMED_SECONDS,
    recordBytes: ASSUMED_BYTES.record + readings * ASSUMED_BYTES.reading,
  }
  const { recordsPerDay, recordBytes } = own ?? ofModel ?? assumed
  const basis: DataSheet['amount']['basis'] = own !== null ? 'own' : ofModel !== null ? 'measured' : 'assumed'
  return {
    basis,
    recordsPerDay: rounded(recordsPerDay),
    bytesPerMonth: rounded(recordsPerDay * recordBytes * DAYS_PER_MONTH),
  }
}

/** The sheet of one machine's model. @param readerId the customer who reads it; null where others read it too */
export async function sheetOfMachine(db: Db, key: number, readerId: string | null): Promise<DataSheet> {
  const { rows } = await sql<{ model: string | null; customerId: string | null }>`
    SELECT configuration_id AS model, customer_id AS "customerId" FROM machine WHERE key = ${key}
  `.execute(db)
  const { model = null, customerId = null } = rows[0] ?? {}
  const isOwn = readerId !== null && readerId === customerId
  return await readDataSheet(db, { model, customerId, ownMachine: isOwn ? key : null })
}

/** To two digits: an amount says how much, and no more of any machine. */
function rounded(value: number): number {
  return Math.round(Number(value.toPrecision(2)))
}
