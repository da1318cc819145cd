import { expect, test } from 'vitest'
import { HealthStore } from '../../src/insight/health-store/health-store.ts'
import { Database } from '../../src/platform/database.ts'
import { createLog } from '../../src/platform/log.ts'
import { expectProblem } from '../support/problem.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp({ environment: { NODE_NAME: 'this-node' } })
const PATH = '/v1/prometheus/dashboard'

const dashboard = async (query: Record<string, string> = {}) =>
  await (await app.as('staff')).call('prometheusDashboard', { query })

/** All records that the samples of this server amount to. */
async function recordsIn(step: number): Promise<number> {
  const [found] = await app.sql<{ records: number }>(
    `SELECT round(sum(records_per_second * seconds))::int AS records FROM health_sample WHERE node = 'this-node' AND step = $1`,
    [step],
  )
  return found?.records ?? 0
}

test('a server stores what it measures of itself, and loses nothing of it in a restart', async () => {
  await until('the first look', async () => (await dashboard()).nodes.length > 0)
  const device = await app.device()
  for (let n = 0; n < 7; n++) {
    await device.publish('VFFS-1001', {
      lastSeen: new Date(Date.now() - n * 1_000).toISOString(),
      totalCycles: 9 - n,
    })
  }
  await app.stopProduct()
  const [stopped] = await app.sql<{ stopped: boolean }>('SELECT stopped_at IS NOT NULL AS stopped FROM health_node')
  expect(stopped?.stopped).toBe(true)
  expect([await recordsIn(15), await recordsIn(300)]).toEqual([7, 7])

  await app.startProduct()
  await until('the server again', async () => (await dashboard()).nodes[0]?.state === 'up')
  expect([await recordsIn(15), await recordsIn(300)]).toEqual([7, 7])
  const shown = await dashboard({ window: '1h', node: 'this-node' })
  expect(shown.nodes[0]).toMatchObject({ name: 'this-node', version: '0.0.0-test', lastError: null, isDraining: false })
  expect(shown.nodes[0]?.roles.toSorted()).toEqual(['api', 'ingest', 'worker'])
  expect(shown.nodes[0]?.series).toBeGreaterThan(100)
  expect(shown.figures.recordsPerSecond?.most).toBeGreaterThan(0)
  expect(shown.figures.memoryBytes?.now).toBeGreaterThan(10_000_000)
  expect(shown.services.find(({ name }) => name === 'ingest')?.state).toBe('ok')
  // What the PostgreSQL that Packhouse brings lacks is said where it works too.
  const database = shown.services.find(({ name }) => name === 'database')
  expect(database?.state).toBe('ok')
  expect(database?.detail ?? '').toContain('known security holes')
})

test('what no server has reported is unknown and never 0', async () => {
  const { figures, stepSeconds, from, at } = await dashboard({ window: '24h' })
  const values = figures.recordsPerSecond?.values ?? []
  expect([values.length, stepSeconds]).toEqual([288, 300])
  expect(Date.parse(from) + 288 * 300_000).toBeGreaterThan(Date.parse(at))
  expect(values.slice(0, 200).every((value) => value === null)).toBe(true)
  // The disk of a test's server is not looked at.
  expect(figures.diskUsedBytes).toMatchObject({ now: null, most: null })

  await app.sql(`
    INSERT INTO health_node (name, version, started_at, last_at, took_ms, series, issues)
    VALUES ('silent-node', '0', now() - interval '1 day', now() - interval '2 min', 1, 1, '{}')`)
  const silent = await dashboard({ window: '1h', node: 'silent-node' })
  expect(silent.nodes.map(({ name, state }) => [name, state])).toEqual([
    ['silent-node', 'unknown'],
    ['this-node', 'up'],
  ])
  expect(silent.figures.memoryBytes).toMatchObject({ now: null, most: null })
  const states = silent.services.map(({ name, state }) => [name, state])
  expect(states).toContainEqual(['ingest', 'unknown'])
  expect(states).toContainEqual(['backup', 'absent'])
})

test('a ring takes the same room for ever', async () => {
  const database = new Database(app.databaseUrl, createLog('warn'))
  try {
    const store = new HealthStore(database.system)
    const node = { name: 'ring', version: '1', startedAt: new Date(), tookMs: 1, series: 1, issues: {} }
    const figures = Object.fromEntries(Object.keys((await dashboard()).figures).map((name) => [name, 1])) as never
    const start = Date.UTC(2026, 0, 1)
    const rows = async () =>
      await app.sql(
        `SELECT step, count(*)::int AS rows, max(at) AS newest FROM health_sample WHERE node = 'ring' GROUP BY 1 ORDER BY 1`,
      )
    await store.write(node, start, 15, figures)
    await store.write(node, start + 15_000, 15, figures)
    expect(await rows()).toMatchObject([
      { step: 15, rows: 2 },
      { step: 300, rows: 1 },
    ])
    // A day later the fine ring, 30 days later the coarse one has gone round.
    await store.write(node, start + 30 * 86_400_000, 15, figures)
    expect(await rows()).toEqual([
      { step: 15, rows: 2, newest: new Date(start + 30 * 86_400_000) },
      { step: 300, rows: 1, newest: new Date(start + 30 * 86_400_000) },
    ])
  } finally {
    await database.stop()
  }
})

test('is for staff who may see system health, and refuses windows and servers that there are not', async () => {
  const staff = await app.as('staff')
  expectProblem(await staff.get(`${PATH}?window=1e9`), 'invalid_request')
  expect((await staff.get(`${PATH}?node=${encodeURIComponent("x'; --")}`)).status).toBe(404)
  expect((await app.anonymous.get(PATH)).status).toBe(401)
  expect((await (await app.as('customer')).get(PATH)).status).toBe(403)
})

test('a scraper needs a key that may see system health', async () => {
  const scrape = async (headers: Record<string, string>) =>
    (await app.anonymous.get('/v1/prometheus/metrics', headers)).status
  expect(await scrape({})).toBe(401)
  expect(await scrape({ authorization: 'Bearer phk_nonsense' })).toBe(401)
  const staff = await app.as('staff')
  const keyWith = async (permission: string) => {
    const made = (await staff.post('/v1/auth/api-keys', { name: `Key ${permission}` })).body as {
      id: string
      key: string
    }
    await app.sql(
      `WITH made AS (INSERT INTO api_key_scope (name, risk) VALUES ($1, 'low') RETURNING id),
        may AS (INSERT INTO api_key_scope_permission (scope_id, permission) SELECT id, $1 FROM made)
       INSERT INTO api_key_scope_of (api_key_id, scope_id) SELECT $2, id FROM made`,
      [permission, made.id],
    )
    return made.key
  }
  const [seeing, blind] = [await keyWith('operation.read'), await keyWith('customer.access')]
  expect(await scrape({ authorization: `Bearer ${seeing}` })).toBe(200)
  expect(await scrape({ 'x-api-key': blind })).toBe(403)
})
