import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { keyOf } from '../../src/platform/backup/backup-keys.ts'
import { type BackupPlaces, backUp, drill } from '../../src/platform/backup/backup-work.ts'
import { loadBackup } from '../../src/platform/backup/load-backup.ts'
import type { Manifest } from '../../src/platform/backup/manifest.ts'
import { restoreBackup } from '../../src/platform/backup/restore.ts'
import { listBackups, removeOld } from '../../src/platform/backup/stored-backups.ts'
import { Encryption } from '../../src/platform/encryption.ts'
import { keysOf } from '../../src/platform/installation-keys.ts'
import { FolderStore } from '../../src/platform/object-store/folder-store.ts'
import { readSecrets, storeSecrets } from '../../src/platform/secrets.ts'
import { type ClonedDatabase, cloneDatabase, createEmptyDatabase, runOn } from '../support/databases.ts'
import { Draws, digestsOf, fillEmptyTables, schemaOf } from '../support/random-rows.ts'
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts'

const SEED = 20_261_126
const RESTORE = join(import.meta.dirname, '../../src/restore.ts')
const PASSPHRASE = 'a passphrase of the tests'
const FILE = '0198c0de-0000-7000-8000-00000000f11e'
const FILE_HASH = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'

let original: ClonedDatabase
let folder: TemporaryFolder
let client: pg.Client
let manifest: Manifest
let places: BackupPlaces

const target = () => new FolderStore(places.location)

async function on<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const own = new pg.Client({ connectionString: url })
  await own.connect()
  return await work(own).finally(() => own.end())
}

/** An installation with rows in every table, of all sizes, in more than one partition, and a file. */
beforeAll(async () => {
  original = await cloneDatabase(inject('databaseServer'))
  folder = await makeTemporaryFolder('packhouse-backup-')
  const at = (name: string) => join(folder.path, name)
  places = {
    ...{
      databaseUrl: original.url,
      isEmbedded: false,
      dataDir: at('data'),
      location: at('backups'),
      isOfOneNode: false,
    },
    ...{
      filesLocation: at('data/files'),
      secretsFile: undefined,
      passphrase: PASSPHRASE,
      minFreeBytes: 0,
      version: '1.2.3',
    },
    s3: { endpoint: 'https://s3.example', region: 'x', credentials: undefined },
  }
  await mkdir(places.filesLocation, { recursive: true })
  await writeFile(join(places.filesLocation, FILE), 'hello')
  await storeSecrets(places.dataDir, { database: 'of the original', tokens: 'the original key' })
  client = new pg.Client({ connectionString: original.url })
  await client.connect()
  await client.query(`
    SELECT ensure_day('2026-01-31'), ensure_day('2026-02-01'), ensure_month('auth_log', '2026-03-01+00');
    INSERT INTO record (machine_key, at, received_at, total_cycles, machine_data)
      SELECT 1, timestamptz '2026-01-31 20:00+00' + n * interval '7 s', now(), n, jsonb_build_object('of every size', repeat('x', (n * 7919) % 6000), 'n', n)
      FROM generate_series(1, 3000) n`)
  await client.query(
    `INSERT INTO attached_file (id, owner_table, owner_id, name, content_type, size, sha256) VALUES
       ($1, 'machine', uuidv7(), 'a.txt', 'text/plain', 5, $2), (uuidv7(), 'machine', uuidv7(), 'lost.txt', 'text/plain', 5, repeat('0', 64))`,
    [FILE, FILE_HASH],
  )
  await client.query(`INSERT INTO setting (key, encrypted) VALUES ('mail.password', $1)`, [
    new Encryption(keysOf('the original key'), 'settings').encrypt('secret of the mail server'),
  ])
  const filled = await fillEmptyTables(client, new Draws(SEED), 2)
  expect(filled.length).toBeGreaterThan(150)
  manifest = (await backUp(places, { hasHistory: true, retention: undefined })).manifest
})

afterAll(async () => {
  await client.end()
  await original.drop()
  await folder.remove()
})

