import { chmod, chown, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { ConfigError, readConfig } from '../../src/platform/config.ts'
import { closeDataFolder, prepareDataFolder } from '../../src/platform/data-folder.ts'
import { loadSecrets } from '../../src/platform/secrets.ts'
import { startServer } from '../../src/server.ts'
import { OldPostgres } from '../support/old-postgres.ts'
import { makeVolatileFolder, type TemporaryFolder } from '../support/temporary-folder.ts'

/** The user `nobody` of Linux, who owns nothing. */
const NOBODY = 65_534

let folder: TemporaryFolder

beforeEach(async () => {
  folder = await makeVolatileFolder('data-folder')
})

afterEach(() => folder.remove())

async function modeOf(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o777).toString(8)
}

async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => new Error('It was taken.'),
    (fault: unknown) => fault,
  )
  expect(error).toBeInstanceOf(ConfigError)
  return (error as Error).message
}

function start(dataDir: string, environment: NodeJS.ProcessEnv = {}): Promise<unknown> {
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0', MQTT_PORT: '0', SIMULATOR: 'off', ...environment })
  return startServer(config, () => undefined)
}

/** Does something as a user who may do little; root may do everything, whatever the rights of a folder say. */
async function asOrdinaryUser<T>(work: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return await work()
  process.seteuid?.(NOBODY)
  try {
    return await work()
  } finally {
    process.seteuid?.(0)
  }
}

describe('the data folder', () => {
  test('is made with the folders on the way, and left empty', async () => {
    const path = join(folder.path, 'far/away/data')
    await prepareDataFolder(path, false)
    expect(await readdir(path)).toEqual([])
    expect(await modeOf(path)).toBe('700')
    await prepareDataFolder(path, false)
  })

  test('can be passed through and not listed where its database runs as another user than root', async () => {
    const path = join(folder.path, 'data')
    await prepareDataFolder(path, true)
    expect(await modeOf(path)).toBe(process.getuid?.() === 0 ? '711' : '700')
  })

  test('of a version before is closed to others with all that lies in it, and the log says so', async () => {
    const path = join(folder.path, 'data')
    await mkdir(join(path, 'postgres'), { recursive: true })
    await mkdir(join(path, 'files'), { mode: 0o755 })
    await writeFile(join(path, 'secrets.json'), '{}')
    await chmod(path, 0o755)
    await chmod(join(path, 'secrets.json'), 0o644)
    const lines: Record<string, unknown>[] = []
    const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) })
    await closeDataFolder(path, false, log)
    const modes = ['.', 'postgres', 'files', 'secrets.json'].map((name) => modeOf(join(path, name)))
    expect(await Promise.all(modes)).toEqual(['700', '755', '700', '600'])
    expect(lines.map(({ path: closed, before, after }) => [closed, before, after])).toEqual([
      [path, '755', '700'],
      [join(path, 'files'), '755', '700'],
      [join(path, 'secrets.json'), '644', '600'],
    ])
    await closeDataFolder(path, false, log)
    expect(lines).toHaveLength(3)
    // It never opens what was closed on purpose.
    await closeDataFolder(path, true, log)
    expect(await modeOf(path)).toBe('700')
  })

  test.runIf(process.platform === 'linux')(
    'is refused where the system takes none, instead of waiting for ever',
    async () => {
      expect(await refusal(start('/proc/nope'))).toMatch(
        /^DATA_DIR \/proc\/nope cannot be made or written \(ENOENT\)\. Set DATA_DIR/,
      )
      expect(await refusal(start('/proc/nope/deeper/data'))).toMatch(
        /^DATA_DIR \/proc\/nope\/deeper\/data cannot be made/,
      )
    },
  )

  test('is refused where it is a file, or leads through one', async () => {
    const file = join(folder.path, 'file')
    await writeFile(file, 'content')
    expect(await refusal(start(file))).toMatch(/is a file\. Set DATA_DIR/)
    expect(await refusal(start(join(file, 'data')))).toMatch(/leads through a file\. Set DATA_DIR/)
    expect(await readFile(file, 'utf8')).toBe('content')
  })

  test('is refused where it may not be written or belongs to somebody else, and nothing is changed', async () => {
    await chmod(folder.path, 0o555)
    const before = await stat(folder.path)
    for (const path of [folder.path, join(folder.path, 'new/data')]) {
      const words = await asOrdinaryUser(() => refusal(prepareDataFolder(path, false)))
      expect(words).toMatch(
        /may not be written by the user with the number \d+; .* belongs to the user with the number \d+\. Set DATA_DIR/,
      )
    }
    expect(await readdir(folder.path)).toEqual([])
    expect((await stat(folder.path)).ctimeMs).toBe(before.ctimeMs)
    await chmod(folder.path, 0o755)
  })

  test('is not made where the database outside cannot serve', async () => {
    const old = await OldPostgres.start('15.12')
    const path = join(folder.path, 'data')
    try {
      expect(await refusal(start(path, { DATABASE_URL: old.url }))).toContain('is PostgreSQL 15.12')
      const wrong = Object.assign(new URL(inject('databaseServer')), { password: 'wrong' }).href
      expect(await refusal(start(path, { DATABASE_URL: wrong }))).toContain('does not let the user')
    } finally {
      await old.stop()
    }
    expect(await readdir(folder.path)).toEqual([])
  })
})

