import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { makeSelfSigned } from '../../src/connect/tls/self-signed.ts'
import { claimDataDir } from '../../src/platform/data-dir.ts'
import { differenceWords, synchronizedWords } from '../../src/platform/doctor/checks/clock.ts'
import { likelyName } from '../../src/platform/doctor/checks/configuration.ts'
import { connectionWords } from '../../src/platform/doctor/checks/database.ts'
import { descriptorWords } from '../../src/platform/doctor/checks/descriptors.ts'
import { speedWords } from '../../src/platform/doctor/checks/disk.ts'
import { checks } from '../../src/platform/doctor/checks/index.ts'
import { nodeWords } from '../../src/platform/doctor/checks/versions.ts'
import { lookAt } from '../../src/platform/doctor/installation.ts'
import { reportLines } from '../../src/platform/doctor/report.ts'
import { type Examined, runChecks } from '../../src/platform/doctor/run-checks.ts'
import { EmbeddedPostgres } from '../../src/platform/embedded-postgres.ts'
import { createLog } from '../../src/platform/log.ts'
import { loadSecrets, storeSecrets } from '../../src/platform/secrets.ts'
import { type ClonedDatabase, cloneDatabase, createEmptyDatabase, runOn, serviceUrl } from '../support/databases.ts'
import { SmtpServer } from '../support/smtp-server.ts'
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts'

const DAY_MS = 86_400_000
const PROGRAM = join(import.meta.dirname, '../../src/doctor.ts')
let folder: TemporaryFolder
let dataDir = ''

beforeEach(async () => {
  folder = await makeTemporaryFolder('packhouse-doctor-')
  dataDir = join(folder.path, 'data')
  await mkdir(dataDir, { mode: 0o700 })
})

afterEach(() => folder.remove())

/** What one check finds of an installation. */
async function examine(
  name: string,
  environment: NodeJS.ProcessEnv = {},
  options: { network: boolean; patienceMs?: number } = { network: false },
): Promise<Examined> {
  const wanted = checks.filter((check) => check.name === name)
  const { installation, close } = await lookAt({ DATA_DIR: dataDir, PORT: '0', MQTT_PORT: '0', ...environment })
  try {
    const [examined] = await runChecks(wanted, installation, options)
    return examined ?? expect.fail(`There is no check ${name}.`)
  } finally {
    await close()
  }
}

function finding(severity: string, what: string | RegExp) {
  const matches = typeof what === 'string' ? expect.stringContaining(what) : expect.stringMatching(what)
  return expect.objectContaining({ severity, what: matches, remedy: expect.stringMatching(/\S/) })
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return address === null || typeof address === 'string' ? expect.fail('no port') : address.port
}

describe('configuration', () => {
  test('names each wrong variable as the start does, those behind others too', async () => {
    const { state, findings } = await examine('configuration', {
      MQTT_PORT: 'many',
      SAMPLE: 'off',
      MQTTS_PORT: '0',
      MQTT_TLS_CERT: '/a.pem',
      SMTP_URL: 'smtp://mail.example.com',
    })
    expect(state).toBe('fault')
    expect(findings).toEqual([
      finding('fault', 'MQTT_PORT must be a port number'),
      finding('fault', 'ADMINISTRATOR_EMAIL must be set'),
      finding('fault', 'MQTT_TLS_CERT and MQTT_TLS_KEY must be set together'),
      finding('fault', 'MAIL_FROM must be set'),
    ])
  })

  test('shows no secret, not even a wrong one', async () => {
    const { findings } = await examine('configuration', { DATABASE_URL: 'mysql://me:word@host/x' })
    expect(findings).toEqual([finding('fault', 'DATABASE_URL')])
    expect(JSON.stringify(findings)).not.toContain('word')
  })

  test('suggests the variable that is meant by one that nothing reads', async () => {
    const { state, findings } = await examine('configuration', { SMTP_ULR: 'x', DATABSE_URL: 'x', HOME: '/' })
    expect(state).toBe('warning')
    expect(findings.map(({ remedy }) => remedy)).toEqual([
      expect.stringContaining('Set SMTP_URL if'),
      expect.stringContaining('Set DATABASE_URL if'),
    ])
    expect(['PACKHOUSE_DATA_DIR', 'HOSTNAME', 'PATH', 'http_proxy', 'NODE_ENV', 'TERM'].map(likelyName)).toEqual([
      'DATA_DIR',
      ...Array.from({ length: 5 }, () => undefined),
    ])
  })
})

