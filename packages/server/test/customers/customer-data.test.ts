import { createHash } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { resources } from '@packhouse/contract'
import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countAll } from '../../src/customer-data/customer-rows.ts'
import { customerTables, notOfCustomers } from '../../src/customer-data/customer-tables.ts'
import { type CustomerExport, exportEntries, exportedColumns, plainName } from '../../src/customer-data/export-data.ts'
import { removeData } from '../../src/customer-data/remove-data.ts'
import { zipOf } from '../../src/customer-data/zip.ts'
import { ObjectStoreError } from '../../src/platform/object-store/object-store.ts'
import { OWN_MACHINE } from '../security/expectations.ts'
import { expectProblem } from '../support/problem.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
let statements: Client
let own = ''
let ownName = ''
let other = ''

beforeAll(async () => {
  statements = await app.connection()
  const [mine] = await app.sql<{ id: string; name: string }>(
    'SELECT c.id, c.name FROM customer c JOIN machine m ON m.customer_id = c.id WHERE m.machine_id = $1',
    [OWN_MACHINE],
  )
  own = mine?.id ?? ''
  ownName = mine?.name ?? ''
  const [theirs] = await app.sql<{ id: string }>('SELECT id FROM customer WHERE id <> $1 ORDER BY id LIMIT 1', [own])
  other = theirs?.id ?? ''
  await fill(own, 'own')
  await fill(other, 'other')
})

afterAll(() => statements.end())

/** What the sample has nothing of. */
async function fill(customerId: string, word: string): Promise<void> {
  await app.sql(
    `INSERT INTO contact (customer_id, first_name, email, phone)
     SELECT $1, $2 || n, $2 || n || '@contacts.example', '=1+1' FROM generate_series(1, 5) AS n`,
    [customerId, word],
  )
  await app.sql(
    `INSERT INTO mail (recipient, subject, body, state) VALUES ($1 || '1@contacts.example', 'About ' || $1, 'x', 'kept')`,
    [word],
  )
  await app.sql(
    `INSERT INTO service_record (machine_id, done_at, what) SELECT id, now(), 'Service of ' || $2 FROM machine WHERE customer_id = $1`,
    [customerId, word],
  )
  await app.sql(
    `INSERT INTO record_comment (resource, record_id, text) SELECT 'contact', id, 'Note of ' || $2 FROM contact WHERE customer_id = $1`,
    [customerId, word],
  )
  const [machine] = await app.sql<{ name: string }>(
    'SELECT machine_id AS name FROM machine WHERE customer_id = $1 ORDER BY machine_id = $2 DESC LIMIT 1',
    [customerId, OWN_MACHINE],
  )
  await app.sql(
    `INSERT INTO machine_document (machine_id, kind, title, language, revision, visibility)
     SELECT id, 'manual', 'Without a file', 'en', 'A', 'public' FROM machine WHERE machine_id = $1`,
    [machine?.name],
  )
  const device = await app.device()
  const now = Date.now()
  const records = [3, 2, 1].map((hours) => ({
    lastSeen: new Date(now - hours * 3_600_000).toISOString(),
    totalCycles: 100 - hours,
  }))
  await device.publishAll(machine?.name ?? '', records)
}

const countsOf = async (id: string) =>
  Object.fromEntries((await countAll(statements, customerTables, id)).map(({ table, rows }) => [table.table, rows]))

/** What is there of a customer, however its records are stored: an hour that is over becomes a block meanwhile. */
const everythingOf = async (id: string) => {
  const { record: _, record_block: __, ...counts } = await countsOf(id)
  const [stored] = await app.sql<{ records: number }>(
    `WITH key AS (SELECT key FROM machine WHERE customer_id = $1)
     SELECT ((SELECT count(*) FROM record WHERE machine_key IN (SELECT key FROM key))
       + (SELECT coalesce(sum(records), 0) FROM record_block WHERE machine_key IN (SELECT key FROM key)))::int AS records`,
    [id],
  )
  return { ...counts, records: stored?.records }
}