describe('secrets.json', () => {
  const file = () => join(folder.path, 'secrets.json')

  test('is made once', async () => {
    const { isNew, ...made } = await loadSecrets(folder.path)
    expect(isNew).toBe(true)
    expect(await loadSecrets(folder.path)).toEqual({ ...made, isNew: false })
  })

  test.each(['', '{', '{"database":"x"}', 'null'])(
    'that is damaged (%j) is reported and left as it is',
    async (content) => {
      await writeFile(file(), content)
      expect(await refusal(start(folder.path))).toMatch(/secrets\.json is damaged.* Put it back from your backup/)
      expect(await readdir(folder.path)).toEqual(['secrets.json'])
      expect(await readFile(file(), 'utf8')).toBe(content)
    },
  )

  test('that is missing beside a database is reported, and no other is made', async () => {
    const cluster = join(folder.path, 'postgres/cluster')
    await mkdir(cluster, { recursive: true })
    await writeFile(join(cluster, 'PG_VERSION'), '18\n')
    expect(await refusal(start(folder.path))).toMatch(
      /secrets\.json is missing, and the database beside it cannot be opened or decrypted.*\n.*backup.*DATA_DIR to an empty folder/,
    )
    expect(await readdir(folder.path)).toEqual(['postgres'])
    await rm(cluster, { recursive: true })
  })

  test('of several nodes is a file that is mounted: it is read and never made or changed', async () => {
    const mounted = join(folder.path, 'mounted.json')
    const dataDir = join(folder.path, 'data')
    await expect(loadSecrets(dataDir, mounted)).rejects.toThrow(`SECRETS_FILE names ${mounted}, which does not exist.`)
    await writeFile(mounted, JSON.stringify({ database: 'x', tokens: 'too short' }))
    await expect(loadSecrets(dataDir, mounted)).rejects.toThrow('must have at least 32 characters')
    await writeFile(mounted, '{')
    expect(await refusal(start(dataDir, { SECRETS_FILE: mounted }))).toContain(`${mounted} is damaged`)
    const secrets = { database: 'word', tokens: 'x'.repeat(43) }
    await writeFile(mounted, JSON.stringify(secrets), { mode: 0o400 })
    expect(await loadSecrets(dataDir, mounted)).toEqual({ ...secrets, isNew: false })
    expect(await readdir(dataDir)).toEqual([])
  })

  test('that may not be read is reported with its path', async () => {
    await writeFile(file(), '{}', { mode: 0o600 })
    if (process.getuid?.() === 0) await chown(folder.path, NOBODY, NOBODY)
    else await chmod(file(), 0)
    const words = await asOrdinaryUser(() => refusal(start(folder.path)))
    expect(words).toMatch(/secrets\.json may not be used by the user with the number \d+\. Give it/)
    expect(await readdir(folder.path)).toEqual(['secrets.json'])
  })
})
