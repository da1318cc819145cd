import { setTimeout as sleep } from 'node:timers/promises'
import { createLog, EmbeddedPostgres } from '@packhouse/server'
import { FaultedProduct, makeTemporaryFolder, postgresPidOf, runOn, until } from '@packhouse/server/testing'
import type { FaultPart, PartOptions, PartResult } from './part.ts'

/** Longer than what the product waits for a connection. */
const AWAY_MS = 6_000
const PASSWORD = 'of the product'
const LOCKED_OUT = /does not let the product in/
const AWAY = /database (cannot be reached|does not answer)/

/**
 * Breaks the database outside a running product again and again while devices publish: it is stopped, killed, or takes the password of
 * the product no more.
 */
export const database: FaultPart = {
  name: 'database',
  about: 'an outside database that is stopped, killed, or changes the password of the product',
  rounds: 30,
  run: runDatabase,
}

/** @throws Error where health does not report it, or the database differs from the ledger */
async function runDatabase({ rounds, seed, report }: PartOptions): Promise<PartResult> {
  const folders = { database: await makeTemporaryFolder('outside'), product: await makeTemporaryFolder('product') }
  const server = new OutsideServer(folders.database.path)
  try {
    await server.start()
    const product = await FaultedProduct.start(folders.product.path, seed, { DATABASE_URL: await server.makeProduct() })
    try {
      const faults = [stopped, killed, lockedOut]
      for (let round = 1; round <= rounds; round += 1) {
        await product.underLoad()
        const what = await faults[(round - 1) % faults.length]?.(product, server)
        report(`round ${round}: ${what}, well after ${await product.well()} ms`)
      }
      const acknowledged = await product.verify(async () => ({ url: server.productUrl, stop: async () => undefined }))
      return { passed: true, summary: `${acknowledged} records acknowledged, each stored once` }
    } finally {
      await product.end()
    }
  } finally {
    await server.stop()
    await Promise.all(Object.values(folders).map((folder) => folder.remove()))
  }
}

async function stopped(product: FaultedProduct, server: OutsideServer): Promise<string> {
  await server.stop()
  const logged = await product.untilLogged(AWAY)
  await sleep(AWAY_MS)
  await server.start()
  return `stopped for a while, logged after ${logged} ms`
}

async function killed(_product: FaultedProduct, server: OutsideServer): Promise<string> {
  await server.kill()
  return 'killed, and it starts again by itself'
}

async function lockedOut(product: FaultedProduct, server: OutsideServer): Promise<string> {
  await server.setPassword('another one')
  const logged = await product.untilLogged(LOCKED_OUT)
  await server.setPassword(PASSWORD)
  return `password changed, logged after ${logged} ms, and changed back`
}

/** A PostgreSQL that is not the product's own, with a user and a database for it. */
class OutsideServer {
  readonly #folder: string
  #postgres: EmbeddedPostgres | undefined
  #url = ''

  constructor(folder: string) {
    this.#folder = folder
  }

  /** The address that the product is given. */
  get productUrl(): string {
    return Object.assign(new URL(this.#url), { username: 'product', password: PASSWORD, pathname: '/product' }).href
  }

  /** Starts it, always at the same address. */
  async start(): Promise<void> {
    const settings: Record<string, string> = this.#url === '' ? {} : { port: new URL(this.#url).port }
    this.#postgres = new EmbeddedPostgres(this.#folder, 'of the administrator', createLog('silent'), settings)
    const url = await this.#postgres.start()
    if (this.#url === '') this.#url = url
  }

  async stop(): Promise<void> {
    await this.#postgres?.stop()
  }

  /** Kills it, and waits until it runs again, which it does by itself. */
  async kill(): Promise<void> {
    const pid = await postgresPidOf(this.#folder)
    if (pid !== undefined) process.kill(pid, 'SIGKILL')
    const answers = async () => {
      const isAnother = (await postgresPidOf(this.#folder)) !== pid
      return (
        isAnother &&
        (await runOn(this.#url, 'SELECT 1').then(
          () => true,
          () => false,
        ))
      )
    }
    await until('the server again', answers)
  }

  /** @returns the address for the product */
  async makeProduct(): Promise<string> {
    await runOn(this.#url, `CREATE ROLE product LOGIN CREATEROLE PASSWORD '${PASSWORD}'`)
    await runOn(this.#url, 'CREATE DATABASE product OWNER product')
    return this.productUrl
  }

  /** Changes the password of the product's user, and ends its connections so that it has to send its password again. */
  async setPassword(password: string): Promise<void> {
    await runOn(this.#url, `ALTER ROLE product PASSWORD '${password}'`)
    await runOn(this.#url, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'product'`)
  }
}
