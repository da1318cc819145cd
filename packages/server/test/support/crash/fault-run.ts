import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SAMPLE_PASSWORD } from '../databases.ts'
import { endLeftoverPostgres, openDatabaseOf, ServerProcess } from '../server-process.ts'
import { makeTemporaryFolder } from '../temporary-folder.ts'
import { Batches } from './batches.ts'
import { readLedger } from './ledger.ts'
import { makePublishingKey } from './publishing-key.ts'
import { verifyAgainstLedger } from './verify.ts'

export interface FaultRunOptions {
  rounds: number
  seed: number
  /** Folder of the ledger, and of what a query found; it stays. */
  ledgerFolder: string
  /** Hears of every round. */
  report?: (line: string) => void
}

/** What a fault run did with the records: all that were acknowledged were found once. */
export interface Accounts {
  acknowledged: number
  found: number
}

/** Products on one data folder that are started, killed and compared with a ledger of what they acknowledged. */
export class FaultRun {
  readonly dataDir: string
  readonly options: FaultRunOptions
  readonly #folder: { path: string; remove: () => Promise<void> }
  readonly #batches: Batches
  readonly #servers: ServerProcess[] = []
  #key: string | undefined

  private constructor(options: FaultRunOptions, folder: { path: string; remove: () => Promise<void> }) {
    this.options = options
    this.#folder = folder
    this.dataDir = join(folder.path, 'data')
    this.#batches = new Batches(join(options.ledgerFolder, 'acknowledged'), options.seed)
  }

  static async open(options: FaultRunOptions): Promise<FaultRun> {
    return new FaultRun(options, await makeTemporaryFolder('fault'))
  }

  /** @param through a command that starts the command behind it */
  start(through: string[] = []): ServerProcess {
    const server = new ServerProcess(this.dataDir, { SAMPLE_PASSWORD, LOG_LEVEL: 'error' }, through)
    this.#servers.push(server)
    return server
  }

  /** Publishes to a product and notes what it acknowledged. */
  async publish(server: ServerProcess): Promise<void> {
    const { httpPort } = await server.ready()
    this.#key ??= await makePublishingKey(httpPort)
    await this.#batches.send(httpPort, this.#key)
  }

  report(line: string): void {
    this.options.report?.(line)
  }

  /** Compares the stopped product's database with the ledger, and notes what was found. @throws AssertionError */
  async verify(): Promise<Accounts> {
    const ledger = await readLedger(join(this.options.ledgerFolder, 'acknowledged'))
    const database = await openDatabaseOf(this.dataDir)
    try {
      const { rows, sealed } = await verifyAgainstLedger(database.url, ledger)
      const accounts = { acknowledged: ledger.length, found: rows + sealed }
      await writeFile(join(this.options.ledgerFolder, 'found.json'), `${JSON.stringify(accounts)}\n`)
      return accounts
    } finally {
      await database.stop()
    }
  }

  /** Ends all that was started and removes the data; the ledger stays. */
  async close(): Promise<void> {
    this.#batches.end()
    for (const server of this.#servers) if (server.end === undefined) await server.kill()
    await endLeftoverPostgres(this.dataDir)
    await this.#folder.remove()
  }
}
