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

/** Gives every machine the history that the overview shows: a count in every minute of the last hours. */
export async function fillHistory(database: Database): Promise<void> {
  await database.pool.query(
    `SELECT ensure_day((now() - make_interval(hours => h))::date) FROM generate_series(0, 23, 3) AS h`,
  )
  await database.pool.query(
    `INSERT INTO minute_rollup
     SELECT key, minute, 60, 15 + (key * 7 + extract(epoch FROM minute)::int / 60) % 20, 1500, 60, 1440, 60, 2400, 60,
       60000, 0, 0, 0
     FROM machine, generate_series(date_trunc('minute', now()) - make_interval(hours => $1), now(), '1 minute') AS minute`,
    [HOME_HISTORY_HOURS],
  )
  await database.pool.query(
    `INSERT INTO latest (machine_key, at, total_cycles, total_at, cycles_per_min, machine_state, temperature, humidity,
       machine_data)
     SELECT key, now(), 1000000, now(), 25.4, 'Running', 24.31, 41.07, '{}' FROM machine`,
  )
}
