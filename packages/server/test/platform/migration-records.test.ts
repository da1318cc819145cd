import { appendFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MIGRATIONS, migrationDrift, recordMigrations } from '../support/migration-records.ts'
import { makeVolatileFolder, type TemporaryFolder } from '../support/temporary-folder.ts'

const NOTHING = { unrecorded: [], changed: [], missing: [] }

test('every migration is as it was recorded; a new one is recorded by `npm run migrations:record`', async () => {
  expect(await migrationDrift(MIGRATIONS)).toEqual(NOTHING)
})

describe('records of migrations', () => {
  let folder: TemporaryFolder
  const write = (name: string, text: string) => writeFile(join(folder.path, name), text)
  const records = () => readFile(join(folder.path, 'recorded.txt'), 'utf8')

  beforeEach(async () => {
    folder = await makeVolatileFolder('migrations')
    await write('0001-first.sql', 'SELECT 1;\n')
    await recordMigrations(folder.path, '')
  })

  afterEach(() => folder.remove())

  test('are made of new files alone', async () => {
    const before = await records()
    await write('0002-second.sql', 'SELECT 2;\n')
    expect(await migrationDrift(folder.path)).toEqual({ ...NOTHING, unrecorded: ['0002-second.sql'] })
    expect(await recordMigrations(folder.path, before)).toEqual(['0002-second.sql'])
    expect(await migrationDrift(folder.path)).toEqual(NOTHING)
    expect(await records()).toMatch(new RegExp(`^${before}[0-9a-f]{64}  0002-second.sql\n$`))
  })

  test('follow a migration that is not in the last commit', async () => {
    const landed = await records()
    await write('0002-second.sql', 'SELECT 2;\n')
    await recordMigrations(folder.path, landed)
    await write('0002-second.sql', 'SELECT 3;\n')
    expect(await recordMigrations(folder.path, landed)).toEqual(['0002-second.sql'])
    expect(await migrationDrift(folder.path)).toEqual(NOTHING)
    await rm(join(folder.path, '0002-second.sql'))
    expect(await recordMigrations(folder.path, landed)).toEqual([])
    expect(await records()).toBe(landed)
  })

  test('are never changed once they are in the last commit, and nothing is recorded beside a change', async () => {
    const before = await records()
    await appendFile(join(folder.path, '0001-first.sql'), '-- a remark\n')
    await write('0002-second.sql', 'SELECT 2;\n')
    expect((await migrationDrift(folder.path)).changed).toEqual(['0001-first.sql'])
    await expect(recordMigrations(folder.path, before)).rejects.toThrow('never change, and these did: 0001-first.sql')
    expect(await records()).toBe(before)
  })

  test('miss a file that was removed', async () => {
    const before = await records()
    await rm(join(folder.path, '0001-first.sql'))
    expect((await migrationDrift(folder.path)).missing).toEqual(['0001-first.sql'])
    await expect(recordMigrations(folder.path, before)).rejects.toThrow('0001-first.sql')
  })

  test('are read in any order, as a merge may leave them, and name no file twice', async () => {
    await write('0002-second.sql', 'SELECT 2;\n')
    await recordMigrations(folder.path, '')
    const [first, second] = (await records()).split('\n')
    await write('recorded.txt', `${second}\n${first}\n`)
    expect(await migrationDrift(folder.path)).toEqual(NOTHING)
    await write('recorded.txt', `${second}\n${first}\n${'0'.repeat(64)}  0001-first.sql\n`)
    await expect(migrationDrift(folder.path)).rejects.toThrow('names a migration twice')
  })
})
