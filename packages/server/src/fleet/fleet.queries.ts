import type { Fleet } from '@packhouse/contract'
import { sql } from 'kysely'
import type { LiveMachine } from '../live/index.ts'
import { standingOf } from '../monitoring/area.ts'
import type { CustomerScope, Database, Transaction } from '../platform/database.ts'

interface MachineRow {
  key: number
  locationId: string | null
  model: string | null
  type: string | null
}

interface SiteRow {
  id: string
  customerId: string | null
  name: string
  city: string | null
  country: string
  latitude: number | null
  longitude: number | null
  timeZone: string
}

interface AlarmRow {
  key: number
  active: number
  open: number
}

/** The machines that a reader knows of. */
interface KnownMachines {
  machines: readonly LiveMachine[]
  /** Those whose customers do not share with the reader what they report. */
  withheld: readonly LiveMachine[]
}

/** Every machine that the reader sees, with its site and how it is now, and how many others there are. @param now Unix ms */
export async function readFleet(
  database: Database,
  scope: CustomerScope,
  { machines, withheld }: KnownMachines,
  now: number,
): Promise<Fleet> {
  const { rows, sites, alarms } = await database.inHistory(scope, async (db) => ({
    rows: await readMachineRows(db),
    sites: await readSites(db),
    alarms: await readAlarms(db),
  }))
  const customers = new Map(
    [...machines, ...withheld].flatMap(({ entry: { customerId, customer } }) =>
      customerId === null ? [] : [[customerId, customer ?? '']],
    ),
  )
  const customerPlaces = placesOf([...customers.keys()])
  const sitePlaces = placesOf(sites.map(({ id }) => id))
  return {
    at: new Date(now).toISOString(),
    customers: [...customers].map(([id, name]) => ({ id, name })),
    sites: sites.map(({ customerId, ...site }) => ({ ...site, customer: placeOf(customerPlaces, customerId) })),
    machines: machines.map((machine) => {
      const { key, machineID, customerId } = machine.entry
      const row = rows.get(key)
      return {
        machineID,
        customer: placeOf(customerPlaces, customerId),
        site: placeOf(sitePlaces, row?.locationId ?? null),
        model: row?.model ?? null,
        type: row?.type ?? null,
        ...presentOf(machine, alarms.get(key)),
      }
    }),
    notShared: countNotShared(withheld, rows, customerPlaces),
  }
}

/** Machines by what staff know of them anyway: nothing that they reported. */
function countNotShared(
  withheld: readonly LiveMachine[],
  rows: ReadonlyMap<number, MachineRow>,
  customers: ReadonlyMap<string, number>,
): Fleet['notShared'] {
  const counts = new Map<string, Fleet['notShared'][number]>()
  for (const { entry } of withheld) {
    const { model = null, type = null } = rows.get(entry.key) ?? {}
    const customer = placeOf(customers, entry.customerId)
    const key = JSON.stringify([customer, type, model])
    counts.set(key, { customer, type, model, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  return [...counts.values()]
}

type Present = Pick<Fleet['machines'][number], 'standing' | 'since' | 'perMin' | 'designSpeed' | 'alarms' | 'attention'>

function presentOf(machine: LiveMachine, alarms: AlarmRow | undefined): Present {
  const { entry, values, online } = machine
  const standing = standingOf(machine)
  const since = online === false ? values?.at : values?.stateSince
  const isHere = entry.customerId !== null
  const isDown = standing === 'Faulted' || standing === 'Offline' || standing === 'NoLiveData'
  return {
    standing,
    since: since === undefined || since === null ? null : Math.floor(since / 1_000),
    perMin: online ? (values?.cyclesPerMin ?? null) : null,
    designSpeed: entry.designSpeed,
    alarms: alarms?.active ?? 0,
    attention: (isHere && isDown) || (alarms?.open ?? 0) > 0,
  }
}

/** One model of the library for each machine: that which is there, before one that was deleted. */
async function readMachineRows(db: Transaction): Promise<Map<number, MachineRow>> {
  const { rows } = await sql<MachineRow>`
    SELECT m.key, m.location_id AS "locationId", m.configuration_id AS model, l.type
    FROM machine m LEFT JOIN (
      SELECT DISTINCT ON (fold_case(lm.model)) fold_case(lm.model) AS model, t.name AS type
      FROM library_machine lm JOIN machine_type t ON t.id = lm.type_id ORDER BY fold_case(lm.model), lm.deleted_at DESC NULLS FIRST
    ) l ON l.model = fold_case(m.configuration_id)
    WHERE m.deleted_at IS NULL
  `.execute(db)
  return new Map(rows.map((row) => [row.key, row]))
}

async function readSites(db: Transaction): Promise<SiteRow[]> {
  const { rows } = await sql<SiteRow>`
    SELECT l.id, l.customer_id AS "customerId", l.name, l.city, l.country_code AS country, l.latitude, l.longitude,
      coalesce(l.timezone, c.timezone, 'UTC') AS "timeZone"
    FROM location l LEFT JOIN customer c ON c.id = l.customer_id
    WHERE EXISTS (SELECT FROM machine m WHERE m.location_id = l.id AND m.deleted_at IS NULL)
    ORDER BY l.name, l.id
  `.execute(db)
  return rows
}

async function readAlarms(db: Transaction): Promise<Map<number, AlarmRow>> {
  const { rows } = await sql<AlarmRow>`
    SELECT machine_key AS key, count(*)::int AS active, (count(*) FILTER (WHERE acknowledged_at IS NULL))::int AS open
    FROM alarm WHERE cleared_at IS NULL GROUP BY machine_key
  `.execute(db)
  return new Map(rows.map((row) => [row.key, row]))
}

function placesOf(ids: readonly string[]): ReadonlyMap<string, number> {
  return new Map(ids.map((id, place) => [id, place]))
}

function placeOf(places: ReadonlyMap<string, number>, id: string | null): number | null {
  return id === null ? null : (places.get(id) ?? null)
}
