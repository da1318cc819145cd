import {
  BatchWriter,
  createAside,
  createLog,
  IngestSession,
  LiveStore,
  Refusals,
  RetentionJob,
  readConfig,
  StoredReadingNames,
} from '@packhouse/server'
import { makeFleet } from '../stage/fleet.ts'
import type { Stage } from '../stage/stage.ts'
import { MachineValues, STEP_MS, toRecord, type Values } from './history-data.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** Into a day: by then the day before has been joined. */
const MERGED_BY_MS = 6 * HOUR_MS
/** As large as the product's own. */
const BATCH = 10_000
const STALE_AFTER_SECONDS = 60

export interface HistoryOptions {
  machines: number
  days: number
  seed: number
  /** Whether the plain rows are stored too, for queries over them. */
  keepRows: boolean
}

/** The product's own writer of records. */
export async function openWriter({
  database,
  databaseUrl,
}: Pick<Stage, 'database' | 'databaseUrl'>): Promise<BatchWriter> {
  const writer = new BatchWriter(
    new IngestSession(databaseUrl),
    () => ({ staleAfterSeconds: STALE_AFTER_SECONDS }),
    () => null,
    createAside(readConfig({}).keeping, new Refusals(), new LiveStore()),
    new StoredReadingNames(() => database.pool),
  )
  await writer.open()
  return writer
}

/** Days of history, stored and sealed by the product's own ingest and retention job, and the plain rows too. */
export class HistoryCast {
  readonly from: number
  readonly to: number
  /** Short keys of the machines, in the order of their ids. */
  readonly keys: number[] = []
  readonly machineIDs: string[] = []
  records = 0

  private constructor(days: number) {
    this.to = Math.floor(Date.now() / DAY_MS) * DAY_MS
    this.from = this.to - days * DAY_MS
  }

  /** @param onValues receives every day of values, machine by machine */
  static async start(
    stage: Stage,
    options: HistoryOptions,
    onValues: (machine: number, values: readonly Values[]) => Promise<void> = async () => undefined,
  ): Promise<HistoryCast> {
    const cast = new HistoryCast(options.days)
    await cast.#fill(stage, options, onValues)
    return cast
  }

  async #fill(
    { database, databaseUrl }: Stage,
    { machines, seed, keepRows }: HistoryOptions,
    onValues: (machine: number, values: readonly Values[]) => Promise<void>,
  ): Promise<void> {
    this.machineIDs.push(...(await makeFleet(database, machines)).slice(0, machines))
    const { rows } = await database.pool.query<{ key: number }>(
      'SELECT key FROM machine JOIN unnest($1::text[]) WITH ORDINALITY AS asked (id, place) ON asked.id = machine_id ORDER BY place',
      [this.machineIDs],
    )
    this.keys.push(...rows.map(({ key }) => key))
    const writer = await openWriter({ database, databaseUrl })
    const retention = new RetentionJob(databaseUrl, database.pool, createLog('fatal'))
    if (keepRows) await database.pool.query('CREATE TABLE raw (LIKE record, PRIMARY KEY (machine_key, at))')
    const sources = this.keys.map((_, machine) => new MachineValues(seed, machine))
    try {
      for (let day = this.from; day < this.to; day += DAY_MS) {
        // The day before becomes blocks of a day, and autovacuum comes by, whose pace is not that of a bench.
        await retention.round(day + MERGED_BY_MS)
        await database.pool.query('VACUUM record_block')
        await this.#fillDay(writer, day, sources, onValues)
        if (keepRows) await database.pool.query('INSERT INTO raw SELECT * FROM record')
        await retention.round(day + DAY_MS + 2 * HOUR_MS)
      }
    } finally {
      await writer.close()
    }
    await database.pool.query('VACUUM ANALYZE')
  }

  async #fillDay(
    writer: BatchWriter,
    day: number,
    sources: readonly MachineValues[],
    onValues: (machine: number, values: readonly Values[]) => Promise<void>,
  ): Promise<void> {
    for (const [machine, source] of sources.entries()) {
      const values = Array.from({ length: DAY_MS / STEP_MS }, (_, n) => source.next(day + n * STEP_MS))
      await onValues(machine, values)
      const records = values.map((one) => toRecord(this.keys[machine] ?? 0, one))
      for (let n = 0; n < records.length; n += BATCH)
        await writer.write({ records: records.slice(n, n + BATCH), refused: [], held: [] })
      this.records += records.length
    }
  }
}
