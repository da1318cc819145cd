import { sql } from 'kysely'
import type { Transaction } from '../platform/database.ts'
import { gapsOf, joined, plannedTimes, type ShiftTimes } from './shift-times.ts'
import type { Span } from './stops.ts'

/** A shift on a day, with its name. */
export interface NamedShift extends ShiftTimes {
  shiftId: string
  name: string
}

interface ShiftRow {
  shiftId: string
  name: string
  from: Date
  to: Date
  breakFrom: Date | null
  breakTo: Date | null
  secondBreakFrom: Date | null
  secondBreakTo: Date | null
}

/**
 * When production is planned at the site of a machine: in its shifts, without their breaks. All of the time is planned where the site has no shifts, and on days
 * that are days of none of them.
 * @returns in order, never overlapping
 */
export async function readPlannedTimes(db: Transaction, machineKey: number, window: Span): Promise<Span[]> {
  const site = await findSite(db, machineKey)
  if (site === undefined) return [window]
  const shifts = await readShiftsOf(db, site, window)
  const withoutPlan = gapsOf(joined(await readDaysOfShifts(db, site, window)), window)
  return joined([...withoutPlan, ...plannedTimes(shifts, window)])
}

/** The rest of a window: outside of shifts and in their breaks. @returns in order, never overlapping */
export async function readUnplannedTimes(db: Transaction, machineKey: number, window: Span): Promise<Span[]> {
  return gapsOf(await readPlannedTimes(db, machineKey, window), window)
}

/** Whether the site of a machine has shifts today or later: all of the time is planned otherwise. */
export async function hasShifts(db: Transaction, machineKey: number): Promise<boolean> {
  const site = await findSite(db, machineKey)
  if (site === undefined) return false
  const { rows } = await sql`
    SELECT FROM shift WHERE location_id = ${site.locationId} AND deleted_at IS NULL
      AND (last_day IS NULL OR last_day >= (now() AT TIME ZONE ${site.zone})::date)
    LIMIT 1
  `.execute(db)
  return rows.length > 0
}

/**
 * The shifts at the site of a machine that may reach into a window, by their beginning; some lie beside it.
 * @returns undefined where the site has no shifts
 */
export async function readShifts(
  db: Transaction,
  machineKey: number,
  window: Span,
): Promise<readonly NamedShift[] | undefined> {
  const site = await findSite(db, machineKey)
  return site && (await readShiftsOf(db, site, window))
}

/** The place of a machine, and by which clock its shifts are. */
interface Site {
  locationId: string
  zone: string
}

async function readShiftsOf(db: Transaction, site: Site, window: Span): Promise<NamedShift[]> {
  const { rows } = await sql<ShiftRow>`
    SELECT s.id AS "shiftId", s.name, o.from_at AS "from", o.to_at AS "to", o.break_from_at AS "breakFrom", o.break_to_at AS "breakTo",
      o.second_break_from_at AS "secondBreakFrom", o.second_break_to_at AS "secondBreakTo"
    FROM shift s CROSS JOIN LATERAL shift_times(s, ${site.zone}, ${new Date(window.from)}, ${new Date(window.to)}) o
    WHERE s.location_id = ${site.locationId} AND s.deleted_at IS NULL
    ORDER BY o.from_at, o.to_at, s.id
  `.execute(db)
  return rows.map(toTimes)
}

/** From the first to the last day of each shift of a site, as far as they are in a window. */
async function readDaysOfShifts(db: Transaction, { locationId, zone }: Site, window: Span): Promise<Span[]> {
  const [from, to] = [new Date(window.from), new Date(window.to)]
  const { rows } = await sql<{ from: Date; to: Date }>`
    SELECT * FROM (
      SELECT greatest(first_day::timestamp AT TIME ZONE ${zone}, ${from}) AS "from",
        least((last_day + 1)::timestamp AT TIME ZONE ${zone}, ${to}) AS "to"
      FROM shift WHERE location_id = ${locationId} AND deleted_at IS NULL
    ) days WHERE "from" < "to"
  `.execute(db)
  return rows.map((days) => ({ from: days.from.getTime(), to: days.to.getTime() }))
}

/** The site of a machine with its time zone. @returns undefined where it has no shifts */
async function findSite(db: Transaction, machineKey: number): Promise<Site | undefined> {
  const { rows } = await sql<Site>`
    SELECT m.location_id AS "locationId", coalesce(l.timezone, c.timezone, 'UTC') AS zone
    FROM machine m JOIN location l ON l.id = m.location_id LEFT JOIN customer c ON c.id = l.customer_id
    WHERE m.key = ${machineKey} AND EXISTS (SELECT FROM shift WHERE location_id = m.location_id AND deleted_at IS NULL)
  `.execute(db)
  return rows[0]
}

function toTimes({ shiftId, name, from, to, ...row }: ShiftRow): NamedShift {
  const breaks = [...breakOf(row.breakFrom, row.breakTo), ...breakOf(row.secondBreakFrom, row.secondBreakTo)]
  return { shiftId, name, from: from.getTime(), to: to.getTime(), breaks }
}

function breakOf(from: Date | null, to: Date | null): Span[] {
  return from === null || to === null ? [] : [{ from: from.getTime(), to: to.getTime() }]
}
