import { createServer } from 'node:net'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { ConfigError } from '../../src/platform/config.ts'
import { Database } from '../../src/platform/database.ts'
import { DEFAULT_CONNECTIONS } from '../../src/platform/environment.ts'
import { keysOf } from '../../src/platform/installation-keys.ts'
import { assertKeysFit, noteKeys } from '../../src/platform/key-check.ts'
import { createLog } from '../../src/platform/log.ts'
import { migrate } from '../../src/platform/migrations.ts'
import { checkOutsideDatabase } from '../../src/platform/outside-database.ts'
import { createOwnedDatabase, type OwnedDatabase } from '../support/databases.ts'
import { OldPostgres } from '../support/old-postgres.ts'

const CONNECTIONS = DEFAULT_CONNECTIONS

let database: OwnedDatabase
let admin: pg.Client
let user: string

beforeEach(async () => {
  database = await createOwnedDatabase(inject('databaseServer'))
  user = new URL(database.productUrl).username
  admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
})

afterEach(async () => {
  await admin.end()
  await database.drop()
})

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1)
}

/** The address of the test's database, with some parts replaced. */
function address(parts: Partial<Pick<URL, 'username' | 'password' | 'hostname' | 'port' | 'pathname'>> = {}): string {
  return Object.assign(new URL(database.productUrl), parts).href
}

async function refusal(url: string, connections = CONNECTIONS): Promise<string> {
  const error = await checkOutsideDatabase(url, connections).then(
    () => new Error('It was taken.'),
    (fault: unknown) => fault,
  )
  expect(error).toBeInstanceOf(ConfigError)
  const { message } = error as Error
  expect(message).toMatch(/^DATABASE_URL/)
  expect(message).not.toContain(new URL(database.productUrl).password)
  return message
}

