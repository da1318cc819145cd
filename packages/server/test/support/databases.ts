import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { EmbeddedPostgres } from '../../src/platform/embedded-postgres.ts'
import { createLog } from '../../src/platform/log.ts'
import { SERVICE_ROLE } from '../../src/platform/service-role.ts'
import { copyFolder, readyFolder } from './ready-folder.ts'
import { makeVolatileFolder } from './temporary-folder.ts'

/** Password of the sample accounts in every test database. */
export const SAMPLE_PASSWORD = 'sample password of the tests'
/** Password of the sample device in every test database. */
export const SAMPLE_DEVICE_PASSWORD = 'device password of the tests'

/** Of every cluster of the tests, which listens on the loopback address alone: they are copies of one. */
const SUPERUSER_PASSWORD = 'superuser of the tests'

const TEMPLATE = 'packhouse_template'

/** Nothing here outlives the run, so nothing has to reach the disk. */
const VOLATILE = { fsync: 'off', full_page_writes: 'off', max_wal_size: '512MB' }

/** A PostgreSQL server for tests, with a migrated and seeded database to clone. */
export interface DatabaseServer {
  /** Address of the server's maintenance database. */
  url: string
  /** Ends the server; its folder stays. */
  halt: () => Promise<void>
  /** Starts it again at the same address. */
  resume: () => Promise<void>
  /** Ends it and removes all it made. */
  stop: () => Promise<void>
}

/** Starts a copy of the cluster that `make-ready-cluster.ts` has made of these very sources. */
export async function startDatabaseServer(): Promise<DatabaseServer> {
  const folder = await makeVolatileFolder('test')
  let postgres = postgresIn(folder.path)
  const stop = async () => {
    await postgres.stop()
    await folder.remove()
  }
  try {
    await copyFolder(await readyCluster(), folder.path)
    const url = withDatabase(await postgres.start(), 'postgres')
    const resume = async () => {
      postgres = postgresIn(folder.path, { port: new URL(url).port })
      await postgres.start()
    }
    return { url, halt: () => postgres.stop(), resume, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function postgresIn(dataDir: string, settings: Record<string, string> = {}): EmbeddedPostgres {
  return new EmbeddedPostgres(dataDir, SUPERUSER_PASSWORD, createLog('error'), { ...VOLATILE, ...settings })
}

/** A data folder whose cluster has the template, made before the tests begin or by the first that asks. */
export async function readyCluster(): Promise<string> {
  const support = 'packages/server/test/support'
  const inputs = [`${support}/fill-database.ts`, `${support}/databases.ts`]
  return await readyFolder({ name: 'ready-cluster', script: `${support}/make-ready-cluster.ts`, inputs })
}

/** Makes a cluster with the template in a folder with nothing in it. @param fill makes the tables and the rows of a database */
export async function makeCluster(dataDir: string, fill: (url: string) => Promise<void>): Promise<void> {
  // What is written ahead is not copied.
  const postgres = postgresIn(dataDir, { max_wal_size: '64MB', wal_recycle: 'off' })
  try {
    const url = await postgres.start()
    await runOn(url, `CREATE DATABASE ${TEMPLATE}`)
    await fill(withDatabase(url, TEMPLATE))
  } finally {
    await postgres.stop()
  }
}

/** The address by which the product reaches a database that a test reaches as the superuser. */
export function serviceUrl(url: string): string {
  return Object.assign(new URL(url), { username: SERVICE_ROLE }).href
}

/** Its own database for one test file. */
export interface ClonedDatabase {
  url: string
  drop: () => Promise<void>
}

/** Clones the template, by copying its files: to write its pages to the log as well takes twice the time. @param serverUrl as given by `startDatabaseServer` */
export async function cloneDatabase(serverUrl: string): Promise<ClonedDatabase> {
  return await createDatabase(serverUrl, ` TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`)
}

/** Makes a database with nothing in it. */
export async function createEmptyDatabase(serverUrl: string): Promise<ClonedDatabase> {
  return await createDatabase(serverUrl, '')
}

/** A database whose owner is a user that the product signs in as. */
export interface OwnedDatabase extends ClonedDatabase {
  /** The address of the database with that user. */
  productUrl: string
}

/** Makes a database with nothing in it for a user of its own, as docs/operations.md describes it for an outside database. */
export async function createOwnedDatabase(serverUrl: string): Promise<OwnedDatabase> {
  const [role, password] = [`owner_${randomBytes(8).toString('hex')}`, randomBytes(12).toString('hex')]
  await runOn(serverUrl, `CREATE ROLE ${role} LOGIN CREATEROLE PASSWORD '${password}'`)
  // In the cluster of the tests these roles belong to another user.
  await runOn(serverUrl, `GRANT packhouse_app, packhouse_staff TO ${role} WITH ADMIN OPTION`)
  const { url, drop } = await createDatabase(serverUrl, ` OWNER ${role} ENCODING 'UTF8' TEMPLATE template0`)
  return {
    url,
    productUrl: Object.assign(new URL(url), { username: role, password }).href,
    drop: async () => {
      await drop()
      await runOn(serverUrl, `DROP OWNED BY ${role}; DROP ROLE ${role}`)
    },
  }
}

async function createDatabase(serverUrl: string, clause: string): Promise<ClonedDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await runOn(serverUrl, `CREATE DATABASE ${name}${clause}`)
  return { url: withDatabase(serverUrl, name), drop: () => runOn(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`) }
}

/** Runs a statement over its own connection. */
export async function runOn(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function withDatabase(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}
