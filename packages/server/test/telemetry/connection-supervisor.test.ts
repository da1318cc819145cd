import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { ConnectionState } from '../../src/connect/supervisor/connection-states.ts'
import { ConnectionSupervisor } from '../../src/connect/supervisor/connection-supervisor.ts'
import { DatabaseSignals } from '../../src/platform/database-signals.ts'
import { keysOf } from '../../src/platform/installation-keys.ts'
import { createLog } from '../../src/platform/log.ts'
import { type ClonedDatabase, cloneDatabase } from '../support/databases.ts'
import { until } from '../support/until.ts'
import { IMPOSSIBLE, TcpListener, type TcpSettings, tcpKind } from './support/tcp-connections.ts'

type Supervisor = ConnectionSupervisor<TcpSettings, ConnectionState, string>

let database: ClonedDatabase
let pool: pg.Pool
let listener: TcpListener
let running: Supervisor[] = []
let listening: DatabaseSignals[] = []

beforeAll(async () => {
  database = await cloneDatabase(inject('databaseServer'))
  pool = new pg.Pool({ connectionString: database.url, max: 4 })
  pool.on('error', () => undefined)
})

beforeEach(async () => {
  listener = new TcpListener()
  await listener.start()
})

afterEach(async () => {
  await Promise.all(running.map((supervisor) => supervisor.stop()))
  running = []
  await Promise.all(listening.map((signals) => signals.stop()))
  listening = []
  await pool.query('DELETE FROM mqtt_subscriber')
  await listener.stop()
})

afterAll(async () => {
  await pool.end()
  await database.drop()
})

function supervisor(copy = { isPaused: false }): Supervisor {
  const signals = new DatabaseSignals(database.url, createLog('silent'))
  const made = new ConnectionSupervisor(tcpKind(), {
    database: { pool },
    databaseUrl: database.url,
    log: createLog('fatal'),
    keys: keysOf('key of the tests'),
    copy,
    signals,
  })
  running.push(made)
  listening.push(signals)
  void signals.start()
  return made
}

async function add(name: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO mqtt_subscriber (name, enabled, broker_url, client_id, topic_filter, qos, protocol, encoding,
       reject_unauthorized)
     VALUES ($1, true, $2, $1, '#', 0, '5', 'json', true) RETURNING id`,
    [name, listener.url],
  )
  return rows[0]?.id ?? ''
}

async function change(id: string, assignment: string): Promise<void> {
  await pool.query(`UPDATE mqtt_subscriber SET ${assignment}, row_version = row_version + 1 WHERE id = $1`, [id])
}

async function state(id: string) {
  const { rows } = await pool.query<{ status: string; errors: number; lastError: string | null }>(
    `SELECT status, error_count::int AS errors, last_error AS "lastError" FROM mqtt_subscriber_state
     WHERE subscriber_id = $1`,
    [id],
  )
  return rows[0]
}

async function untilSaid(...names: string[]): Promise<void> {
  await until(`the connections ${names}`, () => listener.said.join() === names.toSorted().join())
}

/** Whether no server owns the connection: its lock can be taken. */
async function isFree(id: string): Promise<boolean> {
  const { rows } = await pool.query<{ held: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_locks, (SELECT hashtextextended('mqtt_subscriber ' || $1 || ' 0', 0) AS key) k
       WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
         AND ((classid::bigint << 32) | objid::bigint) = k.key) AS held`,
    [id],
  )
  return rows[0]?.held === false
}

test('a restored copy connects to nothing until it is released', async () => {
  const id = await add('one')
  const copy = { isPaused: true }
  const paused = supervisor(copy)
  await paused.start()
  await paused.refresh()
  expect([listener.said, await isFree(id)]).toEqual([[], true])
  copy.isPaused = false
  await paused.refresh()
  await untilSaid('one')
})

test('of two supervisors one owns a connection, and the other takes over when the first stops', async () => {
  const id = await add('one')
  const [first, second] = [supervisor(), supervisor()]
  await first.start()
  await second.start()
  await untilSaid('one')
  await second.refresh()
  expect(listener.said).toEqual(['one'])
  await first.stop()
  expect(listener.ended).toEqual(['one shutdown'])
  await second.refresh()
  await untilSaid('one')
  await until('the status', async () => (await state(id))?.status === 'connected')
})

test('an owner that loses its session with the database leaves the connection to anyone who took it over', async () => {
  await add('one')
  const [first, second] = [supervisor(), supervisor()]
  await first.start()
  await untilSaid('one')
  await second.start()
  await pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  )
  await until('the takeover', async () => {
    await second.refresh()
    return listener.said.length === 2
  })
  await until('the retreat', async () => {
    await first.refresh()
    return listener.ended.includes('one lockLost')
  })
  expect(listener.said).toEqual(['one'])
})

test('a change restarts the connection that it is of and no other', async () => {
  const id = await add('one')
  await add('two')
  await supervisor().start()
  await untilSaid('one', 'two')
  await change(id, `name = 'new'`)
  await untilSaid('new', 'two')
  expect(listener.ended).toEqual(['one changed'])
})

test('a connection that is switched off or deleted ends, and its lock is free', async () => {
  const [one, two] = [await add('one'), await add('two')]
  const owner = supervisor()
  await owner.start()
  await untilSaid('one', 'two')
  expect([await isFree(one), await isFree(two)]).toEqual([false, false])
  await change(one, 'enabled = false')
  await pool.query('DELETE FROM mqtt_subscriber WHERE id = $1', [two])
  await owner.refresh()
  expect(listener.ended.toSorted()).toEqual(['one removed', 'two removed'])
  expect([await isFree(one), await isFree(two)]).toEqual([true, true])
})

test('a connection that fails says why, waits, and comes back by itself', async () => {
  const id = await add('one')
  await listener.stop()
  await supervisor().start()
  await until('two attempts', async () => ((await state(id))?.errors ?? 0) >= 2)
  expect(await state(id)).toMatchObject({
    status: 'waiting',
    lastError: `Nothing listens at ${listener.url}. Check the address and the port, and whether the server runs.`,
  })
  await listener.start()
  await untilSaid('one')
  await until('the status', async () => (await state(id))?.status === 'connected')
  await listener.stop()
  await until('the loss', async () => (await state(id))?.status === 'waiting')
})

test('one that cannot be made holds up no other, and its lock is left to others', async () => {
  const id = await add(IMPOSSIBLE)
  await add('two')
  const owner = supervisor()
  await owner.start()
  await untilSaid('two')
  await owner.refresh()
  expect(await isFree(id)).toBe(true)
  await change(id, `name = 'one'`)
  await untilSaid('one', 'two')
})

test('a stop ends all connections, writes that they wait, and leaves no lock', async () => {
  const [one, two] = [await add('one'), await add('two')]
  const owner = supervisor()
  await owner.start()
  await untilSaid('one', 'two')
  await owner.stop()
  expect(listener.ended.toSorted()).toEqual(['one shutdown', 'two shutdown'])
  for (const id of [one, two]) {
    expect((await state(id))?.status).toBe('waiting')
    await until('the lock', () => isFree(id))
  }
  await owner.refresh()
  expect(listener.said).toEqual([])
})

test('counters go on from where they were', async () => {
  const id = await add('one')
  await listener.stop()
  const first = supervisor()
  await first.start()
  await until('a failure', async () => ((await state(id))?.errors ?? 0) >= 1)
  await first.stop()
  const before = (await state(id))?.errors ?? 0
  await supervisor().start()
  await until('one more', async () => ((await state(id))?.errors ?? 0) > before)
})
