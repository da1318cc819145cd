import type { Alarm, MachineOee, MachineService, MachineStops } from '@packhouse/contract'
import { sql } from 'kysely'
import { listAlarms } from '../../../alarms/area.ts'
import type { Principal } from '../../../engine/principal.ts'
import type { LiveMachine } from '../../../live/index.ts'
import {
  type Counts,
  type ReportedInterval,
  readBuckets,
  readHistory,
  readIntervals,
  scopeOf,
  type Telemetry,
} from '../../../monitoring/area.ts'
import type { CustomerScope, Database, Db } from '../../../platform/database.ts'
import { readOee, readService, readStops } from '../../../service/area.ts'
import type { ShownWindow } from './shown-window.ts'

/** Up to this length the range of temperatures is that of records. */
const RECORDS_MS = 168 * 3_600_000
/** So many points of a history: its least and greatest values are exact whatever their number is. */
const POINTS = 50
export const ALARMS_SHOWN = 40

export interface FactParts {
  database: Database
  telemetry: Telemetry
}

export interface Nameplate {
  serial: string | null
  /** ISO 8601. */
  commissionedAt: string | null
  model: string | null
  customer: string | null
}

/** All that a report is made of, as the calls of the machine page answer it. */
export interface ReportFacts {
  nameplate: Nameplate
  oee: MachineOee
  intervals: ReportedInterval[]
  /** One for each hour or day; undefined where nothing was heard. */
  counts: (Counts | undefined)[]
  /** Undefined without records of it, or if the window is too long to look at records. */
  temperatures: Range | undefined
  stops: MachineStops
  alarms: { items: Alarm[]; total: number }
  service: MachineService
}

export interface Range {
  least: number
  greatest: number
}

/** One after the other: a report must not take several connections. */
export async function readFacts(
  { database, telemetry }: FactParts,
  principal: Principal,
  machine: LiveMachine,
  window: ShownWindow,
  now: number,
): Promise<ReportFacts> {
  const scope = scopeOf(principal)
  const { names } = telemetry
  const { key, machineID } = machine.entry
  const span = { from: window.from, to: window.to }
  const [from, to] = [new Date(span.from).toISOString(), new Date(span.to).toISOString()]
  return {
    nameplate: await readNameplate(database.system, key),
    oee: await readOee(database, names, scope, machine, span, now),
    intervals: (await readIntervals(database, scope, machine, span, now)).intervals,
    counts: await database.inHistory(scope, (db) => readBuckets(db, names, key, window.starts, window.to)),
    temperatures: await readTemperatures({ database, telemetry }, scope, machine, span, now),
    stops: await readStops(database, scope, machine, span, now),
    alarms: await listAlarms(database, principal, {
      ...{ page: 1, pageSize: ALARMS_SHOWN, order: 'newest' },
      ...{ machineID, from, to },
    }),
    service: await readService(database, scope, machine),
  }
}

/** Of a machine that the reader was found to see. */
export async function readNameplate(db: Db, key: number): Promise<Nameplate> {
  const { rows } = await sql<Nameplate>`
    SELECT m.serial, m.commissioned_at::text AS "commissionedAt", c.name AS customer, coalesce(l.name, m.configuration_id) AS model
    FROM machine m LEFT JOIN customer c ON c.id = m.customer_id LEFT JOIN LATERAL (
      SELECT name FROM library_machine WHERE fold_case(model) = fold_case(m.configuration_id)
      ORDER BY deleted_at DESC NULLS FIRST LIMIT 1) l ON true
    WHERE m.key = ${key}
  `.execute(db)
  return rows[0] ?? { serial: null, commissionedAt: null, model: null, customer: null }
}

async function readTemperatures(
  { database, telemetry }: FactParts,
  scope: CustomerScope,
  machine: LiveMachine,
  { from, to }: { from: number; to: number },
  now: number,
): Promise<Range | undefined> {
  if (to - from > RECORDS_MS) return undefined
  const stretch = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
  const request = { machine, tag: 'temperature', hours: 0, points: POINTS, now, ...stretch }
  const history = await readHistory(database, telemetry.names, scope, request)
  if (history.kind !== 'numeric') return undefined
  const known = history.points.flatMap(({ value, min, max }) => (value === null ? [] : [[min ?? value, max ?? value]]))
  return rangeOf(known.flat())
}

/** Undefined for no values. */
export function rangeOf(values: readonly number[]): Range | undefined {
  if (values.length === 0) return undefined
  return {
    least: values.reduce((least, value) => Math.min(least, value)),
    greatest: values.reduce((greatest, value) => Math.max(greatest, value)),
  }
}
