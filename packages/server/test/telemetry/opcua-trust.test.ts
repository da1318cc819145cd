import type { OpcuaTest } from '@packhouse/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestOpcuaServer } from '../support/opcua-server.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { opcuaConnectionsOf, PATH } from './support/opcua-connections.ts'

/** Records that wait for their commit. */
const WAITING = 20
const app = useTestApp()
const { add, look, change, remove, untilStatus, untilMachine } = opcuaConnectionsOf(app, () => server)
let server: TestOpcuaServer

beforeAll(async () => {
  server = await TestOpcuaServer.start()
})

afterAll(async () => {
  await server.stop()
})

/** How many records were handed to the ingest. */
async function received(): Promise<number> {
  return (await (await app.as('staff')).call('ignitionHealth')).ingest.received
}

async function tested(id: string): Promise<OpcuaTest> {
  return (await (await app.as('staff')).post(`${PATH}/${id}/test`, {})).body as OpcuaTest
}

test('the test reports the certificate of the server; a connection it is pinned in refuses another before it signs in', async () => {
  const { id, serverTrust } = await add({ securityMode: 'signAndEncrypt' })
  expect(serverTrust).toBe('notVerified')
  const first = await tested(id)
  expect(first).toMatchObject({ ok: true, serverCertificate: server.certificate.fingerprint256 })
  expect(first.steps[1]).toMatchObject({ name: 'Certificate', words: expect.stringContaining('Not verified') })

  await change(id, { serverCertificate: first.serverCertificate, enabled: true })
  expect((await untilStatus(id, 'connected')).serverTrust).toBe('pinned')
  expect((await tested(id)).steps[1]?.words).toContain('the pinned certificate')
  await change(id, { enabled: false })
  await until('the end of its session', () => server.sessions === 0)

  await server.changeCertificate()
  await change(id, { enabled: true })
  const { lastError } = await untilStatus(id, 'failed')
  expect(lastError).toContain(server.certificate.fingerprint256)
  expect(lastError).toContain('Ask its owner')
  const second = await tested(id)
  expect(second).toMatchObject({ ok: false, serverCertificate: null, steps: [{ name: 'Certificate', ok: false }] })
  expect(server.allSessions).toBe(0)

  const written = server.certificate.fingerprint256.replaceAll(':', '').toLowerCase()
  await change(id, { serverCertificate: written })
  await untilStatus(id, 'connected')
  await remove(id)
})

test('with a certificate pinned and messages unprotected it does not sign in, and says what to choose', async () => {
  const before = server.allSessions
  const { id, rowVersion } = await add({ serverCertificate: server.certificate.fingerprint256, enabled: true })
  expect((await untilStatus(id, 'failed')).lastError).toContain('without signing or encryption')
  expect((await tested(id)).steps).toMatchObject([{ name: 'Certificate', ok: false }])
  expect(server.allSessions).toBe(before)
  const body = { serverCertificate: 'ab'.repeat(20), rowVersion }
  const short = await (await app.as('staff')).request(`${PATH}/${id}`, { method: 'PUT', body })
  expect(short.status).toBe(400)
  expect(short.text).toContain('SHA-256')
  await remove(id)
})

test('a speed of bad quality is not known, and not the last one that was reported', async () => {
  const { id } = await add({ enabled: true })
  await untilMachine('the speed', ({ cyclesPerMin }) => cyclesPerMin === 42)
  server.set('Status.CurMachSpeed', undefined)
  await untilMachine('no speed', ({ cyclesPerMin }) => cyclesPerMin === null)
  server.set('Status.CurMachSpeed', 43)
  await untilMachine('a speed again', ({ cyclesPerMin }) => cyclesPerMin === 43)
  await remove(id)
})

test('while nothing can be stored, what is reported waits and nothing of it is lost', async () => {
  const { id } = await add({ enabled: true })
  await until('the first values', async () => (await look(id)).messageCount > 0)
  const holder = await app.connection()
  await holder.query('BEGIN')
  await holder.query('LOCK TABLE record IN SHARE MODE')
  const { messageCount, errorCount } = await look(id)
  const before = await received()
  let cycles = 1000
  await until('many that wait', async () => {
    cycles += 1
    server.set('Admin.ProdProcessedCount', cycles)
    return (await received()) >= before + WAITING
  })
  const held = await look(id)
  expect(held).toMatchObject({ status: 'connected', errorCount, lastError: null })
  expect(held.messageCount).toBe(messageCount)
  await holder.query('COMMIT')
  await untilMachine('the newest value', ({ totalCycles }) => totalCycles === cycles)
  await until('the count', async () => (await look(id)).messageCount >= messageCount + WAITING)
  await remove(id)
})
