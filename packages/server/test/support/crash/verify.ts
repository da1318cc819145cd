import { deepStrictEqual, strictEqual } from 'node:assert/strict'
import pg from 'pg'
import { readRecords } from '../../../src/history/index.ts'
import { StoredReadingNames } from '../../../src/history/reading-names.ts'
import { type Amounts, recount, type Stay, type StoredRecord, stays } from '../recount.ts'
import type { LedgerEntry } from './ledger.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const ALL_TIMES = [Date.UTC(2000, 0), Date.UTC(2200, 0)] as const

/** How many of the records were found in rows and how many in sealed blocks. */
export interface Verified {
  rows: number
  sealed: number
}

/**
 * Compares a database with the ledger of its publisher, after everything was acknowledged.
 * @param uncounted columns of roll-ups that code of an earlier version, which has stored some of it, does not know
 * @throws AssertionError if an acknowledged record is missing, other or there twice, one was stored that was never sent, or
 *   the roll-ups and the times in each state are not what the records amount to
 */
export async function verifyAgainstLedger(
  databaseUrl: string,
  ledger: LedgerEntry[],
  uncounted: readonly string[] = [],
): Promise<Verified> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const verified = { rows: 0, sealed: 0 }
    const machines = await machinesOf(client)
    const sent = Map.groupBy(ledger, ({ machineID }) => machineID)
    deepStrictEqual([...machines.keys()].toSorted(), [...sent.keys()].toSorted(), 'Other machines than have sent.')
    for (const [machineID, entries] of sent) {
      const { rows, sealed } = await verifyMachine(client, machines.get(machineID) ?? 0, entries, uncounted)
      verified.rows += rows
      verified.sealed += sealed
    }
    return verified
  } finally {
    await client.end()
  }
}

/** What a ledger has and a database has not, at this moment. */
export async function missingIn(databaseUrl: string, ledger: LedgerEntry[]): Promise<LedgerEntry[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const machines = await machinesOf(client)
    const missing: LedgerEntry[] = []
    for (const [machineID, entries] of Map.groupBy(ledger, (entry) => entry.machineID)) {
      const key = machines.get(machineID) ?? 0
      const stored = await readRecords(client, key, ALL_TIMES, new StoredReadingNames(() => client))
      const times = new Set(stored.map(({ at }) => at))
      missing.push(...entries.filter(({ at }) => !times.has(at)))
    }
    return missing
  } finally {
    await client.end()
  }
}

/** The keys of the machines that have reported something. */
async function machinesOf(client: pg.Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ machine_id: string; key: number }>(
    `SELECT machine_id, key FROM machine WHERE machine_id LIKE 'CRASH-%'
       AND EXISTS (SELECT FROM minute_rollup WHERE machine_key = key)`,
  )
  return new Map(rows.map(({ machine_id, key }) => [machine_id, key]))
}

async function verifyMachine(
  client: pg.Client,
  key: number,
  entries: LedgerEntry[],
  uncounted: readonly string[],
): Promise<Verified> {
  const machineID = entries[0]?.machineID ?? ''
  const sent = entries.map(({ machineID: _own, ...record }) => record).toSorted((a, b) => a.at - b.at)
  const stored = await readRecords(client, key, ALL_TIMES, new StoredReadingNames(() => client))
  const found = stored.map((record) => ({
    at: record.at,
    totalCycles: record.totalCycles ?? null,
    totalRejects: record.totalRejects ?? null,
    cyclesPerMin: record.cyclesPerMin ?? null,
    temperature: record.temperature ?? null,
    humidity: record.humidity ?? null,
    machineState: record.machineState ?? null,
  }))
  deepStrictEqual(found, sent, `${machineID} has other records than were acknowledged.`)
  const verified = await countPlaces(client, key)
  strictEqual(verified.rows + verified.sealed, sent.length, `${machineID} has a record both as a row and in a block.`)
  await verifyAmounts(client, 'minute_rollup', key, recount(sent, MINUTE_MS), uncounted)
  await verifyAmounts(client, 'hour_rollup', key, recount(sent, HOUR_MS), uncounted)
  deepStrictEqual(await storedStays(client, key), stays(sent), `The states of ${machineID} are not what it reported.`)
  await verifyNewest(client, key, sent)
  return verified
}

async function countPlaces(client: pg.Client, key: number): Promise<Verified> {
  const { rows } = await client.query<Verified>(
    `SELECT (SELECT count(*) FROM record WHERE machine_key = $1)::int AS rows,
       (SELECT coalesce(sum(records), 0) FROM record_block WHERE machine_key = $1)::int AS sealed`,
    [key],
  )
  return rows[0] ?? { rows: 0, sealed: 0 }
}

async function verifyAmounts(
  client: pg.Client,
  table: string,
  key: number,
  expected: Map<number, Amounts>,
  uncounted: readonly string[],
): Promise<void> {
  const { rows } = await client.query<{ start: number; amounts: Amounts }>(
    `SELECT (extract(epoch FROM at) * 1000)::float8 AS start, to_jsonb(r) - 'at' - 'machine_key' - $2::text[] AS amounts
     FROM ${table} r WHERE machine_key = $1 ORDER BY at`,
    [key, uncounted],
  )
  const counted = (amounts: Amounts) =>
    Object.fromEntries(Object.entries(amounts).filter(([name]) => !uncounted.includes(name)))
  const wanted = [...expected]
    .toSorted(([a], [b]) => a - b)
    .map(([start, amounts]) => ({ start, amounts: counted(amounts) }))
  deepStrictEqual(rows, wanted, `${table} of machine ${key} is not what its records amount to.`)
}

async function storedStays(client: pg.Client, key: number): Promise<Stay[]> {
  const { rows } = await client.query<Stay>(
    `SELECT (extract(epoch FROM from_at) * 1000)::float8 AS from, (extract(epoch FROM to_at) * 1000)::float8 AS to, state
     FROM state_interval WHERE machine_key = $1 ORDER BY from_at`,
    [key],
  )
  return rows.map((row) => ({ ...row }))
}

/** The newest values are those of the records that reported them last. */
async function verifyNewest(client: pg.Client, key: number, sent: StoredRecord[]): Promise<void> {
  const { rows } = await client.query<object>(
    `SELECT (extract(epoch FROM at) * 1000)::float8 AS at, total_cycles::float8 AS cycles, total_rejects::float8 AS rejects,
       machine_state AS state FROM latest WHERE machine_key = $1`,
    [key],
  )
  const last = <T>(read: (record: StoredRecord) => T) => sent.map(read).findLast((value) => value !== null) ?? null
  const wanted = {
    at: last(({ at }) => at),
    cycles: last(({ totalCycles }) => totalCycles),
    rejects: last(({ totalRejects }) => totalRejects ?? null),
    state: last(({ machineState }) => machineState),
  }
  deepStrictEqual({ ...rows[0] }, wanted, `The newest values of machine ${key} are not those it reported last.`)
}
