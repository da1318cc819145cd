import { HOME_HISTORY_HOURS } from '@packhouse/contract'
import type pg from 'pg'
import { copyMinutes } from '../history/index.ts'
import { hintOf, type LiveStore, type MachineChange, MinuteShelves, type StoredLive } from '../live/index.ts'
import { clock } from '../platform/clock.ts'
import { HOUR_MS } from '../telemetry/index.ts'
import { LATEST_COLUMNS, type LatestRow, readMinutes, toLatest } from './telemetry-sql.ts'

type Row = LatestRow & { version: number }

const SELECT = `SELECT ${LATEST_COLUMNS}, version::float8 AS version FROM latest`

/** What is stored of machines for the live store, with the versions of one moment. */
export class StoredMachines implements StoredLive {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async restore(live: LiveStore): Promise<Map<number, number>> {
    const now = clock.now()
    return await this.#inSnapshot(async (client) => {
      const shelves = new MinuteShelves((key) => live.byKey(key)?.ring)
      await copyMinutes(client, shownSince(now), (key, minute) => shelves.put(key, minute))
      shelves.empty()
      const { rows } = await client.query<Row>(SELECT)
      live.restore(new Map(rows.map((row) => [row.machine_key, toLatest(row)])), now)
      return new Map(rows.map((row) => [row.machine_key, row.version]))
    })
  }

  async versions(): Promise<Map<number, number>> {
    const { rows } = await this.#pool.query<{ machine_key: number; version: number }>(
      'SELECT machine_key, version::float8 AS version FROM latest',
    )
    return new Map(rows.map((row) => [row.machine_key, row.version]))
  }

  async read(keys: readonly number[]): Promise<MachineChange[]> {
    return await this.#inSnapshot(async (client) => {
      const { rows } = await client.query<Row>(`${SELECT} WHERE machine_key = ANY ($1::int[])`, [keys])
      const minutes = await readMinutes(client, shownSince(clock.now()), keys)
      const byMachine = Map.groupBy(minutes, ({ machineKey }) => machineKey)
      return rows.map((row) => ({
        ...hintOf(row.machine_key, row.version),
        latest: toLatest(row),
        reread: byMachine.get(row.machine_key) ?? [],
      }))
    })
  }

  async #inSnapshot<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect()
    let failure: Error | undefined
    try {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
      const result = await work(client)
      await client.query('COMMIT')
      return result
    } catch (error) {
      failure = error as Error
      throw error
    } finally {
      // With a transaction that is open the connection is of no use to others.
      client.release(failure)
    }
  }
}

function shownSince(now: number): number {
  return now - HOME_HISTORY_HOURS * HOUR_MS
}