test('a backup has every table but those that a crash empties, with the file and without what is lost', async () => {
  const names = manifest.tables.map(({ name }) => name)
  expect(names).toContain('record_20260131')
  expect(names).not.toContain('project_viewer')
  expect(names).toHaveLength(new Set(names).size)
  expect(manifest.tables.find(({ name }) => name === 'record_20260201')?.rows).toBeGreaterThan(500)
  expect(manifest.files).toMatchObject({ count: 1, bytes: 5, missing: 1 })
  expect(await listBackups(target())).toEqual([manifest.id])
  const secrets = await readFile(join(places.location, manifest.secrets?.key ?? ''), 'utf8')
  expect(secrets).not.toContain('the original key')
})

test('every table, and all of the schema, is the same after it was loaded with its indexes taken off', {
  tags: ['long'],
}, async () => {
  const copy = await createEmptyDatabase(inject('databaseServer'))
  try {
    const { skipped } = await loadBackup({
      ...{ databaseUrl: copy.url, target: target(), manifest, indexesOffFromBytes: 0 },
    })
    expect(skipped).toEqual([])
    await on(copy.url, async (other) => {
      for (const own of [client, other]) await own.query(`SET timezone = 'UTC'; SET extra_float_digits = 3`)
      expect(await digestsOf(other)).toEqual(await digestsOf(client))
      expect(await schemaOf(other)).toEqual(await schemaOf(client))
      // Identity columns go on behind the rows.
      const { rows } = await other.query(`SELECT nextval('audit_entry_id_seq') > max(id) AS is_new FROM audit_entry`)
      expect(rows).toEqual([{ is_new: true }])
    })
  } finally {
    await copy.drop()
  }
})

