import type pg from 'pg'

/** What the ingest and the live store need to know of an installed machine. */
export interface MachineEntry {
  key: number
  machineID: string
  customerId: string | null
  description: string | null
  location: string | null
  configurationId: string | null
  staleAfterSeconds: number
  lastService: string | null
  nextDue: string | null
}

const COLUMNS = `key, machine_id AS "machineID", customer_id AS "customerId", description, location,
  configuration_id AS "configurationId", stale_after_seconds AS "staleAfterSeconds",
  last_service::text AS "lastService", next_due::text AS "nextDue"`

type Queryable = Pick<pg.Pool, 'query'>

/** Every machine, in the order in which lists show them. */
export async function readMachines(db: Queryable): Promise<MachineEntry[]> {
  const { rows } = await db.query<MachineEntry>(`SELECT ${COLUMNS} FROM machine ORDER BY machine_id`)
  return rows
}

/**
 * Makes the row of a machine that publishes without being registered: it is unclaimed and belongs to nobody. If
 * somebody registered it meanwhile, that one is returned.
 */
export async function introduceMachine(db: Queryable, machineID: string): Promise<MachineEntry> {
  const { rows } = await db.query<MachineEntry>(
    `INSERT INTO machine (machine_id) VALUES ($1)
     ON CONFLICT (machine_id) DO UPDATE SET machine_id = excluded.machine_id RETURNING ${COLUMNS}`,
    [machineID],
  )
  const [entry] = rows
  if (entry === undefined) throw new Error(`The machine ${machineID} was not stored.`)
  return entry
}