describe('what belongs to a customer', () => {
  /** Columns that name somebody or something of a customer without a foreign key. */
  const NAMING = [
    'customer_id',
    'machine_key',
    'user_id',
    'actor_id',
    'owner_table',
    'root_table',
    'record_id',
    'row_id',
    'principal_id',
  ]

  test('is decided for every table that the schema connects with customers, their machines or their people', async () => {
    const named = await app.sql<{ table: string }>(
      `SELECT DISTINCT c.relname AS table FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND attname = ANY($1)`,
      [NAMING],
    )
    // Who made or changed a row does not make it that person's.
    const keys = await app.sql<{ table: string; of: string }>(
      `SELECT DISTINCT c.relname AS table, p.relname AS of FROM pg_constraint k
         JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class p ON p.oid = k.confrelid
       WHERE k.contype = 'f' AND NOT c.relispartition AND NOT (p.relname = 'user_account' AND EXISTS (
         SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum = ANY(k.conkey) AND k.confdeltype = 'n'))`,
    )
    const found = new Set(['customer', ...named.map(({ table }) => table)])
    for (let before = 0; before < found.size; ) {
      before = found.size
      for (const { table, of } of keys) if (found.has(of) && !(of in notOfCustomers)) found.add(table)
    }
    const decided = [...customerTables.map(({ table }) => table), ...Object.keys(notOfCustomers)]
    expect([...found].sort()).toEqual(decided.sort())
  })

  test('goes with its parent only where the database deletes it with that', async () => {
    const cascading = await app.sql<{ table: string }>(
      `SELECT DISTINCT conrelid::regclass::text AS table FROM pg_constraint WHERE contype = 'f' AND confdeltype = 'c'`,
    )
    const known = new Set(cascading.map(({ table }) => table))
    const wrong = customerTables.filter(({ table, removal }) => removal.way === 'cascade' && !known.has(table))
    expect(wrong.map(({ table }) => table)).toEqual([])
  })

  test('includes the files of every resource that has files and belongs to customers', () => {
    const ofFiles = customerTables.find(({ table }) => table === 'attached_file')?.of ?? ''
    const decided = new Set(customerTables.map(({ table }) => table))
    const withFiles = resources
      .filter(({ table, traits }) => traits.files && decided.has(table))
      .map(({ table }) => table)
    expect(withFiles).toContain('service_request')
    expect(withFiles.filter((table) => !ofFiles.includes(`r.owner_table = '${table}'`))).toEqual([])
  })

  test('is exported with its files, where the records of its service are', () => {
    const files = customerTables.find(({ table }) => table === 'attached_file')
    const shown = files?.exported === false ? '' : (files?.exported.where ?? '')
    const ofService = new Set(customerTables.filter(({ group }) => group === 'service').map(({ table }) => table))
    const withFiles = resources.filter(({ table, traits }) => traits.files && ofService.has(table))
    expect(withFiles.map(({ table }) => table).sort()).toEqual([
      'acceptance_test',
      'service_record',
      'service_request',
      'service_visit',
    ])
    expect(withFiles.filter(({ table }) => !shown.includes(`'${table}'`))).toEqual([])
  })

  test('is exported without secrets, costs and margins', async () => {
    const columns: string[] = []
    for (const { table, exported } of customerTables) {
      if (exported === false) continue
      for (const name of await exportedColumns(statements, table, exported.leave ?? []))
        columns.push(`${table}.${name}`)
    }
    const secret = /password|secret|hash|token|sealed|private|cost|margin|key_masked|encrypted/
    expect(columns.filter((name) => secret.test(name))).toEqual([])
    // The content of a file is shown with its hash in any case.
    expect(columns).toContain('attached_file.sha256')
  })
})

