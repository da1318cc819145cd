import { KEEP_RECORDS_DAYS } from '@packhouse/contract'
import type pg from 'pg'
import { clock } from '../platform/clock.ts'
import type { OfflineAfter } from '../telemetry/index.ts'

/** What the ingest and the live store need to know of an installed machine. */
export interface MachineEntry extends OfflineAfter {
  id: string
  key: number
  machineID: string
  customerId: string | null
  /** Name of the customer. */
  customer: string | null
  description: string | null
  location: string | null
  configurationId: string | null
  /** The tag map that it names itself. */
  tagMapId: string | null
  /** Cycles per minute it was built for. */
  designSpeed: number | null
  /** IANA name of its site's time zone, or UTC. */
  timeZone: string
  /** How long its records are stored; older ones are not taken. */
  keepRecordsDays: number
  lastService: string | null
  nextDue: string | null
  /** Until when its customer shares it with staff, Unix ms; null without an end. */
  sharedUntil: number | null
  /** When another customer than the present one had it, Unix ms, `to` exclusive; null for nearly all. */
  periodsOfOthers: readonly (readonly [from: number, to: number])[] | null
  /** It was ordered and is not delivered yet. Whether it publishes already is another fact. */
  awaitsDelivery: boolean
  /** Its records are still stored, but it is no longer visible. */
  retired: boolean
}

/** Whether the customer shares a machine with staff now. */
export function isShared({ sharedUntil }: Pick<MachineEntry, 'sharedUntil'>): boolean {
  return sharedUntil === null || sharedUntil > clock.now()
}

const SELECT = `SELECT m.id, m.key, m.machine_id AS "machineID", m.customer_id AS "customerId", cu.name AS customer, m.description,
    coalesce(m.location, nullif(concat_ws(', ', l.name, l.city, c.name), '')) AS location,
    m.configuration_id AS "configurationId", m.tag_map_id AS "tagMapId", m.stale_after_seconds AS "staleAfterSeconds",
    (SELECT json_agg(json_build_object('until', floor(extract(epoch FROM until_at) * 1000), 'seconds', seconds) ORDER BY until_at)
       FROM stale_after_change WHERE machine_key = m.key) AS "formerStaleAfter",
    m.design_speed AS "designSpeed", coalesce(l.timezone, cu.timezone, 'UTC') AS "timeZone",
    least(coalesce(cu.keep_records_days, ${KEEP_RECORDS_DAYS}), ${KEEP_RECORDS_DAYS}) AS "keepRecordsDays",
    m.last_service::text AS "lastService", m.next_due::text AS "nextDue", m.deleted_at IS NOT NULL AS retired,
    awaits_delivery(m.id, m.project_item_id, m.commissioned_at) AS "awaitsDelivery",
    CASE WHEN m.key IN (SELECT machine_key FROM period_of_another) THEN (
      SELECT json_agg(json_build_array(extract(epoch FROM greatest(lower(during), 'epoch')) * 1000, extract(epoch FROM upper(during)) * 1000) ORDER BY during)
        FROM period_of_another WHERE machine_key = m.key) END AS "periodsOfOthers",
    CASE WHEN s.support_ends = '-infinity' THEN 0 WHEN s.support_ends < 'infinity'
      THEN floor(extract(epoch FROM s.support_ends) * 1000)::float8 END AS "sharedUntil"
  FROM machine m LEFT JOIN location l ON l.id = m.location_id LEFT JOIN country c ON c.iso2 = l.country_code
    LEFT JOIN customer cu ON cu.id = m.customer_id LEFT JOIN machine_sharing s ON s.machine_key = m.key
    LEFT JOIN ordered_machine o ON o.machine_id = m.id`

type Queryable = Pick<pg.Pool, 'query'>

export interface MachinesRead {
  machines: MachineEntry[]
  /** Passes what this reader has seen on to the next one. */
  mark: string
  /** How many machines there are. */
  count: number
}

/**
 * Every machine; with the mark of an earlier reading only those of which something may have changed since. The mark is the
 * oldest transaction that was not over then: whatever is not seen yet is of that one or of a later one, so comparing the
 * ages of the rows' transactions (which PostgreSQL does right over a wraparound) misses nothing, anyone who commits when.
 */
export async function readMachines(db: Queryable, since?: string): Promise<MachinesRead> {
  const { rows: marks } = await db.query<{ mark: string; count: number }>(
    'SELECT pg_snapshot_xmin(pg_current_snapshot())::xid::text AS mark, (SELECT count(*)::int FROM machine) AS count',
  )
  const changed =
    'WHERE least(age(m.xmin), age(l.xmin), age(c.xmin), age(cu.xmin), age(s.xmin), age(o.xmin)) <= age($1::text::xid)'
  const { rows } =
    since === undefined
      ? await db.query<MachineEntry>(SELECT)
      : await db.query<MachineEntry>(`${SELECT} ${changed}`, [since])
  shareTexts(rows)
  return { machines: rows, mark: marks[0]?.mark ?? '', count: marks[0]?.count ?? 0 }
}

/** Rows bring a text each, and machines of a customer have the same: each text is stored once. */
function shareTexts(machines: MachineEntry[]): void {
  const known = new Map<string, string>()
  const share = <Text extends string | null>(text: Text): Text => {
    if (text === null) return text
    const same = known.get(text)
    if (same === undefined) known.set(text, text)
    return (same as Text | undefined) ?? text
  }
  for (const machine of machines) {
    machine.customerId = share(machine.customerId)
    machine.customer = share(machine.customer)
    machine.location = share(machine.location)
    machine.configurationId = share(machine.configurationId)
    machine.tagMapId = share(machine.tagMapId)
    machine.timeZone = share(machine.timeZone)
  }
}

/** The keys of all machines. A machine that was removed for good leaves no row by which a later reading could tell. */
export async function readMachineKeys(db: Queryable): Promise<Set<number>> {
  const { rows } = await db.query<{ key: number }>('SELECT key FROM machine')
  return new Set(rows.map(({ key }) => key))
}

/**
 * Makes the row of a machine that publishes without being registered: it is unclaimed and has no customer. If
 * somebody registered it in the meantime, that one is returned.
 */
export async function autoRegisterMachine(db: Queryable, machineID: string): Promise<MachineEntry> {
  await db.query('INSERT INTO machine (machine_id) VALUES ($1) ON CONFLICT (machine_id) DO NOTHING', [machineID])
  const { rows } = await db.query<MachineEntry>(`${SELECT} WHERE m.machine_id = $1`, [machineID])
  const [entry] = rows
  if (entry === undefined) throw new Error(`The machine ${machineID} was not stored.`)
  return entry
}