test('a backup without history leaves out what machines have reported, and nothing that people have entered', async () => {
  const { manifest: current } = await backUp(places, { hasHistory: false, retention: undefined })
  await rm(join(places.location, current.id), { recursive: true })
  const left = manifest.tables.filter(({ name }) => !current.tables.some((table) => table.name === name))
  expect([...new Set(left.map(({ name, part }) => part?.of ?? name))].sort()).toEqual([
    ...['activity_span', 'event_batch', 'health_sample', 'hour_rollup', 'minute_rollup', 'name_day', 'record'],
    ...['record_block', 'state_interval'],
  ])
  // Whatever is split by time is history, but for the log of sign-ins.
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'p' AND obj_description(oid, 'pg_class') IS DISTINCT FROM 'history'`,
  )
  expect(rows).toEqual([{ name: 'auth_log' }])
})

describe('a restore', () => {
  let current: ClonedDatabase
  let dataDir = ''

  const restore = async (given: Partial<Parameters<typeof restoreBackup>[0]> = {}) =>
    await restoreBackup({
      ...{ databaseUrl: current.url, target: target(), id: manifest.id, dataDir },
      ...{ files: new FolderStore(join(dataDir, 'files')), filesFolder: join(dataDir, 'files') },
      passphrase: { is: 'given', text: PASSPHRASE },
      ...given,
    })

  beforeAll(async () => {
    current = await createEmptyDatabase(inject('databaseServer'))
    dataDir = join(folder.path, 'other')
    await mkdir(join(dataDir, 'files'), { recursive: true })
    await writeFile(join(dataDir, 'files', 'of-the-old'), 'old')
    await storeSecrets(dataDir, { database: 'of another', tokens: 'another key' })
    await runOn(current.url, 'CREATE TABLE old_data AS SELECT 42 AS answer')
  })

  const expectOldData = async () =>
    expect(await on(current.url, async (own) => (await own.query('SELECT answer FROM old_data')).rows)).toEqual([
      { answer: 42 },
    ])

  test('is refused, and changes nothing, where the backup is damaged, the passphrase is another or somebody is connected', async () => {
    const table = join(places.location, manifest.tables.find(({ name }) => name === 'role')?.key ?? '')
    const content = await readFile(table)
    await writeFile(table, content.subarray(0, content.length - 3))
    await expect(restore()).rejects.toThrow(/damaged: the table role is not as it was written/)
    await writeFile(table, content)
    await expect(restore({ passphrase: { is: 'given', text: 'another passphrase' } })).rejects.toThrow(
      /does not open the secrets/,
    )
    await expect(restore({ passphrase: { is: 'none' } })).rejects.toThrow(/are encrypted. Set BACKUP_PASSPHRASE/)
    await on(current.url, async () => {
      await expect(restore()).rejects.toThrow(/1 connections are still open .* Stop every server/)
    })
    await expectOldData()
  })

  test('that is killed leaves the old data as they were, and the next one begins anew', async () => {
    const child = spawn(process.execPath, [RESTORE, manifest.id], {
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: current.url,
        DATA_DIR: dataDir,
        BACKUP_URL: places.location,
        BACKUP_PASSPHRASE: PASSPHRASE,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(child, 'exit')
    for await (const chunk of child.stdout) {
      if (/Loading|Making indexes|Comparing/.test(String(chunk))) child.kill('SIGKILL')
    }
    expect(await ended).toEqual([null, 'SIGKILL'])
    await expectOldData()
    expect(await readdir(join(dataDir, 'files'))).toEqual(['of-the-old'])
  })

  test('takes the place of the database in use, which stays, and is paused with nobody signed in', async () => {
    const { before, unreadable } = await restore()
    const old = Object.assign(new URL(current.url), { pathname: `/${before}` }).href
    expect(await on(old, async (own) => (await own.query('SELECT answer FROM old_data')).rows)).toEqual([
      { answer: 42 },
    ])
    expect(unreadable).toBeGreaterThan(0) // What the random rows have in the place of secrets.
    await on(current.url, async (own) => {
      const one = async (text: string) => (await own.query<{ value: unknown }>(text)).rows[0]?.value
      expect(await one(`SELECT backup AS value FROM restored_copy WHERE released_at IS NULL`)).toBe(manifest.id)
      expect(await one('SELECT count(*)::int AS value FROM session WHERE ended_at IS NULL')).toBe(0)
      expect(await one('SELECT count(*)::int AS value FROM project_lock')).toBe(0)
      const sealed = await one(`SELECT encrypted AS value FROM setting WHERE key = 'mail.password'`)
      const opened = new Encryption(keysOf('another key'), 'settings').decrypt(sealed as Buffer)
      expect(opened).toBe('secret of the mail server')
    })
    expect(await readFile(join(dataDir, 'files', FILE), 'utf8')).toBe('hello')
    const aside = (await readdir(dataDir)).find((name) => name.startsWith('files-before-')) ?? ''
    expect(await readdir(join(dataDir, aside))).toEqual(['of-the-old'])
    expect(await readSecrets(dataDir)).toMatchObject({ database: 'of another', tokens: 'another key' })
    await runOn(inject('databaseServer'), `DROP DATABASE ${before}`)
    await current.drop()
  })
})

test('a drill restores the newest backup beside the database and leaves nothing behind', {
  tags: ['long'],
}, async () => {
  const before = await on(inject('databaseServer'), databases)
  expect((await drill(places)).id).toBe(manifest.id)
  const own = new URL(original.url).pathname.slice(1)
  const left = (await on(inject('databaseServer'), databases)).filter((name) => name.startsWith(own))
  expect(left).toEqual(before.filter((name) => name.startsWith(own)))
})

test('old backups are removed with the contents that no other one names, and the newest of each day and week stay', async () => {
  const id = (day: string) => `${day}T020000Z-0a1b2c`
  for (const day of ['20200701', '20200702', '20200703', '20200706', '20200707']) {
    const text = JSON.stringify({ ...manifest, id: id(day) })
    await mkdir(join(places.location, id(day)))
    await writeFile(join(places.location, id(day), 'manifest.json'), text)
  }
  const unnamed = join(places.location, keyOf.file('f'.repeat(64)))
  await mkdir(dirname(unnamed), { recursive: true })
  await writeFile(unnamed, 'x')
  await utimes(unnamed, 0, 0)
  expect(await removeOld(target(), { daily: 2, weekly: 3 })).toBe(3)
  expect(await listBackups(target())).toEqual([manifest.id, id('20200707'), id('20200703')].sort().reverse())
  expect(existsSync(unnamed)).toBe(false)
  expect(existsSync(join(places.location, keyOf.file(FILE_HASH)))).toBe(true)
})

async function databases(own: pg.Client): Promise<string[]> {
  const { rows } = await own.query<{ name: string }>('SELECT datname AS name FROM pg_database ORDER BY 1')
  return rows.map(({ name }) => name)
}