describe('this machine', () => {
  test('a port that another program has, and one that two settings name', async () => {
    const other = createServer()
    const port = String(await listen(other))
    const { state, findings } = await examine('ports', { PORT: port, MQTT_PORT: port })
    expect(state).toBe('fault')
    expect(findings).toEqual([
      finding('fault', `Port ${port} (PORT) is taken by`),
      finding('fault', `PORT and MQTT_PORT are both ${port}`),
    ])
    const claim = await claimDataDir(dataDir, { log: createLog('error') })
    expect(await examine('ports', { PORT: port })).toMatchObject({ state: 'ok' })
    await claim.release()
    await new Promise((resolve) => other.close(resolve))
    expect(await examine('ports', { PORT: port })).toMatchObject({ state: 'ok' })
    expect((await examine('ports', { HOST: '192.0.2.1', PORT: port })).findings).toEqual([finding('fault', 'HOST')])
  })

  test('a disk without room; one that is looked at has nothing more on it afterwards', async () => {
    expect((await examine('disk', { DISK_MIN_FREE_MB: '1000000' })).findings).toContainEqual(
      finding('fault', /MiB left, which counts as full \(DISK_MIN_FREE_MB\)/),
    )
    expect(await readdir(dataDir)).toEqual([])
    expect(speedWords('/data', 80)).toEqual([finding('warning', '/data takes 80 ms')])
    expect(speedWords('/data', 5)).toEqual([])
  })

  test('too few descriptors, connections of the embedded database, an old Node and an old cluster', async () => {
    expect(descriptorWords(5_000, 1_024)).toEqual([finding('warning', 'may open 1024')])
    expect(descriptorWords(5_000, 10_000)).toEqual([])
    expect(connectionWords(200, 97)).toEqual([finding('fault', 'DATABASE_POOL')])
    expect(connectionWords(97, 97)).toEqual([])
    expect(nodeWords('20.11.0')).toEqual([finding('fault', 'This is Node 20.11.0')])
    expect(nodeWords(process.versions.node)).toEqual([])
    await mkdir(join(dataDir, 'postgres/cluster'), { recursive: true })
    await writeFile(join(dataDir, 'postgres/cluster/PG_VERSION'), '17\n')
    expect((await examine('versions')).findings).toEqual([finding('fault', 'was made by PostgreSQL 17')])
    // The start says the same, and leaves it as it is.
    const start = new EmbeddedPostgres(dataDir, 'x', createLog('error')).start()
    await expect(start).rejects.toThrow(/made by PostgreSQL 17[^\n]*\nStart the version of Packhouse from before/)
    expect(await readdir(join(dataDir, 'postgres/cluster'))).toEqual(['PG_VERSION'])
  })

  test('a clock that is not synchronized, and one that is not that of the database', () => {
    expect(synchronizedWords('no')).toEqual([finding('warning', 'not synchronized')])
    expect(synchronizedWords('yes')).toEqual([])
    expect(differenceWords(90_000, 60_000)).toEqual([finding('fault', 'is 90 s ahead of')])
    expect(differenceWords(-61_000, 60_000)).toEqual([finding('fault', 'is 61 s behind')])
    expect(differenceWords(59_000, 60_000)).toEqual([])
  })

  test('a data folder that is missing, open to others, or no folder', async () => {
    expect(await examine('data-folder')).toMatchObject({ state: 'ok' })
    await chmod(dataDir, 0o755)
    await writeFile(join(dataDir, 'secrets.json'), '{}', { mode: 0o644 })
    expect((await examine('data-folder')).findings).toEqual([finding('warning', /may use .*data, .*secrets\.json/)])
    const file = join(dataDir, 'secrets.json')
    expect((await examine('data-folder', { DATA_DIR: file })).findings).toEqual([finding('fault', 'is a file')])
    expect((await examine('data-folder', { DATA_DIR: join(folder.path, 'none') })).findings).toEqual([
      finding('warning', 'does not exist'),
    ])
  })

  test('secrets that are damaged, lost, or half rotated', async () => {
    await writeFile(join(dataDir, 'secrets.json'), '{')
    expect((await examine('secrets')).findings).toEqual([finding('fault', 'is damaged')])
    await storeSecrets(dataDir, { database: 'x', tokens: 'y', previous: ['z'] })
    expect((await examine('secrets')).findings).toEqual([finding('warning', 'was interrupted')])
    await rm(join(dataDir, 'secrets.json'))
    await mkdir(join(dataDir, 'postgres/cluster'), { recursive: true })
    await writeFile(join(dataDir, 'postgres/cluster/PG_VERSION'), '18\n')
    expect((await examine('secrets')).findings).toEqual([finding('fault', 'secrets.json is missing')])
  })

  test.skipIf(process.platform === 'win32')('a PostgreSQL that its server has left behind', async () => {
    const cluster = join(dataDir, 'postgres/cluster')
    await mkdir(cluster, { recursive: true })
    const script = 'process.stdout.write("."); setInterval(() => {}, 1000)'
    const child = spawn(process.execPath, ['-e', script, 'postgres', cluster], { cwd: cluster })
    try {
      await once(child.stdout, 'data')
      await writeFile(join(cluster, 'postmaster.pid'), `${child.pid}\n${cluster}\n0\n1\n`)
      expect((await examine('leftover')).findings).toEqual([finding('warning', `process ${child.pid}`)])
    } finally {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    expect(await examine('leftover')).toMatchObject({ state: 'ok' })
  })
})

describe('certificates and mail', () => {
  async function certificateFrom(endsIn: number, name = 'packhouse.example.com') {
    const now = Date.now()
    const pair = makeSelfSigned('test', [name], new Date(now - 100 * DAY_MS), new Date(now + endsIn * DAY_MS))
    const [cert, key] = [join(folder.path, 'cert.pem'), join(folder.path, 'key.pem')]
    await writeFile(cert, pair.cert)
    await writeFile(key, pair.key)
    const environment = {
      MQTTS_PORT: '0',
      MQTT_TLS_CERT: cert,
      MQTT_TLS_KEY: key,
      PUBLIC_URL: 'http://packhouse.example.com',
    }
    return { environment, key, pair }
  }

  test('a certificate that expired, expires soon, has another name or another key, or is no certificate', async () => {
    const good = await certificateFrom(90)
    expect(await examine('certificate', good.environment)).toMatchObject({ state: 'ok' })
    const other = makeSelfSigned('test', ['x'], new Date(), new Date(Date.now() + DAY_MS))
    await writeFile(good.key, other.key)
    expect((await examine('certificate', good.environment)).findings).toEqual([finding('fault', 'is not the key')])
    const { environment: old } = await certificateFrom(-2)
    expect((await examine('certificate', old)).findings).toEqual([finding('fault', 'expired on')])
    const { environment: soon } = await certificateFrom(10.5, 'mqtt.example.com')
    expect((await examine('certificate', soon)).findings).toEqual([
      finding('warning', 'in 10 days'),
      finding('warning', 'and not for packhouse.example.com'),
    ])
    await writeFile(soon.MQTT_TLS_CERT, 'no certificate')
    expect(await examine('certificate', soon)).toMatchObject({ state: 'fault' })
    await rm(soon.MQTT_TLS_CERT)
    expect((await examine('certificate', soon)).findings).toEqual([finding('fault', 'cannot be read (ENOENT)')])
  })

  test('the certificate that people see at PUBLIC_URL', async () => {
    const { pair } = await certificateFrom(3.5)
    const server = createTlsServer(pair)
    const url = `https://localhost:${await listen(server)}`
    expect((await examine('public-certificate', { PUBLIC_URL: url })).findings).toEqual([
      finding('warning', `The certificate of ${url} expires on`),
    ])
    await new Promise((resolve) => server.close(resolve))
    expect((await examine('public-certificate', { PUBLIC_URL: url })).findings).toEqual([
      finding('warning', 'cannot be reached over TLS'),
    ])
  })

  test('a mail server that does not answer, and only where the network may be used', async () => {
    const mails = await new SmtpServer().start()
    const environment = { SMTP_URL: mails.url, MAIL_FROM: 'a@example.com' }
    expect(await examine('mail-server', environment)).toMatchObject({ state: 'skipped' })
    expect(await examine('mail-server', environment, { network: true })).toMatchObject({ state: 'ok' })
    await mails.stop()
    expect((await examine('mail-server', environment, { network: true })).findings).toEqual([
      finding('fault', 'does not take mails from here'),
    ])
  })
})

describe('database', () => {
  let clone: ClonedDatabase

  beforeAll(async () => {
    clone = await cloneDatabase(inject('databaseServer'))
  })
  afterAll(() => clone.drop())

  const outside = () => ({ DATABASE_URL: serviceUrl(clone.url) })

  test('that is as it should be', async () => {
    for (const name of ['database', 'database-clock', 'migrations', 'matching-secrets', 'files']) {
      expect(await examine(name, outside())).toMatchObject({ name, findings: [], state: 'ok' })
    }
  })

  test('that is away, is asked as a superuser, or has too few connections', async () => {
    const away = { DATABASE_URL: 'postgres://me:word@127.0.0.1:1/x' }
    expect((await examine('database', away)).findings).toEqual([finding('fault', 'nothing listens')])
    expect(await examine('migrations', away)).toMatchObject({ state: 'skipped' })
    expect((await examine('database', { DATABASE_URL: clone.url })).findings).toEqual([finding('warning', 'superuser')])
    expect((await examine('database', { ...outside(), DATABASE_POOL: '1000' })).findings).toEqual([
      finding('fault', 'DATABASE_POOL'),
    ])
  })

  test('whose schema is older, newer, or made by other files', async () => {
    await runOn(clone.url, `INSERT INTO migration VALUES ('9999-future.sql', 'x')`)
    await runOn(clone.url, `UPDATE migration SET checksum = 'x' WHERE name LIKE '0003%'`)
    await runOn(clone.url, `DELETE FROM migration WHERE name LIKE '0079%'`)
    const { findings } = await examine('migrations', outside())
    expect(findings).toEqual([
      finding('fault', 'newer than this program: it has 9999-future.sql'),
      finding('fault', 'other forms of 0003-telemetry.sql'),
      finding('warning', '1 migrations have not run yet: 0079'),
    ])
    const claim = await claimDataDir(dataDir, { log: createLog('error') })
    expect((await examine('migrations', outside())).findings.at(-1)).toEqual(finding('fault', 'an older one'))
    await claim.release()
    const empty = await createEmptyDatabase(inject('databaseServer'))
    expect((await examine('migrations', { DATABASE_URL: empty.url })).findings).toEqual([
      finding('warning', /have not run yet: 0001-.* to /),
    ])
    await empty.drop()
  })

  test('whose backups are old; without any nothing is said', async () => {
    expect(await examine('backups', outside())).toMatchObject({ state: 'ok' })
    await runOn(
      clone.url,
      `INSERT INTO backup_run (kind, state, ended_at) VALUES ('backup', 'done', now() - interval '9 days'), ('drill', 'done', now())`,
    )
    expect((await examine('backups', outside())).findings).toEqual([
      finding('warning', 'The newest backup is 9 days old'),
    ])
  })

  test('that does not belong to the secrets, or names files that are missing', async () => {
    await loadSecrets(dataDir)
    await runOn(clone.url, `INSERT INTO setting (key, encrypted) VALUES ('mail.password', '\\x00112233445566778899')`)
    expect((await examine('matching-secrets', outside())).findings).toEqual([
      finding('fault', '1 of 1 encrypted values in the database cannot be read with secrets.json: settings'),
    ])
    await rename(join(dataDir, 'secrets.json'), join(dataDir, 'away'))
    expect((await examine('secrets', outside())).findings).toEqual([finding('warning', 'is missing')])
    await runOn(
      clone.url,
      `INSERT INTO attached_file (id, owner_table, owner_id, name, content_type, size, sha256)
       VALUES ('00000000-0000-7000-8000-000000000001', 'customer', uuidv7(), 'a.pdf', 'application/pdf', 1, repeat('0', 64))`,
    )
    expect((await examine('files', outside())).findings).toEqual([finding('fault', /files that .* 00000000-0000-7000/)])
    await mkdir(join(dataDir, 'files'))
    await writeFile(join(dataDir, 'files/00000000-0000-7000-8000-000000000001'), 'x')
    expect((await examine('files', outside())).state).toBe('ok')
  })
})

describe('the command', () => {
  async function run(args: string[], environment: NodeJS.ProcessEnv): Promise<{ code: number; output: string }> {
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', MQTT_PORT: '0', ...environment }
    return await new Promise((resolve) => {
      execFile(process.execPath, [PROGRAM, ...args], { env }, (error, stdout, stderr) => {
        resolve({ code: Number(error?.code ?? 0), output: stdout + stderr })
      })
    })
  }

  test('ends with 1 where something is a fault, prints JSON, and changes nothing', async () => {
    const good = await run([], {})
    expect(good).toMatchObject({ code: 0, output: expect.stringMatching(/ok +Configuration\n(.*\n)*Faults: 0\./) })
    const bad = await run(['--json'], { LOG_LEVEL: 'loud' })
    expect(bad.code).toBe(1)
    const answer = JSON.parse(bad.output)
    expect(answer).toMatchObject({ ok: false, checks: expect.arrayContaining([]) })
    expect(answer.checks[0].findings).toEqual([finding('fault', 'LOG_LEVEL must be a level such as info')])
    expect(answer.checks.map(({ name }: Examined) => name)).toEqual(checks.map(({ name }) => name))
    expect(await readdir(dataDir)).toEqual([])
  })

  test('does not wait for a check that hangs or fails', async () => {
    const { installation, close } = await lookAt({ DATA_DIR: dataDir })
    const examined = await runChecks(
      [
        { name: 'hangs', title: 'Hangs', examine: () => new Promise(() => undefined) },
        { name: 'fails', title: 'Fails', examine: () => Promise.reject(new Error('of itself')) },
      ],
      installation,
      { network: false, patienceMs: 20 },
    )
    await close()
    expect(reportLines(examined)).toEqual([
      'not examined  Hangs: It did not end within 0.02 s.',
      'not examined  Fails: It failed: of itself',
      '',
      'Faults: 0. Warnings: 0. Checks not examined: 2 of 2.',
    ])
  })
})
