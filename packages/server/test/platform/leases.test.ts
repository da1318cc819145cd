import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { Database } from '../../src/platform/database.ts'
import { type Fence, LeaseKeeper, LeaseLost } from '../../src/platform/leases/lease-keeper.ts'
import { createLog } from '../../src/platform/log.ts'
import { NodeRegistry } from '../../src/platform/nodes/node-registry.ts'
import { type ClonedDatabase, cloneDatabase } from '../support/databases.ts'
import { useMovableClock } from '../support/movable-clock.ts'
import { until } from '../support/until.ts'

const HOUR_MS = 3_600_000
const log = createLog('fatal')
const clock = useMovableClock('running')
let clone: ClonedDatabase
let database: Database

beforeAll(async () => {
  clone = await cloneDatabase(inject('databaseServer'))
  database = new Database(clone.url, log)
})
afterAll(async () => {
  await database.stop()
  await clone.drop()
})

const owners = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']

/** No lease ends by itself, however busy the machine is. */
const HOUR_SECONDS = 3_600

/** Ends a lease as if its time were over. */
async function endLease(name: string): Promise<void> {
  await database.pool.query(`UPDATE lease SET until_at = clock_timestamp() - interval '1 s' WHERE name = $1`, [name])
}

/** Whether somebody waits for a lease that is locked. */
async function isWaitedFor(): Promise<boolean> {
  const { rowCount } = await database.pool.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%INTO lease%'`,
  )
  return rowCount === 1
}

/** Somebody who tries for a lease, and notes what it hears. */
class Member {
  readonly told: string[] = []
  fence: Fence | undefined
  readonly keeper: LeaseKeeper

  constructor(name: string, owner: string, times: { lookMs?: number } = {}) {
    const user = {
      begin: async (fence: Fence) => {
        this.fence = fence
        this.told.push('begin')
      },
      end: async (isLost: boolean) => void this.told.push(isLost ? 'lost' : 'end'),
    }
    this.keeper = new LeaseKeeper(name, user, {
      db: database.system,
      owner,
      log,
      seconds: HOUR_SECONDS,
      lookMs: 20,
      ...times,
    })
  }

  /** Writes as the owner. */
  async write(): Promise<void> {
    await database.system.transaction().execute(async (transaction) => await this.fence?.assert(transaction))
  }
}

test('a lease has one owner, and its end hands it over at once', async () => {
  const [first, second] = owners.map((owner) => new Member('handed over', owner)) as [Member, Member]
  await first.keeper.start()
  await second.keeper.start()
  expect([first.told, second.told]).toEqual([['begin'], []])
  await first.write()
  await first.keeper.stop()
  await until('the other one', () => second.keeper.isHeld)
  expect([first.told, second.told]).toEqual([['begin', 'end'], ['begin']])
  await second.keeper.stop()
})

test('who does not renew is followed by another, and cannot write any more', async () => {
  // It looks once and then no more, as a frozen process.
  const [still, next] = [
    new Member('taken over', owners[0] ?? '', { lookMs: 600_000 }),
    new Member('taken over', owners[1] ?? ''),
  ]
  await still.keeper.start()
  expect(still.told).toEqual(['begin'])
  await endLease('taken over')
  await next.keeper.start()
  expect(next.told).toEqual(['begin'])
  await expect(still.write()).rejects.toBeInstanceOf(LeaseLost)
  await next.write()
  await Promise.all([still.keeper.stop(), next.keeper.stop()])
})

test('what an owner writes is finished before another one begins', async () => {
  const [first, second] = [
    new Member('in the middle', owners[0] ?? '', { lookMs: 600_000 }),
    new Member('in the middle', owners[1] ?? ''),
  ]
  await first.keeper.start()
  await endLease('in the middle')
  await database.system.transaction().execute(async (transaction) => {
    await first.fence?.assert(transaction)
    void second.keeper.start()
    await until('the other one at it', async () => second.told.length > 0 || (await isWaitedFor()))
    expect(second.told).toEqual([])
  })
  await until('the other one', () => second.keeper.isHeld)
  await Promise.all([first.keeper.stop(), second.keeper.stop()])
})

test('an owner that cannot renew its lease is none any more when its time is over, by its own clock', async () => {
  const still = new Member('not renewed', owners[0] ?? '', { lookMs: 24 * HOUR_MS })
  await still.keeper.start()
  await clock.jump(HOUR_MS / 2)
  expect(still.keeper.isHeld).toBe(true)
  await clock.jump(HOUR_MS / 2)
  expect(still.keeper.isHeld).toBe(false)
  await still.keeper.stop()
})

test('an owner renews its lease again and again, and stays the owner for as long as it does', async () => {
  const owner = new Member('renewed', owners[0] ?? '', { lookMs: HOUR_MS / 4 })
  await owner.keeper.start()
  const endOf = async () => {
    const { rows } = await database.pool.query<{ at: Date }>(`SELECT until_at AS at FROM lease WHERE name = 'renewed'`)
    return rows[0]?.at.getTime() ?? 0
  }
  for (let quarter = 0; quarter < 8; quarter++) {
    const before = await endOf()
    await clock.jump(HOUR_MS / 4)
    await until('the lease is renewed', async () => (await endOf()) > before)
  }
  expect(owner.keeper.isHeld).toBe(true)
  expect(owner.told).toEqual(['begin'])
  await owner.keeper.stop()
})

test('work that cannot be begun leaves the lease to others', async () => {
  const refused = new LeaseKeeper(
    'not begun',
    { begin: () => Promise.reject(new Error('Not now')), end: async () => undefined },
    { db: database.system, owner: owners[0] ?? '', log, lookMs: 600_000 },
  )
  await refused.start()
  expect(refused.isHeld).toBe(false)
  const other = new Member('not begun', owners[1] ?? '')
  await other.keeper.start()
  expect(other.keeper.isHeld).toBe(true)
  await Promise.all([refused.stop(), other.keeper.stop()])
})

test('nodes are entered while they live, with whether they end', async () => {
  const facts = { name: 'here', version: '1', migration: 83 }
  const [ingest, other] = ['one', 'two'].map(
    (id) => new NodeRegistry(database.system, { ...facts, id, roles: new Set(['ingest'] as const) }, log),
  ) as [NodeRegistry, NodeRegistry]
  await ingest.start('127.0.0.1:1')
  await other.start('127.0.0.1:2')
  const living = async () => {
    const { rows } = await database.pool.query<{ id: string }>('SELECT id FROM node WHERE NOT is_draining ORDER BY id')
    return rows.map(({ id }) => id)
  }
  expect(await living()).toEqual(['one', 'two'])
  await other.drain()
  expect(await living()).toEqual(['one'])
  await Promise.all([ingest.stop(), other.stop()])
  expect(await living()).toEqual([])
})

test('a node says every two seconds that it lives', async () => {
  const facts = { id: 'beating', name: 'here', version: '1', migration: 83, roles: new Set(['ingest'] as const) }
  const node = new NodeRegistry(database.system, facts, log)
  await node.start('127.0.0.1:3')
  const silentFor = `UPDATE node SET heartbeat_at = now() - interval '1 hour' WHERE id = 'beating'`
  const lives = `SELECT FROM node WHERE id = 'beating' AND heartbeat_at > now() - interval '30 min'`
  for (let beat = 0; beat < 3; beat++) {
    await database.pool.query(silentFor)
    await clock.move(2_000)
    await until('a heartbeat', async () => (await database.pool.query(lives)).rowCount === 1)
  }
  await node.stop()
})
