import type { TestApp } from './test-app.ts'

/** Machines have a week behind them and are up to the present, as the simulator leaves them: with stops and faults of the last days. */
export async function passWeek(app: TestApp): Promise<void> {
  await app.sql(`INSERT INTO latest (machine_key, at, machine_data) SELECT key, now(), '{}' FROM machine
    ON CONFLICT (machine_key) DO UPDATE SET at = excluded.at`)
  await app.sql(`SELECT ensure_day((now() - interval '7 days')::date)`)
  await app.sql(`INSERT INTO hour_rollup (machine_key, at, records, cycles, speed_sum, speed_count, temperature_sum, temperature_count,
    humidity_sum, humidity_count, running_ms, idle_ms, stopped_ms, faulted_ms, rejects)
    SELECT key, date_trunc('hour', now() - interval '7 days'), 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 FROM machine`)
  await app.sql(`INSERT INTO state_interval (machine_key, from_at, to_at, state)
    SELECT key, at, at + interval '6 minutes', 'Faulted' FROM machine, generate_series(now() - interval '3 days', now() - interval '1 day', interval '5 hours') at
    UNION ALL SELECT key, at + interval '6 minutes', at + interval '8 minutes', 'Stopped' FROM machine,
      generate_series(now() - interval '3 days', now() - interval '1 day', interval '5 hours') at`)
}
