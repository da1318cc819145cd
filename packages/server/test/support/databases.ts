import { argon2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'
import { verifyPassword } from '../../src/access/passwords.ts'
import { seedReferenceData } from '../../src/customers/reference-data.ts'
import { Database } from '../../src/platform/database.ts'
import { EmbeddedPostgres } from '../../src/platform/embedded-postgres.ts'
import { createLog } from '../../src/platform/log.ts'
import { prepareOwnDatabase, SERVICE_ROLE } from '../../src/platform/service-role.ts'
import { seedSample } from '../../src/sample/sample.ts'
import { makeVolatileFolder } from './temporary-folder.ts'

/** Password of the sample accounts in every test database. */
export const SAMPLE_PASSWORD = 'sample password of the tests'
/** Password of the sample device in every test database. */
export const SAMPLE_DEVICE_PASSWORD = 'device password of the tests'

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

export async function startDatabaseServer(): Promise<DatabaseServer> {
  const folder = await makeVolatileFolder('test')
  const password = randomBytes(12).toString('hex')
  const embedded = (settings: Record<string, string>) =>
    new EmbeddedPostgres(folder.path, password, createLog('error'), { ...VOLATILE, ...settings })
  let postgres = embedded({})
  const stop = async () => {
    await postgres.stop()
    await folder.remove()
  }
  try {
    const url = withDatabase(await postgres.start(), 'postgres')
    await makeTemplate(url)
    const resume = async () => {
      postgres = embedded({ port: new URL(url).port })
      await postgres.start()
    }
    return { url, halt: () => postgres.stop(), resume, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function makeTemplate(url: string): Promise<void> {
  await runOn(url, `CREATE DATABASE ${TEMPLATE}`)
  await fillDatabase(withDatabase(url, TEMPLATE))
}

/** The address by which the product reaches a database that a test reaches as the superuser. */
export function serviceUrl(url: string): string {
  return Object.assign(new URL(url), { username: SERVICE_ROLE }).href
}

/** Makes the tables and the sample company in a database with nothing in it. The role of the product has the password of the superuser. */
export async function fillDatabase(url: string): Promise<void> {
  await prepareOwnDatabase(url, decodeURIComponent(new URL(url).password))
  const database = new Database(serviceUrl(url), createLog('error'))
  await seedReferenceData(database)
  await seedSample(
    database,
    { people: SAMPLE_PASSWORD, device: SAMPLE_DEVICE_PASSWORD },
    { hash: hashLightly, verify: verifyPassword },
  )
  await database.stop()
}

/**
 * A hash of the least effort. Verifying takes the effort that the hash names: what tests spend on signing in sample accounts
 * proves nothing. Passwords that they set are hashed by the product, as ever.
 */
async function hashLightly(password: string): Promise<string> {
  const [nonce, memory] = [randomBytes(16), 8]
  const tag = argon2Sync('argon2id', { message: password, nonce, memory, passes: 1, parallelism: 1, tagLength: 32 })
  const [salt, hash] = [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''))
  return `$argon2id$v=19$m=${memory},t=1,p=1$${salt}$${hash}`
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
