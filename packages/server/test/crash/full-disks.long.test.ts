import { cp, readFile, rename, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { healthSchema, sampleDeviceName } from '@packhouse/contract'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SAMPLE_DEVICE_PASSWORD, SAMPLE_PASSWORD } from '../support/databases.ts'
import { Device } from '../support/device.ts'
import { sendRequest } from '../support/http-request.ts'
import { endLeftoverPostgres, openDatabaseOf, ServerProcess } from '../support/server-process.ts'
import { SmallDisk } from '../support/small-disk.ts'
import { makeVolatileFolder, type TemporaryFolder } from '../support/temporary-folder.ts'
import { until } from '../support/until.ts'

const MACHINE = 'VFFS-2214'
const DISK_MB = 220
/** Room for the segments of the log that are there, and for none beside. */
const LOG_DISK_MB = 100
/** How long the issue is watched: longer than what a failed write reports is believed. */
const LOOKS = 40

/** A database that goes down may leave a client without an answer. */
const ANSWERS_SOON = { connectionTimeoutMillis: 10_000, query_timeout: 10_000 }

let folder: TemporaryFolder
let disk: SmallDisk | undefined
let dataDir: string
let server: ServerProcess
let device: Device | undefined

beforeEach(async () => {
  folder = await makeVolatileFolder('full-disks')
})

afterEach(async () => {
  await device?.close().catch(() => undefined)
  if (server.end === undefined) await server.kill()
  await endLeftoverPostgres(dataDir)
  await disk?.unmount()
  await folder.remove()
})

function start(): ServerProcess {
  server = new ServerProcess(dataDir, { SAMPLE_PASSWORD, SAMPLE_DEVICE_PASSWORD })
  return server
}

async function connect(): Promise<Device> {
  const { mqttPort } = await server.ready()
  device = await Device.connect(mqttPort, { username: sampleDeviceName, password: SAMPLE_DEVICE_PASSWORD })
  return device
}

async function health() {
  const { httpPort } = await server.ready()
  return healthSchema.parse((await sendRequest(httpPort, '/v1/health')).body)
}

/** What health says of the database, again and again, each wording once. */
async function wordsOfHealth(): Promise<Set<string | undefined>> {
  const words = new Set<string | undefined>()
  let looks = 0
  await until('enough looks at health', async () => {
    const { database, ingest } = await health()
    words.add(database.detail).add(ingest.detail)
    looks += 1
    return looks >= LOOKS
  })
  return words
}

function linesOfLog(pattern: RegExp): string[] {
  return server.output.split('\n').filter((line) => line.startsWith('{') && pattern.test(line))
}

/** How many records of the machine are stored. */
async function storedRecords(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url, ...ANSWERS_SOON })
  await client.connect()
  try {
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM record JOIN machine ON key = machine_key WHERE machine_id = $1`,
      [MACHINE],
    )
    return rows[0]?.count ?? 0
  } finally {
    await client.end()
  }
}

/** The address of the running database of a data folder. */
async function urlOf(): Promise<string> {
  const { database } = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as { database: string }
  const port = (await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[3]
  return `postgres://packhouse:${database}@127.0.0.1:${port}/packhouse`
}

describe('a full disk', () => {
  test('of the data folder is called so while it is full, logged once, refuses a start in words, and loses nothing', async (context) => {
    disk = await SmallDisk.mount(DISK_MB)
    if (disk === undefined) return context.skip('A file system can be mounted by root alone, and this is another user.')
    dataDir = disk.path
    await start().ready()
    const publisher = await connect()
    const start0 = Date.now() - 60_000
    const publish = (n: number) =>
      publisher.publish(MACHINE, { lastSeen: new Date(start0 + n).toISOString(), totalCycles: n })
    await publish(1)
    const logged = linesOfLog(/./).length
    await disk.fill()
    await until('the full disk reported', async () => (await health()).database.status === 'away')
    const words = 'The disk of the data folder is full; records wait. Make room, and they are stored.'
    expect(await wordsOfHealth()).toEqual(new Set([words, undefined]))
    const others = linesOfLog(/./)
      .slice(logged)
      .filter((line) => !line.includes(words))
    expect(others, others.join('\n')).toEqual([])
    expect(linesOfLog(/"msg":"[^"]*is full/)).toHaveLength(1)
    await disk.free()
    await until('health as before', async () => (await health()).status === 'ok')
    await publish(2)
    await until('the end logged', () => linesOfLog(/has room again/).length === 1)

    await disk.fill()
    await server.kill()
    expect((await start().ended()).code).not.toBe(0)
    expect(server.output).toMatch(/^Packhouse could not start\.\n.* full\. Nothing is lost\. Make room/)
    expect(server.output).not.toMatch(/\n\s+at |corrupt/)

    await disk.free()
    await start().ready()
    expect(await server.stop()).toEqual({ code: 0, signal: null })
    const database = await openDatabaseOf(dataDir)
    expect(await storedRecords(database.url)).toBe(2)
    await database.stop()
  })

  test('of the write-ahead log, if it has its own, is called so until there is room', async (context) => {
    disk = await SmallDisk.mount(LOG_DISK_MB)
    if (disk === undefined) return context.skip('A file system can be mounted by root alone, and this is another user.')
    dataDir = folder.path
    await start().ready()
    await server.stop()
    const log = join(dataDir, 'postgres/cluster/pg_wal')
    const moved = join(disk.path, 'pg_wal')
    await cp(log, moved, { recursive: true, preserveTimestamps: true })
    await disk.own(moved, log)
    await rename(log, `${log}-before`)
    await symlink(moved, log)
    await rm(`${log}-before`, { recursive: true })

    await start().ready()
    const publisher = await connect()
    await publisher.publish(MACHINE, { lastSeen: new Date(Date.now() - 60_000).toISOString(), totalCycles: 1 })
    await disk.fill()
    // Two segments further all that were made before are gone.
    const client = new pg.Client({ connectionString: await urlOf(), ...ANSWERS_SOON })
    client.on('error', () => undefined)
    await client.connect()
    for (let segment = 0; segment < 8; segment += 1) {
      const isGone = await client
        .query(`SELECT pg_logical_emit_message(false, 'test', repeat('x', 100)), pg_switch_wal()`)
        .then(
          () => false,
          () => true,
        )
      if (isGone) break
    }
    // A server that has just gone down may never say goodbye.
    void client.end().catch(() => undefined)
    let isLateStored = false
    const late = publisher
      .publish(MACHINE, { lastSeen: new Date().toISOString(), totalCycles: 2 })
      .then(() => (isLateStored = true))
    const words =
      'The disk of the write-ahead log of the database is full; records wait. Make room, and they are stored.'
    await until('the waiting record reported', async () => (await health()).ingest.detail === words)
    expect(await wordsOfHealth()).toEqual(new Set([words]))
    expect(linesOfLog(/"msg":"[^"]*is full/)).toHaveLength(1)
    // Everything else that needs the database says so once, too.
    const messages = linesOfLog(/./).map((line) => /"msg":"([^"]*)/.exec(line)?.[1])
    expect(messages).toHaveLength(new Set(messages).size)
    await disk.free()
    await until('the waiting record stored', () => isLateStored).catch(async (error: Error) => {
      const state = JSON.stringify({ connected: publisher.connected, health: await health() })
      throw new Error(`${error.message}\n${state}\n${server.output.slice(-4_000)}`, { cause: error })
    })
    await late
    await until('health as before', async () => (await health()).status === 'ok')
    expect(await storedRecords(await urlOf())).toBe(2)
    expect(await server.stop()).toEqual({ code: 0, signal: null })
  })
})
