import { deepStrictEqual, strictEqual } from 'node:assert/strict'
import pg from 'pg'
import { recount, type StoredRecord } from '../recount.ts'
import type { LedgerEntry } from './ledger.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

interface Span {
  machineID: string
  start: number
  records: number
  cycles: number
}

/**
 * Compares a database with the ledger of its publisher, after everything was acknowledged.
 * @throws AssertionError if an acknowledged record is missing or other, one was stored that nobody has sent, or the
 *   roll-ups are not what the records amount to
 */
export async function verifyAgainstLedger(databaseUrl: string, ledger: LedgerEntry[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<StoredRecord & { machineID: string }>(
      `SELECT machine_id AS "machineID", (extract(epoch FROM at) * 1000)::float8 AS at, total_cycles::float8 AS "totalCycles",
         cycles_per_min AS "cyclesPerMin", temperature, humidity, machine_state AS "machineState"
       FROM record JOIN machine ON key = machine_key WHERE machine_id LIKE 'CRASH-%'`,
    )
    verifyRecords(rows, ledger)
    const byMachine = Map.groupBy(rows, (row) => row.machineID)
    await verifyRollups(client, 'minute_rollup', MINUTE_MS, byMachine)
    await verifyRollups(client, 'hour_rollup', HOUR_MS, byMachine)
  } finally {
    await client.end()
  }
}

function verifyRecords(rows: (StoredRecord & { machineID: string })[], ledger: LedgerEntry[]): void {
  const stored = new Map(rows.map((row) => [`${row.machineID} ${row.at}`, row.totalCycles]))
  for (const { machineID, lastSeen, totalCycles } of ledger) {
    const id = `${machineID} ${lastSeen}`
    strictEqual(stored.get(id), totalCycles, `The acknowledged record ${id} is not stored as it was sent.`)
  }
  const acknowledged = new Set(ledger.map(({ machineID, lastSeen }) => `${machineID} ${lastSeen}`))
  strictEqual(acknowledged.size, ledger.length, 'The ledger has a record twice.')
  strictEqual(rows.length, acknowledged.size, 'The database has other records than were acknowledged.')
}

async function verifyRollups(
  client: pg.Client,
  table: string,
  length: number,
  records: Map<string, StoredRecord[]>,
): Promise<void> {
  const { rows } = await client.query<Span>(
    `SELECT machine_id AS "machineID", (extract(epoch FROM at) * 1000)::float8 AS start, records, cycles::float8 AS cycles
     FROM ${table} JOIN machine ON key = machine_key WHERE machine_id LIKE 'CRASH-%' ORDER BY 1, 2`,
  )
  const expected = [...records].flatMap(([machineID, own]) =>
    [...recount(own, length)].map(([start, { records: count = 0, cycles = 0 }]) => ({
      machineID,
      start,
      records: count,
      cycles,
    })),
  )
  const order = (a: Span, b: Span) =>
    a.machineID < b.machineID ? -1 : a.machineID > b.machineID ? 1 : a.start - b.start
  deepStrictEqual(rows.toSorted(order), expected.toSorted(order), `${table} is not what the records amount to.`)
}
