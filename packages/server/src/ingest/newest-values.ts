import type pg from 'pg'
import type { LatestValues, TelemetryRecord } from '../telemetry/index.ts'
import { LATEST_COLUMNS, type LatestRow, toLatest } from './telemetry-sql.ts'

type Row = LatestRow & { version: string }

/**
 * The rows of machines that were heard of first: all nodes insert in the same order, and what is not committed makes the others wait. They are
 * written in the same transaction, or gone with it.
 */
const INSERT = `INSERT INTO latest (machine_key, at, machine_data)
  SELECT key, '-infinity', '{}' FROM unnest($1::int[]) key ORDER BY key ON CONFLICT (machine_key) DO NOTHING`
/** In one order, so that nobody waits for another in a circle. */
const LOCK = `WITH locked AS MATERIALIZED (
    SELECT * FROM latest WHERE machine_key = ANY ($1::int[]) ORDER BY machine_key FOR NO KEY UPDATE
  )
  SELECT ${LATEST_COLUMNS}, version FROM locked JOIN unnest($1::int[], $2::bigint[]) AS known (key, known_version) ON key = machine_key
  WHERE version <> known_version`

/**
 * The newest values of every machine as they are stored. Where several processes store telemetry, whoever holds the row of a machine in `latest`
 * owns the machine until its transaction ends, and reads the row again if another one has written it since (decision 0093).
 */
export class NewestValues {
  #values = new Map<number, LatestValues>()
  /** As this process knows the rows. */
  #versions = new Map<number, number>()

  /** Begins again with what is stored. */
  async read(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
    const { rows } = await client.query<Row>(`SELECT ${LATEST_COLUMNS}, version FROM latest`)
    this.#values = new Map()
    this.#versions = new Map()
    for (const row of rows) this.#take(row)
  }

  of(machineKey: number): LatestValues | undefined {
    return this.#values.get(machineKey)
  }

  versionOf(machineKey: number): number {
    return this.#versions.get(machineKey) ?? 0
  }

  /** Makes this process the owner of the machines of records, within the transaction of the client. */
  async lock(client: pg.ClientBase, records: readonly TelemetryRecord[]): Promise<void> {
    const keys = [...new Set(records.map(({ machineKey }) => machineKey))].sort((a, b) => a - b)
    if (keys.length === 0) return
    const unknown = keys.filter((key) => !this.#values.has(key))
    if (unknown.length > 0) await client.query({ name: 'insert-newest', text: INSERT, values: [unknown] })
    const { rows } = await client.query<Row>({
      name: 'lock-newest',
      text: LOCK,
      values: [keys, keys.map((key) => this.versionOf(key))],
    })
    for (const row of rows) this.#take(row)
  }

  /** Takes over what is committed. @param counted machines whose version has grown */
  committed(latest: ReadonlyMap<number, LatestValues>, counted: Iterable<number>): void {
    for (const [key, values] of latest) this.#values.set(key, values)
    for (const key of counted) this.#versions.set(key, this.versionOf(key) + 1)
  }

  #take(row: Row): void {
    this.#values.set(row.machine_key, toLatest(row))
    this.#versions.set(row.machine_key, Number(row.version))
  }
}

/** Counts machines on of which late records have changed something else than the newest values. */
export async function countOn(client: pg.ClientBase, keys: readonly number[]): Promise<void> {
  await client.query({
    name: 'count-newest',
    text: 'UPDATE latest SET version = version + 1 WHERE machine_key = ANY ($1::int[])',
    values: [keys],
  })
}
