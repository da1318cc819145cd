import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type ClonedDatabase, createEmptyDatabase } from '../support/databases.ts'

const FOLDER = join(import.meta.dirname, '../../migrations')
const MIGRATIONS = ['0062-webhook-addresses.sql', '0063-addresses-in-audit.sql']
const ADDRESS = 'https://user:private@Hooks.example:8443/private?key=private'
let database: ClonedDatabase
let client: pg.Client
let files: string[]

beforeAll(async () => {
  database = await createEmptyDatabase(inject('databaseServer'))
  client = new pg.Client(database.url)
  await client.connect()
  files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql')).toSorted()
  for (const file of files.filter((one) => one < (MIGRATIONS[0] ?? ''))) {
    await client.query(await readFile(join(FOLDER, file), 'utf8'))
  }
})

afterAll(async () => {
  await client.end()
  await database.drop()
})

test('addresses of webhooks that were stored are cleared, but for their hosts', async () => {
  // Only the rows themselves matter here, not what they refer to.
  await client.query('SET session_replication_role = replica')
  await client.query(
    `INSERT INTO alarm_delivery (alarm_id, event, url, body, reason) VALUES (uuidv7(), 'raised', $1, '{}', $2), (uuidv7(), 'raised', $1, '{}', $3)`,
    [ADDRESS, `${ADDRESS} must be an address that starts with https://.`, 'The receiver answered 500.'],
  )
  await client.query(
    `INSERT INTO audit_entry (actor_id, action, resource, row_id, before, after) VALUES
      (uuidv7(), 'update', 'alarmRule', uuidv7(), jsonb_build_object('webhookUrl', null), jsonb_build_object('webhookUrl', $1::text)),
      (uuidv7(), 'create', 'webhook', uuidv7(), null, jsonb_build_object('url', $1::text, 'name', 'A')),
      (uuidv7(), 'create', 'customer', uuidv7(), null, jsonb_build_object('url', 'https://customer.example/page'))`,
    [ADDRESS],
  )
  await client.query('SET session_replication_role = origin')
  for (const file of MIGRATIONS) await client.query(await readFile(join(FOLDER, file), 'utf8'))
  const deliveries = await client.query('SELECT host, sealed_url, reason FROM alarm_delivery ORDER BY reason')
  expect(deliveries.rows).toEqual([
    { host: 'hooks.example:8443', sealed_url: null, reason: 'The address was refused.' },
    { host: 'hooks.example:8443', sealed_url: null, reason: 'The receiver answered 500.' },
  ])
  const audit = await client.query('SELECT before, after FROM audit_entry ORDER BY id')
  const masked = expect.stringMatching(/^https:\/\/hooks\.example:8443\/… \([0-9a-f]{4}\)$/)
  expect(audit.rows).toEqual([
    { before: { webhookUrl: null }, after: { webhookUrl: masked } },
    { before: null, after: { url: masked, name: 'A' } },
    { before: null, after: { url: 'https://customer.example/page' } },
  ])
  await expect(client.query('DELETE FROM audit_entry')).rejects.toThrow('The audit is only added to.')
})

test('webhooks that wait for their turn go on waiting behind those of the same alarm and receiver', async () => {
  await client.query(
    `INSERT INTO job (kind, payload, turn) SELECT 'webhook', jsonb_build_object('deliveryId', id), alarm_id FROM alarm_delivery`,
  )
  const until = files.findIndex((file) => file.endsWith('-order-of-jobs.sql'))
  for (const file of files.slice(files.indexOf(MIGRATIONS.at(-1) ?? '') + 1, until + 1)) {
    await client.query(await readFile(join(FOLDER, file), 'utf8'))
  }
  const { rows } = await client.query(
    `SELECT turn = alarm_id || '/hooks.example:8443' AS renamed FROM job JOIN alarm_delivery d ON payload ->> 'deliveryId' = d.id::text`,
  )
  expect(rows).toEqual([{ renamed: true }, { renamed: true }])
})
