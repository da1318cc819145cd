import { type RawBuilder, sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Database } from '../../src/platform/database.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
const tables = ['machine', 'record', 'latest', 'minute_rollup', 'hour_rollup', 'alarm'] as const
const machines = { NORDFJELL: 'VFFS-2214', BALTIC: 'FLW-1204', MERIDIAN: 'VFFS-2301' }
let database: Database
let ids: Map<string, string>

beforeAll(async () => {
  database = new Database(app.databaseUrl, pino({ level: 'silent' }))
  const rows = await app.sql<{ code: string; id: string }>('SELECT code, id FROM customer')
  ids = new Map(rows.map((row) => [row.code, row.id]))
  const device = await app.device()
  await Promise.all(Object.values(machines).map((machineID) => device.publish(machineID, { totalCycles: 1 })))
  await app.sql(
    `INSERT INTO alarm (id, machine_key, code, severity, message, started_at, raised_at, told)
     SELECT uuidv7(), key, 'Sample', 'info', 'Sample', now(), now(), false FROM machine WHERE machine_id = ANY($1)`,
    [Object.values(machines)],
  )
})

afterAll(async () => {
  await database.stop()
})

/** Whose rows of a table come back to a query that names no customer. */
function ownersIn(table: (typeof tables)[number]): RawBuilder<{ code: string }> {
  const key = table === 'machine' ? 'key' : 'machine_key'
  return sql`SELECT DISTINCT packhouse_test_owner(${sql.ref(key)}) AS code FROM ${sql.table(table)}`
}

beforeAll(async () => {
  // Says who owns a machine without being under the policies itself.
  await app.sql(`CREATE FUNCTION packhouse_test_owner(machine_key int) RETURNS text LANGUAGE sql SECURITY DEFINER
    RETURN (SELECT c.code FROM machine m JOIN customer c ON c.id = m.customer_id WHERE m.key = machine_key)`)
})

describe.each(tables)('%s', (table) => {
  test.each(Object.keys(machines))('gives the scope of %s its own rows only', async (code) => {
    const owners = await database.inScope({ customerId: ids.get(code) ?? '' }, async (transaction) =>
      (await ownersIn(table).execute(transaction)).rows.map((row) => row.code),
    )
    expect(owners).toEqual([code])
  })

  test('gives the scope of all customers every row', async () => {
    const { rows } = await database.inScope('all', (transaction) => ownersIn(table).execute(transaction))
    expect(rows.map((row) => row.code).toSorted()).toEqual(Object.keys(machines).toSorted())
  })

  test.each(['', 'ALL', '%', '00000000-0000-0000-0000-000000000000'])(
    'gives the scope %j nothing',
    async (customerId) => {
      const { rows } = await database.inScope({ customerId }, (transaction) => ownersIn(table).execute(transaction))
      expect(rows).toEqual([])
    },
  )

  test('gives nothing without a scope', async () => {
    const client = await app.connection()
    await client.query('SET ROLE packhouse_app')
    expect((await client.query(`SELECT 1 FROM ${table}`)).rows).toEqual([])
  })

  if (table === 'machine') return

  const time = table === 'alarm' ? 'started_at' : 'at'

  test.each(['INSERT INTO % DEFAULT VALUES', `UPDATE % SET ${time} = now()`, 'DELETE FROM %', 'TRUNCATE %'])(
    'lets only the ingest write, not even in the scope of all: %s',
    async (statement) => {
      const write = sql.raw(statement.replace('%', table))
      const attempt = database.inScope('all', (transaction) => write.execute(transaction))
      await expect(attempt).rejects.toThrow(/permission denied/)
    },
  )
})

describe('the alarms, which customers acknowledge,', () => {
  const inScopeOf = (code: string, statement: string) =>
    database.inScope({ customerId: ids.get(code) ?? '' }, (transaction) => sql.raw(statement).execute(transaction))

  test.each(Object.keys(machines))('are changed in the scope of %s where they are its own', async (code) => {
    const { numAffectedRows } = await inScopeOf(code, `UPDATE alarm SET acknowledge_note = 'Seen'`)
    expect(numAffectedRows).toBe(1n)
  })

  test('get no entry in their course from another customer, and no shelf', async () => {
    const [alarm] = await app.sql<{ id: string; machine_key: number }>(
      'SELECT a.id, a.machine_key FROM alarm a JOIN machine m ON m.key = a.machine_key WHERE m.machine_id = $1',
      [machines.BALTIC],
    )
    const entry = `INSERT INTO alarm_event (alarm_id, kind) VALUES ('${alarm?.id}', 'raised')`
    await expect(inScopeOf('NORDFJELL', entry)).rejects.toThrow(/row-level security/)
    const shelf = `INSERT INTO alarm_shelf (rule_id, machine_key, until, reason)
      VALUES (uuidv7(), ${alarm?.machine_key}, now(), 'x')`
    await expect(inScopeOf('NORDFJELL', shelf)).rejects.toThrow(/row-level security/)
  })
})

describe('the machines, which staff register,', () => {
  const affected = async (code: string, statement: string) => {
    const scope = { customerId: ids.get(code) ?? '' }
    return await database.inScope(
      scope,
      async (transaction) => (await sql.raw(statement).execute(transaction)).numAffectedRows,
    )
  }

  test.each(Object.keys(machines))('cannot be changed or removed in the scope of %s', async (code) => {
    expect(await affected(code, 'UPDATE machine SET location = NULL')).toBe(0n)
    expect(await affected(code, `DELETE FROM machine WHERE machine_id = 'PAL-0225'`)).toBe(0n)
  })

  test('cannot be made in the scope of a customer', async () => {
    const made = affected('NORDFJELL', `INSERT INTO machine (machine_id) VALUES ('FORGED-1')`)
    await expect(made).rejects.toThrow(/row-level security/)
  })
})

test('the scope of one transaction is gone with it', async () => {
  const seen = []
  for (const customerId of [ids.get('NORDFJELL') ?? '', ids.get('BALTIC') ?? '', 'none']) {
    const { rows } = await database.inScope({ customerId }, (transaction) => ownersIn('machine').execute(transaction))
    seen.push(rows.map((row) => row.code))
  }
  expect(seen).toEqual([['NORDFJELL'], ['BALTIC'], []])
})

test('the role reads no whole row of a table without policies: no credentials, and no partition past its parent', async () => {
  const rows = await app.sql<{ name: string }>(
    `SELECT format('%I', relname) AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relrowsecurity`,
  )
  expect(rows.length).toBeGreaterThan(7)
  for (const { name } of rows) {
    const attempt = database.inScope('all', (transaction) => sql.raw(`SELECT * FROM ${name}`).execute(transaction))
    await expect(attempt, name).rejects.toThrow(/permission denied/)
  }
})

test('the role cannot bypass the policies nor become another one', async () => {
  const [role] = await app.sql<{ rolsuper: boolean; rolbypassrls: boolean; rolcanlogin: boolean }>(
    `SELECT rolsuper, rolbypassrls, rolcanlogin FROM pg_roles WHERE rolname = 'packhouse_app'`,
  )
  expect(role).toEqual({ rolsuper: false, rolbypassrls: false, rolcanlogin: false })
})