/** Exports all data of the first customer. @returns the task and the archive */
async function exported() {
  const staff = await app.as('staff')
  const { id: taskId } = await staff.call('exportCustomerData', { params: { id: own }, body: {} })
  const task = await until('the export', async () => {
    const { tasks } = await staff.call('customerData', { params: { id: own } })
    return tasks.find(({ id, state }) => id === taskId && (state === 'done' || state === 'failed'))
  })
  expect(task).toMatchObject({ kind: 'export', state: 'done', reason: null })
  return { task, archive: (await staff.request(`/v1/customers/${own}/data/exports/${taskId}/file`)).bytes }
}

describe('an export', () => {
  test('has every table and file of the customer, with counts and hashes, and nothing of another one', async () => {
    const staff = await app.as('staff')
    const before = await staff.call('customerData', { params: { id: own } })
    const { task, archive } = await exported()
    expect(archive.length).toBe(task.size)
    expect(createHash('sha256').update(archive).digest('hex')).toBe(task.sha256)
    const files = unzip(archive)
    const manifest = JSON.parse(files.get('manifest.json')?.toString() ?? '')
    expect(manifest.files.map(({ file }: { file: string }) => file).sort()).toEqual(
      [...files.keys()].filter((name) => name !== 'manifest.json').sort(),
    )
    for (const { file, bytes, sha256 } of manifest.files) {
      const content = files.get(file) ?? expect.fail(file)
      expect([content.length, createHash('sha256').update(content).digest('hex')]).toEqual([bytes, sha256])
    }
    const contacts = files.get('contact.csv')?.toString() ?? ''
    expect(contacts).toContain('own3@contacts.example')
    expect(contacts).toContain("'=1+1")
    const rows = manifest.files.find(({ table }: { table: string }) => table === 'contact').rows
    expect(rows).toBe(before.tables.find(({ table }) => table === 'contact')?.rows)
    expect(files.has(`records/${OWN_MACHINE}.csv`)).toBe(true)
    expect([...files.values()].filter((content) => content.includes('other3@contacts.example'))).toEqual([])
    expect([...files.values()].filter((content) => content.includes('Note of own'))).toEqual([])
    const [entry] = await app.sql<{ action: string }>(
      `SELECT action FROM audit_entry WHERE resource = 'customer' AND row_id = $1 ORDER BY id DESC LIMIT 1`,
      [own],
    )
    expect(entry?.action).toBe('export-data')
    // Another customer's address does not lead to it.
    expect((await staff.request(`/v1/customers/${other}/data/exports/${task.id}/file`)).status).toBe(404)
  })

  test('has of a machine that has changed hands what it did for this customer alone', async () => {
    const of = 'FROM machine WHERE machine_id = $1'
    await app.sql(`UPDATE machine SET created_at = now() - interval '1 year' WHERE machine_id = $1`, [OWN_MACHINE])
    await app.sql(
      `UPDATE machine_ownership SET since = now() - interval '90 minutes' WHERE until IS NULL AND machine_key = (SELECT key ${of})`,
      [OWN_MACHINE],
    )
    await app.sql(
      `INSERT INTO machine_ownership (machine_key, since, until, present_customer_id) SELECT key, '-infinity', now() - interval '90 minutes', customer_id ${of}`,
      [OWN_MACHINE],
    )
    for (const hours of [1, 2])
      await app.sql(
        `WITH request AS (
           INSERT INTO service_request (machine_id, subject, urgency, status, kind, created_at)
           SELECT id, 'Asked hours ago: ' || $2::float8, 'soon', 'open', 'service', now() - $2::float8 * interval '1 hour' ${of} RETURNING machine_id)
         INSERT INTO service_visit (machine_id, subject, kind, status, starts_at, ends_at)
         SELECT machine_id, 'Came hours ago: ' || $2::float8, 'service', 'planned', now() - $2::float8 * interval '1 hour', now() FROM request`,
        [OWN_MACHINE, hours],
      )
    for (const hours of [1, 2])
      await app.sql(
        `WITH record AS (
           INSERT INTO service_record (machine_id, done_at, what, done_by, notes)
           SELECT id, now() - $2::float8 * interval '1 hour', 'Done hours ago: ' || $2::float8, 'Person of hour ' || $2::float8, 'Person of hour ' || $2::float8 ${of} RETURNING machine_id)
         INSERT INTO acceptance_test (machine_id, created_at, kind, tested_on, product, witness, accepted, open_points)
         SELECT machine_id, now() - $2::float8 * interval '1 hour', 'site', current_date, 'Tested hours ago: ' || $2::float8, 'Person of hour ' || $2::float8, true, 0 FROM record`,
        [OWN_MACHINE, hours],
      )
    const files = unzip((await exported()).archive)
    const linesOf = (name: string) => (files.get(name)?.toString() ?? '').trimEnd().split('\r\n').length - 1
    expect(linesOf(`records/${OWN_MACHINE}.csv`)).toBe(1)
    const texts = ['service_request.csv', 'service_visit.csv'].map((name) => files.get(name)?.toString()).join('')
    expect(texts.match(/hours ago: \d/g)).toEqual(['hours ago: 1', 'hours ago: 1'])
    // What was done goes with the machine, and people of the customer before do not.
    const ofWork = ['service_record.csv', 'acceptance_test.csv'].map((name) => files.get(name)?.toString()).join('')
    expect(ofWork.match(/hours ago: \d/g)?.sort()).toEqual(['1', '1', '2', '2'].map((hours) => `hours ago: ${hours}`))
    expect(new Set(ofWork.match(/Person of hour \d/g))).toEqual(new Set(['Person of hour 1']))
    await app.sql(`DELETE FROM machine_ownership WHERE until IS NOT NULL AND machine_key = (SELECT key ${of})`, [
      OWN_MACHINE,
    ])
  })

  test('that is broken off gives back no connection with an open transaction, and a place of files that is away is no missing file', async () => {
    const pooled = { isBroken: undefined as boolean | undefined }
    const client = {
      query: async () => ({ rows: [] }),
      escapeLiteral: (text: string) => `'${text}'`,
      release: (isBroken: boolean) => (pooled.isBroken = isBroken),
    }
    const away = new ObjectStoreError('away', 'The bucket could not be reached.')
    const parts = {
      pool: { connect: async () => client },
      files: { read: () => Promise.reject(away) },
      tables: customerTables,
      customerId: own,
      format: 'csv',
      signal: new AbortController().signal,
      recordsOf: async () => ({ records: 0, content: chunks() }),
      onWritten: async () => undefined,
    } as unknown as CustomerExport
    for await (const _ of exportEntries(parts)) break
    expect(pooled.isBroken).toBe(true)
    const rows = (text: string) =>
      text.includes('FROM attached_file') && !text.includes('CURSOR')
        ? [{ id: own, table: 'machine', name: 'a.pdf' }]
        : []
    client.query = (async (text: string | { text: string }) => ({
      rows: typeof text === 'string' ? rows(text) : [],
    })) as typeof client.query
    const all = async () => {
      for await (const { content } of exportEntries(parts)) for await (const _ of content);
    }
    await expect(all()).rejects.toBe(away)
    expect(pooled.isBroken).toBe(false)
  })

  test('is a ZIP whose names stay within their folders', async () => {
    async function* entries() {
      yield { name: 'a/b.txt', content: chunks('one ', 'two') }
      yield { name: 'empty.txt', content: chunks() }
    }
    const archive: Buffer[] = []
    for await (const chunk of zipOf(entries())) archive.push(chunk)
    const files = unzip(Buffer.concat(archive))
    expect([...files].map(([name, content]) => [name, content.toString()])).toEqual([
      ['a/b.txt', 'one two'],
      ['empty.txt', ''],
    ])
    expect(['../../etc/passwd', 'a\\b:c', '', 'Übersicht.pdf'].map(plainName)).toEqual([
      '__.._etc_passwd',
      'a_b_c',
      '_',
      'Übersicht.pdf',
    ])
  })
})

