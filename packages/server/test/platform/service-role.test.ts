import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { Database } from '../../src/platform/database.ts'
import { createLog } from '../../src/platform/log.ts'
import { migrateDatabase, prepareOwnDatabase, SERVICE_ROLE } from '../../src/platform/service-role.ts'
import { type ClonedDatabase, createEmptyDatabase } from '../support/databases.ts'

/** Whatever of the schema is not of the role, but for what the extension has brought. */
const FOREIGN = `
  SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relowner <> '${SERVICE_ROLE}'::regrole
  UNION ALL SELECT typname FROM pg_type t WHERE typnamespace = 'public'::regnamespace AND typowner <> '${SERVICE_ROLE}'::regrole
    AND typname !~ '^_?gtrgm$'
  UNION ALL SELECT proname FROM pg_proc p WHERE pronamespace = 'public'::regnamespace AND proowner <> '${SERVICE_ROLE}'::regrole
    AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = p.oid AND deptype = 'e')`

let database: ClonedDatabase
let superuser: pg.Client
let product: Database

/** The role is of the whole server: other tests know it by this password. */
const password = decodeURIComponent(new URL(inject('databaseServer')).password)

async function foreign(): Promise<string[]> {
  return (await superuser.query<{ name: string }>(FOREIGN)).rows.map(({ name }) => name)
}

beforeAll(async () => {
  database = await createEmptyDatabase(inject('databaseServer'))
  superuser = new pg.Client({ connectionString: database.url })
  await superuser.connect()
  // As versions before the role have left it, with a part of a table that came later.
  await migrateDatabase(database.url)
  await superuser.query('CREATE TYPE left_over AS ENUM (); CREATE DOMAIN small AS int')
})

afterAll(async () => {
  await product?.stop()
  await superuser.end()
  await database.drop()
})

test('data from before the role are given to it as a whole, and what is made later as well', async () => {
  expect((await foreign()).length).toBeGreaterThan(100)
  product = new Database(await prepareOwnDatabase(database.url, password), createLog('error'))
  expect(await foreign()).toEqual([])
  await superuser.query('CREATE TABLE of_a_migration (id int GENERATED ALWAYS AS IDENTITY); CREATE SEQUENCE of_another')
  await prepareOwnDatabase(database.url, password)
  expect(await foreign()).toEqual([])
})

test('what the product connects as may do nothing beside owning its schema', async () => {
  await superuser.query(`ALTER ROLE ${SERVICE_ROLE} CREATEROLE CREATEDB REPLICATION BYPASSRLS`)
  await prepareOwnDatabase(database.url, password)
  const attributes = `SELECT session_user AS name, rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls FROM pg_roles
    WHERE rolname = session_user`
  const none = {
    name: SERVICE_ROLE,
    rolsuper: false,
    rolcreaterole: false,
    rolcreatedb: false,
    rolreplication: false,
    rolbypassrls: false,
  }
  expect((await product.pool.query(attributes)).rows).toEqual([none])
  const { rows } = await product.pool.query(
    `SELECT roleid::regrole::text AS role FROM pg_auth_members WHERE member = '${SERVICE_ROLE}'::regrole ORDER BY 1`,
  )
  expect(rows).toEqual([{ role: 'packhouse_app' }, { role: 'packhouse_staff' }])
})

describe('the role is refused', () => {
  test.each([
    [`COPY (SELECT 1) TO PROGRAM 'id'`],
    [`COPY (SELECT 1) TO '/tmp/packhouse-test'`],
    [`SELECT pg_read_file('postgresql.conf')`],
    ['SELECT rolpassword FROM pg_authid'],
    ['CREATE ROLE another'],
    ['CREATE DATABASE another'],
    [`ALTER ROLE ${SERVICE_ROLE} SUPERUSER`],
    ['GRANT pg_execute_server_program TO packhouse_service'],
    [`ALTER SYSTEM SET work_mem = '1GB'`],
    ['CREATE EXTENSION file_fdw'],
    ['CREATE FUNCTION run() RETURNS int LANGUAGE c AS $$/lib/x86_64-linux-gnu/libc.so.6$$, $$system$$'],
    ['SET session_replication_role = replica'],
    ['CREATE SCHEMA another'],
    ['ALTER TABLE pg_catalog.pg_class RENAME TO another'],
  ])('%s', async (statement) => {
    await expect(product.pool.query(statement)).rejects.toMatchObject({ code: '42501' })
  })
})

test('it makes parts of tables, and its requests run under row-level security', async () => {
  await product.pool.query(
    `CREATE TABLE record_of_a_test PARTITION OF record FOR VALUES FROM ('1999-01-01') TO ('1999-01-02')`,
  )
  const role = async (scope: 'all' | { customerId: string }) =>
    await product.inScope(scope, async (db) => {
      return (await sql<{ role: string }>`SELECT current_user AS role`.execute(db)).rows
    })
  expect(await role('all')).toEqual([{ role: 'packhouse_staff' }])
  expect(await role({ customerId: crypto.randomUUID() })).toEqual([{ role: 'packhouse_app' }])
})
