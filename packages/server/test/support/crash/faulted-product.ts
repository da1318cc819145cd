import { join } from 'node:path'
import { type Health, healthSchema } from '@packhouse/contract'
import { SAMPLE_DEVICE_PASSWORD, SAMPLE_PASSWORD } from '../databases.ts'
import { sendRequest } from '../http-request.ts'
import { endLeftoverPostgres, type ProcessEnd, ServerProcess } from '../server-process.ts'
import { makeTemporaryFolder, type TemporaryFolder } from '../temporary-folder.ts'
import { until } from '../until.ts'
import { Publishing } from './publishing.ts'
import { makePublishingKey } from './publishing-key.ts'
import { verifyAgainstLedger } from './verify.ts'

/** Its own product for runs that break something under it, with devices that publish and a ledger of what was acknowledged. */
export class FaultedProduct {
  readonly #dataDir: string
  readonly #environment: NodeJS.ProcessEnv
  readonly #publishing: Publishing
  readonly #folder: TemporaryFolder
  #server: ServerProcess
  #key: string | undefined

  private constructor(
    dataDir: string,
    environment: NodeJS.ProcessEnv,
    publishing: Publishing,
    folder: TemporaryFolder,
  ) {
    this.#dataDir = dataDir
    this.#environment = { SAMPLE_PASSWORD, SAMPLE_DEVICE_PASSWORD, ...environment }
    this.#publishing = publishing
    this.#folder = folder
    this.#server = new ServerProcess(dataDir, this.#environment)
  }

  /** Starts it, and sends devices to it. @param seed of what the devices report */
  static async start(dataDir: string, seed: number, environment: NodeJS.ProcessEnv = {}): Promise<FaultedProduct> {
    const folder = await makeTemporaryFolder('faults')
    const publishing = await Publishing.start(join(folder.path, 'ledger'), seed)
    const product = new FaultedProduct(dataDir, environment, publishing, folder)
    try {
      product.#key = await makePublishingKey((await product.#server.ready()).httpPort)
      await product.#open()
      return product
    } catch (error) {
      await product.end()
      throw error
    }
  }

  /** Resolves when more records have been acknowledged. */
  async underLoad(): Promise<void> {
    await this.#publishing.underLoad()
  }

  /**
   * Waits until health reports these words of the database, and of the ingest where that has something to store and cannot.
   * @returns how long it took, in ms
   */
  async untilLogged(words: RegExp): Promise<number> {
    return await this.#whenHealth(`health telling ${words}`, ({ database, ingest }) => {
      return words.test(database.detail ?? '') && (ingest.detail === undefined || words.test(ingest.detail))
    })
  }

  /** Waits until all is well again, and sends the devices to it again. @returns how long it took, in ms */
  async well(): Promise<number> {
    const took = await this.#whenHealth('health as before', ({ status }) => status === 'ok')
    await this.#open()
    return took
  }

  /** Ends the product without warning; its PostgreSQL is ended at the next start. */
  async kill(): Promise<void> {
    await this.#server.kill()
  }

  /** Starts the product after it was killed. */
  async restart(): Promise<void> {
    this.#server = new ServerProcess(this.#dataDir, this.#environment)
    await this.#server.ready()
  }

  /** Starts the product where it cannot start. @returns how it ended, and what it said */
  async refusedStart(): Promise<{ end: ProcessEnd; output: string }> {
    this.#server = new ServerProcess(this.#dataDir, this.#environment)
    return { end: await this.#server.ended(), output: this.#server.output }
  }

  /**
   * Waits until everything was acknowledged, stops the product and compares the database with the ledger.
   * @param open gives the address of the database, and a way to close it
   * @returns how many records were acknowledged
   * @throws Error where one is missing, other or there twice
   */
  async verify(open: () => Promise<{ url: string; stop: () => Promise<void> }>): Promise<number> {
    await this.#publishing.drain()
    await this.#server.stop()
    const ledger = await this.#publishing.ledger()
    const database = await open()
    await verifyAgainstLedger(database.url, ledger).finally(() => database.stop())
    return ledger.length
  }

  /** Ends whatever still runs. */
  async end(): Promise<void> {
    this.#publishing.end()
    if (this.#server.end === undefined) await this.#server.kill()
    await endLeftoverPostgres(this.#dataDir)
    await this.#folder.remove()
  }

  async #open(): Promise<void> {
    const { httpPort: port, mqttPort } = await this.#server.ready()
    this.#publishing.goTo({ mqttPort, ...(this.#key === undefined ? {} : { http: { port, key: this.#key } }) })
  }

  async #whenHealth(wanted: string, isSo: (health: Health) => boolean): Promise<number> {
    const { httpPort } = await this.#server.ready()
    const from = performance.now()
    let last: Health | undefined
    const look = async () => {
      last = healthSchema.parse((await sendRequest(httpPort, '/v1/health')).body)
      return isSo(last)
    }
    await until(wanted, look).catch((error: Error) => {
      throw new Error(`${error.message}\nThe last health: ${JSON.stringify(last)}\n${this.#server.output}`, {
        cause: error,
      })
    })
    return Math.round(performance.now() - from)
  }
}