describe('a removal', () => {
  test('asks for the name of the customer and needs a permission of its own', async () => {
    const staff = await app.as('staff')
    expectProblem(await staff.post(`/v1/customers/${own}/data/removal`, { name: 'Somebody' }), 'invalid_request')
    const customer = await app.as('customer')
    expectProblem(await customer.get(`/v1/customers/${own}/data`), 'permission_missing')
  })

  test('that is interrupted after any step goes on, takes everything but what stays with a reason, and nothing of others', async () => {
    const before = { own: await countsOf(own), other: await everythingOf(other) }
    expect(before.own).toMatchObject({ contact: expect.any(Number), hour_rollup: expect.any(Number) })
    let batches = 0
    const remove = async (most: number) => {
      const stop = new AbortController()
      let left = most
      await removeData({
        db: statements,
        customerId: own,
        tables: customerTables,
        batch: 3,
        signal: stop.signal,
        onRemoved: async () => {
          batches += 1
          left -= 1
          if (left === 0) stop.abort(new Error('killed'))
        },
      }).catch((error: Error) => expect(error.message).toBe('killed'))
    }
    for (const most of [1, 2, 5, 9]) await remove(most)
    expect(batches).toBe(17)
    // The rest by the call, as staff do it.
    const staff = await app.as('staff')
    const { id: taskId } = await staff.call('removeCustomerData', { params: { id: own }, body: { name: ownName } })
    const task = await until('the removal', async () => {
      const { tasks } = await staff.call('customerData', { params: { id: own } })
      return tasks.find(({ id, state }) => id === taskId && (state === 'done' || state === 'failed'))
    })
    expect(task).toMatchObject({ kind: 'removal', state: 'done', reason: null })
    const after = await countsOf(own)
    for (const { table, removal } of customerTables) {
      if (removal.way === 'delete' || removal.way === 'cascade') expect([table, after[table]]).toEqual([table, 0])
      if (removal.way === 'stay' && removal.only === undefined && table !== 'customer_data_task') {
        expect([table, after[table]]).toEqual([table, expect.any(Number)])
        expect(after[table] ?? 0).toBeGreaterThanOrEqual(before.own[table] ?? 0)
      }
    }
    expect(await everythingOf(other)).toEqual(before.other)
    const [row] = await app.sql<{ name: string; notes: string | null; deleted: boolean }>(
      'SELECT name, notes, deleted_at IS NOT NULL AS deleted FROM customer WHERE id = $1',
      [own],
    )
    expect(row).toEqual({ name: 'Removed', notes: null, deleted: true })
    const traces = await app.sql<{ email: string }>(
      `SELECT email FROM user_account WHERE customer_id = $1 UNION ALL SELECT email FROM contact WHERE customer_id = $1 AND email IS NOT NULL`,
      [own],
    )
    // Nobody has seen a public document without a file.
    const unseen = await app.sql(
      `SELECT FROM machine_document d JOIN machine m ON m.id = d.machine_id WHERE m.customer_id = $1 AND d.title = 'Without a file'`,
      [own],
    )
    expect(unseen).toEqual([])
    expect(traces.filter(({ email }) => !email.endsWith('@removed.invalid'))).toEqual([])
    // The export from before holds what was removed.
    const answer = await staff.call('customerData', { params: { id: own } })
    const exported = answer.tasks.find(({ kind }) => kind === 'export')
    expect((await staff.request(`/v1/customers/${own}/data/exports/${exported?.id}/file`)).status).toBe(404)
  })
})

async function* chunks(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text)
}

/** The files of an archive by its directory. */
function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.length - 22
  expect(archive.readUInt32LE(end)).toBe(0x0605_4b50)
  const files = new Map<string, Buffer>()
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [packed, size, name, start] = [20, 24, 28, 42].map((offset, index) =>
      index === 2 ? archive.readUInt16LE(at + offset) : archive.readUInt32LE(at + offset),
    ) as [number, number, number, number]
    const from = start + 30 + archive.readUInt16LE(start + 26)
    const content = inflateRawSync(archive.subarray(from, from + packed))
    expect(content.length).toBe(size)
    files.set(archive.toString('utf8', at + 46, at + 46 + name), content)
    at += 46 + name
  }
  return files
}
