import { StoredReadingNames } from '../../../src/history/index.ts'
import { createAside, Ingest, type IngestMode, IngestSession, StoredMachines } from '../../../src/ingest/index.ts'
import {
  DatabaseChannel,
  type LiveFeed,
  LiveStore,
  type NodeChannel,
  NodesFeed,
  OwnFeed,
  readMachines,
} from '../../../src/live/index.ts'
import { readConfig } from '../../../src/platform/config.ts'
import { Database } from '../../../src/platform/database.ts'
import { DatabaseFaults } from '../../../src/platform/database-faults.ts'
import { DiskSpace } from '../../../src/platform/disk-space.ts'
import { createLog } from '../../../src/platform/log.ts'
import { Refusals } from '../../../src/platform/refusals.ts'
import type { TelemetryRecord } from '../../../src/telemetry/index.ts'

/** What of a process stores telemetry and shows it, without the rest of the product. */
export class IngestNode {
  readonly live = new LiveStore()
  readonly ingest: Ingest
  readonly feed: LiveFeed
  readonly database: Database
  readonly #nodes: NodesFeed | undefined

  /** @param channel over which it hears of others; the database where none is given */
  constructor(url: string, mode: IngestMode, channel?: NodeChannel) {
    const log = createLog('silent')
    this.database = new Database(url, log)
    const { pool } = this.database
    const refreshMachines = async () => {
      const { machines } = await readMachines(pool)
      for (const entry of machines) this.live.register(entry)
    }
    const parts = { live: this.live, stored: new StoredMachines(pool), refreshMachines, log }
    this.#nodes =
      mode === 'shared' ? new NodesFeed({ ...parts, channel: channel ?? new DatabaseChannel(pool, log) }) : undefined
    this.feed = this.#nodes ?? new OwnFeed(this.live)
    this.ingest = new Ingest({
      session: new IngestSession(url, undefined, mode),
      live: this.live,
      feed: this.feed,
      log,
      aside: createAside(readConfig({}).keeping, new Refusals(), this.live),
      faults: new DatabaseFaults(new DiskSpace(0, log), log),
      names: new StoredReadingNames(() => pool),
    })
  }

  async start(): Promise<this> {
    const { machines } = await readMachines(this.database.pool)
    for (const entry of machines) this.live.register(entry)
    await this.ingest.start()
    await this.#nodes?.start()
    return this
  }

  /** Resolves when the record is stored, or found to be there. */
  async store(record: TelemetryRecord): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      if (!this.ingest.offer({ record, source: 'mqtt', done: () => resolve() }))
        reject(new Error('The ingest is full.'))
    })
  }

  async stop(): Promise<void> {
    await this.ingest.stop()
    await this.#nodes?.stop()
    await this.database.stop()
  }
}