/** A database that the product has not touched has no table in its schema. */
async function tables(): Promise<string[]> {
  const { rows } = await admin.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace`,
  )
  return rows.map(({ name }) => name)
}

test('an outside database whose user owns it and may make roles is taken, migrated, and taken again', async () => {
  expect(await checkOutsideDatabase(address(), CONNECTIONS)).toEqual({ hasData: false, isSuperuser: false })
  expect(await tables()).toEqual([])
  const product = new Database(address(), createLog('silent'))
  await migrate(product.pool)
  await product.stop()
  expect(await checkOutsideDatabase(address(), CONNECTIONS)).toEqual({ hasData: true, isSuperuser: false })
})

test('nodes need the keys with which the database was made, whichever of them was first', async () => {
  const [ours, others] = [keysOf('the keys of this installation'), keysOf('the keys of another node')]
  // Before the product was there nothing was made with any keys.
  await assertKeysFit(address(), undefined, 'secrets.json')
  const product = new Database(address(), createLog('silent'))
  await migrate(product.pool)
  await product.stop()
  const noted = await Promise.allSettled([noteKeys(address(), ours, 'A'), noteKeys(address(), others, 'B')])
  expect(noted.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const [right, wrong] = noted[0]?.status === 'fulfilled' ? [ours, others] : [others, ours]
  await assertKeysFit(address(), right, 'secrets.json')
  const inRotation = { ...keysOf('the next keys'), previous: [right.current] }
  await noteKeys(address(), inRotation, 'secrets.json')
  await expect(assertKeysFit(address(), wrong, 'secrets.json')).rejects.toThrow(
    /^The keys in secrets.json are not those .* Nothing was changed\.\n.*SECRETS_FILE/,
  )
  await expect(assertKeysFit(address(), undefined, 'secrets.json')).rejects.toThrow(
    /^secrets.json is missing, and the database/,
  )
  const { rows } = await admin.query<{ value: Buffer }>('SELECT value FROM key_check')
  expect(rows[0]?.value.toString()).not.toContain(right.current)
})

describe('an outside database is refused in words', () => {
  afterEach(async () => expect(await tables()).toEqual([]))

  test('with a wrong password', async () => {
    expect(await refusal(address({ password: 'wrong' }))).toMatch(
      /does not let the user \w+ in .*Set the right user and password/,
    )
  })

  test('without a password', async () => {
    expect(await refusal(address({ password: '' }))).toContain('asks for a password, and the address has none')
  })

  test('with a wrong name', async () => {
    expect(await refusal(address({ pathname: '/nothing_here' }))).toMatch(/has no database nothing_here\. Make it/)
  })

  test('with an unknown host', async () => {
    expect(await refusal(address({ hostname: 'no-such-host.invalid' }))).toMatch(
      /host of no-such-host\.invalid:\d+ is not known/,
    )
  })

  test('with a port where nothing listens', async () => {
    expect(await refusal(address({ port: '1' }))).toMatch(/nothing listens at 127\.0\.0\.1:1\. Start/)
  })

  test('with a port where another program answers, or none does', async () => {
    const other = createServer((socket) => socket.on('error', () => undefined).end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as { port: number }
    try {
      expect(await refusal(address({ port: String(port) }))).toMatch(
        /does not answer as a PostgreSQL server does|does not answer/,
      )
    } finally {
      other.close()
    }
  })

  test('with an address that cannot be read', async () => {
    expect(await refusal('postgres://somebody:%FF@127.0.0.1/packhouse')).toMatch(
      /is not an address that can be read.*%40/,
    )
  })

  test('with TLS where the server has none', async () => {
    expect(await refusal(`${address()}?sslmode=require`)).toContain('does not speak TLS')
  })

  test('with a certificate that is not there', async () => {
    expect(await refusal(`${address()}?sslrootcert=/nowhere/root.crt`)).toContain(
      'names a file that cannot be read (/nowhere/root.crt)',
    )
  })

  test('where the user may make no tables', async () => {
    await admin.query(`ALTER DATABASE ${nameOf(database.url)} OWNER TO CURRENT_USER`)
    expect(await refusal(address())).toMatch(/may not make tables in \w+\. Run ALTER DATABASE/)
  })

  test('where the user may make no roles', async () => {
    await admin.query(`ALTER ROLE ${user} NOCREATEROLE`)
    expect(await refusal(address())).toMatch(/may not make roles\. Run ALTER ROLE/)
  })

  test('where the roles of the product belong to another installation', async () => {
    await admin.query(`REVOKE packhouse_app, packhouse_staff FROM ${user}`)
    expect(await refusal(address())).toMatch(/of another installation on this server\. Run GRANT/)
  })

  test('where it can only be read', async () => {
    await admin.query(`ALTER ROLE ${user} SET default_transaction_read_only = on`)
    expect(await refusal(address())).toMatch(/can only be read.*Set the address of the primary/)
  })

  test.each([
    ['the user', () => `ALTER ROLE ${user} CONNECTION LIMIT 12`, /the user \w+ \(CONNECTION LIMIT\) allows 12/],
    [
      'the database',
      (name: string) => `ALTER DATABASE ${name} CONNECTION LIMIT 13`,
      /the database \w+ \(CONNECTION LIMIT\) allows 13/,
    ],
  ])('where %s allows fewer connections than DATABASE_POOL', async (_whose, limit, words) => {
    await admin.query(limit(nameOf(database.url)))
    const found = await refusal(address())
    expect(found).toMatch(words)
    expect(found).toMatch(/up to 26 connections \(DATABASE_POOL\).*Raise that, or set DATABASE_POOL to 1[23] or less/)
    await checkOutsideDatabase(address(), 12)
  })

  test('where the server allows fewer connections than DATABASE_POOL', async () => {
    expect(await refusal(address(), 1_000)).toMatch(/the server \(max_connections, less those reserved\) allows \d+/)
  })
})

test('tables of another user are refused', async () => {
  await admin.query('CREATE TABLE migration (name text)')
  expect(await refusal(address())).toMatch(/belong to another user than \w+\. Use the user that made them/)
})

test('a database with another encoding than UTF-8 is refused', async () => {
  const name = `${nameOf(database.url)}_latin`
  await admin.query(
    `CREATE DATABASE ${name} ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0 OWNER ${user}`,
  )
  try {
    expect(await refusal(address({ pathname: `/${name}` }))).toMatch(/has the encoding SQL_ASCII\. Make one with/)
  } finally {
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
  }
})

test.each(['15.12 (Debian 15.12-1)', '17.2'])(
  'PostgreSQL %s is refused before it is asked anything else',
  async (version) => {
    const old = await OldPostgres.start(version)
    try {
      const found = await refusal(old.url)
      expect(found).toContain(`is PostgreSQL ${version}, and 18 or newer is needed. Nothing was made in it.`)
      expect(old.statements).toEqual(['SHOW server_version'])
    } finally {
      await old.stop()
    }
  },
)
