import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type ClonedDatabase, createEmptyDatabase } from '../support/databases.ts'

const FOLDER = join(import.meta.dirname, '../../migrations')
const MIGRATION = '0134-audiences-of-roles.sql'
let database: ClonedDatabase
let client: pg.Client

beforeAll(async () => {
  database = await createEmptyDatabase(inject('databaseServer'))
  client = new pg.Client(database.url)
  await client.connect()
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql')).toSorted()
  for (const file of files.filter((one) => one < MIGRATION)) {
    await client.query(await readFile(join(FOLDER, file), 'utf8'))
  }
})

afterAll(async () => {
  await client.end()
  await database.drop()
})

test('roles of before stay available to everyone, but for the built-in one and those of the sample company', async () => {
  await client.query(`
    WITH c AS (INSERT INTO customer (code, name, currency, status) VALUES ('C', 'C', 'EUR', 'active') RETURNING id),
      u AS (INSERT INTO user_account (email, first_name, last_name, customer_id)
        SELECT email, '', '', c.id FROM c, unnest(ARRAY['one@packhouse.example', 'denied@packhouse.example']) email
        UNION ALL SELECT 'staff@packhouse.example', '', '', NULL RETURNING id, email),
      r AS (INSERT INTO role (name, is_system) VALUES ('Administrator', true), ('staff', false), ('customer', false), ('none', false), ('Alarms', false)
        RETURNING id, name),
      p AS (INSERT INTO role_permission SELECT id, 'customer.access' FROM r WHERE name IN ('staff', 'customer', 'Alarms'))
    INSERT INTO user_role SELECT u.id, r.id FROM (VALUES ('staff@packhouse.example', 'staff'), ('one@packhouse.example', 'customer'),
      ('one@packhouse.example', 'Alarms'), ('denied@packhouse.example', 'none')) AS has (email, name) JOIN u USING (email) JOIN r USING (name)`)
  await client.query(await readFile(join(FOLDER, MIGRATION), 'utf8'))
  const { rows } = await client.query('SELECT name, audience FROM role ORDER BY name')
  expect(rows).toEqual([
    { name: 'Administrator', audience: 'staff' },
    { name: 'Alarms', audience: 'everyone' },
    { name: 'customer', audience: 'customers' },
    { name: 'none', audience: 'everyone' },
    { name: 'staff', audience: 'staff' },
  ])
})
