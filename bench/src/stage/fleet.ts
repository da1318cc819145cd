import { HOME_HISTORY_HOURS, sampleFleet } from '@packhouse/contract'
import type { Database } from '@packhouse/server'

/**
 * Makes the machines of the workload. The sample company's are among them, since the product brings them along.
 * @returns their ids
 */
export async function makeFleet(database: Database, size: number): Promise<string[]> {
  const machineIDs = sampleFleet.map((machine) => machine.machineID)
  for (let number = 1; machineIDs.length < size; number++) machineIDs.push(`BENCH-${String(number).padStart(4, '0')}`)
  await database.pool.query(
    `INSERT INTO machine (machine_id, description, location, configuration_id, last_service, next_due)
     SELECT machine_id, 'Vertical bagger, multihead weigher', 'Bergen, Norway · Line 4', 'BENCH', '2026-09-14', '2027-03-12'
     FROM unnest($1::text[]) AS machine_id`,
    [machineIDs],
  )
  return machineIDs
}

/** Makes customers and gives the machines to them in turn, so that those of one customer are not neighbours. */
export async function shareAmongCustomers(database: Database, customers: number): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: string }>(
    `INSERT INTO customer (code, name, currency, status)
     SELECT 'BENCH-' || number, 'Customer ' || number, 'EUR', 'active' FROM generate_series(1, $1::int) AS number
     RETURNING id`,
    [customers],
  )
  const ids = rows.map(({ id }) => id)
  await database.pool.query('UPDATE machine SET customer_id = ($1::uuid[])[key % $2::int + 1]', [ids, customers])
  return ids
}

/**
 * Gives every machine the history that the overview shows: a count in each minute of the last hours in which it was heard.
 * @param stepSeconds time between two such minutes, 60 at least
 */
export async function fillHistory(database: Database, stepSeconds = 60): Promise<void> {
  await database.pool.query(
    `SELECT ensure_day((now() - make_interval(hours => h))::date) FROM generate_series(0, 23, 3) AS h`,
  )
  await database.pool.query(
    `INSERT INTO minute_rollup
     SELECT key, date_trunc('minute', minute), 60, 15 + (key * 7 + extract(epoch FROM minute)::int / 60) % 20, 1500, 60, 1440, 60, 2400, 60,
       60000, 0, 0, 0
     FROM machine, generate_series(date_trunc('minute', now()) - make_interval(hours => $1), now(), make_interval(secs => $2)) AS minute`,
    [HOME_HISTORY_HOURS, stepSeconds],
  )
  await database.pool.query(
    `INSERT INTO latest (machine_key, at, total_cycles, total_at, cycles_per_min, machine_state, temperature, humidity,
       machine_data)
     SELECT key, now(), 1000000, now(), 25.4, 'Running', 24.31, 41.07, '{}' FROM machine`,
  )
}
