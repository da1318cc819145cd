import type pg from 'pg'
import { readTimes } from './blocks/block.ts'
import { blockMeets } from './history/block-spans.ts'
import { SEAL_LOCK } from './history/seal-lock.ts'
import type { TelemetryRecord } from './record.ts'
import { HOUR_MS, startOf } from './rollup.ts'
import { insertIfNew, iso } from './telemetry-sql.ts'

/**
 * Stores records that are not newer than what is stored of their machine, each of which may be there already: as a row,
 * or in a sealed block. Until the transaction ends nothing is sealed of their machines.
 * @returns those that were new, in time order, by machine
 */
export async function storeLate(
  client: pg.ClientBase,
  records: readonly TelemetryRecord[],
): Promise<Map<number, TelemetryRecord[]>> {
  const stored = new Map<number, TelemetryRecord[]>()
  if (records.length === 0) return stored
  const keys = [...new Set(records.map(({ machineKey }) => machineKey))].sort((a, b) => a - b)
  await client.query('SELECT pg_advisory_xact_lock_shared($1, key) FROM unnest($2::int[]) key', [SEAL_LOCK, keys])
  const sealed = await sealedTimes(client, records)
  // Of two with the same time the first is stored.
  const given = new Map(records.toReversed().map((record) => [nameOf(record.machineKey, record.at), record]))
  const unsealed = [...given.values()].filter(({ machineKey, at }) => !sealed.has(nameOf(machineKey, at)))
  const inserted = unsealed.length === 0 ? [] : await insertIfNew(client, unsealed)
  for (const [key, at] of inserted.sort(([, a], [, b]) => a - b)) {
    const record = given.get(nameOf(key, at))
    if (record !== undefined) stored.set(key, [...(stored.get(key) ?? []), record])
  }
  return stored
}

/** Which machine and time, as one key. */
function nameOf(machineKey: number, at: number): string {
  return `${machineKey}:${at}`
}

async function sealedTimes(client: pg.ClientBase, records: readonly TelemetryRecord[]): Promise<Set<string>> {
  const hours = new Map(
    records.map(({ machineKey, at }) => {
      const hour = startOf(at, HOUR_MS)
      return [nameOf(machineKey, hour), { machineKey, hour }]
    }),
  )
  const { rows } = await client.query<{ machine_key: number; data: Buffer }>(
    `SELECT DISTINCT ON (b.machine_key, b.from_at) b.machine_key, b.data FROM record_block b
       JOIN unnest($1::int[], $2::timestamptz[]) AS h (key, hour) ON b.machine_key = h.key
         AND ${blockMeets('h.hour', "h.hour + interval '1 hour'")}`,
    [[...hours.values()].map(({ machineKey }) => machineKey), [...hours.values()].map(({ hour }) => iso(hour))],
  )
  return new Set(rows.flatMap(({ machine_key, data }) => Array.from(readTimes(data), (at) => nameOf(machine_key, at))))
}
