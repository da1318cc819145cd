import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { ConfigError } from '../../src/platform/config.ts'
import { migrate } from '../../src/platform/migrations.ts'
import { newestOwnMigration, readSchemaState, schemaFault } from '../../src/platform/schema-state.ts'
import { type ClonedDatabase, createEmptyDatabase } from '../support/databases.ts'

const GUIDE = join(import.meta.dirname, '../../../../docs/operations.md')
const FOLDER = join(import.meta.dirname, '../../migrations')

let database: ClonedDatabase
let pool: pg.Pool

beforeEach(async () => {
  database = await createEmptyDatabase(inject('databaseServer'))
  pool = new pg.Pool({ connectionString: database.url, max: 4 })
  pool.on('error', () => undefined)
})

afterEach(async () => {
  await pool.end()
  await database.drop()
})

async function applied(): Promise<{ name: string; checksum: string; applied_at: Date }[]> {
  return (await pool.query('SELECT * FROM migration ORDER BY name')).rows
}

describe('migrations', () => {
  test('run all files in the order of their numbers', async () => {
    await migrate(pool)
    const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).toSorted()
    expect((await applied()).map((row) => row.name)).toEqual(files)
    expect(files.map((name) => Number(name.slice(0, 4)))).toEqual(files.map((_, i) => i + 1))
  })

  test('change nothing when they run again', async () => {
    await migrate(pool)
    const before = await applied()
    await migrate(pool)
    expect(await applied()).toEqual(before)
  })

  test('wait for each other when several servers start at once', async () => {
    await Promise.all([migrate(pool), migrate(pool), migrate(pool)])
    expect(new Set((await applied()).map((row) => row.name)).size).toBe((await applied()).length)
  })

  test('refuse data from before 0.1.0, show an operator the way out, and change nothing', async () => {
    await migrate(pool)
    await pool.query(`UPDATE migration SET checksum = 'another' WHERE name = '0001-access.sql'`)
    const before = await applied()
    const refusal = await migrate(pool).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(ConfigError)
    expect(String(refusal)).toMatch(/before 0\.1\.0 .*0001-access\.sql/)
    expect(String(refusal)).toMatch(/set DATA_DIR to an empty folder, or DATABASE_URL to an empty database/)
    expect(String(refusal)).toContain('see Upgrades in docs/operations.md')
    expect(await readFile(GUIDE, 'utf8')).toContain('\n## Upgrades\n')
    expect(await applied()).toEqual(before)
  })

  test('refuse a database that is newer than the program', async () => {
    await migrate(pool)
    await pool.query(
      `INSERT INTO migration (name, checksum, oldest_code) VALUES ('9999-from-the-future.sql', '', 9999)`,
    )
    await expect(migrate(pool)).rejects.toThrow(/newer than this program, .* what it has: 9999-from-the-future.sql/)
  })

  test('let older code work beside a newer one, as far as each newer file says so', async () => {
    await migrate(pool)
    const own = await newestOwnMigration()
    const insert = 'INSERT INTO migration (name, checksum, oldest_code) VALUES ($1, $2, $3)'
    await pool.query(insert, ['9998-only-adds.sql', '', own])
    await pool.query('INSERT INTO prepared_schema (migration) VALUES (9998)')
    await migrate(pool)
    expect(schemaFault(await readSchemaState(pool), own)).toBeUndefined()
    await pool.query(insert, ['9999-takes-away.sql', '', 9998])
    expect(schemaFault(await readSchemaState(pool), own)).toContain('needs a program with migration 9998 or newer')
  })

  test('leave nothing of a file that fails, and go on with it when its cause is gone', async () => {
    await pool.query('CREATE TABLE latest (in_the_way int)')
    await expect(migrate(pool)).rejects.toThrow(/The migration 0003-telemetry.sql failed: .*"latest" already exists/)
    expect((await applied()).map((row) => row.name)).toEqual(['0001-access.sql', '0002-machines.sql'])
    await pool.query('DROP TABLE latest')
    await migrate(pool)
    expect((await applied()).length).toBeGreaterThanOrEqual(3)
  })
})
