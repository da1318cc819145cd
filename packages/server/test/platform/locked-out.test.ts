import { healthSchema } from '@packhouse/contract'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { runOn } from '../support/databases.ts'
import type { Device } from '../support/device.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { until } from '../support/until.ts'

const USER = 'locked_out'
const LOOKS = 30

const server = inject('databaseServer')
let app: TestApp
let device: Device

beforeAll(async () => {
  await runOn(server, `CREATE ROLE ${USER} LOGIN SUPERUSER PASSWORD 'first'`)
  app = await startTestApp(server, {
    route: (url) => Object.assign(new URL(url), { username: USER, password: 'first' }).href,
  })
  device = await app.device()
})

afterAll(async () => {
  await app.stop()
  await runOn(server, `DROP ROLE ${USER}`)
})

async function setPassword(password: string): Promise<void> {
  await runOn(server, `ALTER ROLE ${USER} PASSWORD '${password}'`)
  await runOn(server, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${USER}'`)
}

async function health() {
  return healthSchema.parse((await app.anonymous.get('/v1/health')).body)
}

test('a password that was changed in the meantime is reported by health as long as it is so, and logged by each once', async () => {
  await setPassword('another')
  const published = device.publish('VFFS-2214', { totalCycles: 1 })
  const words = /^The database does not let the product in/
  await until('it reported by both', async () => {
    const { database, ingest } = await health()
    return words.test(database.detail ?? '') && words.test(ingest.detail ?? '')
  })
  for (let look = 0; look < LOOKS; look += 1) expect((await health()).ingest.detail).toMatch(words)
  expect((await app.anonymous.post('/v1/auth/login', { email: 'a', password: 'b' })).status).toBe(503)
  await setPassword('first')
  await published
  await until('health as before', async () => (await health()).status === 'ok')
  const messages = app.logged.map(({ msg }) => msg)
  expect(messages).toHaveLength(new Set(messages).size)
  expect(messages).toContain('Records are stored again')
})
