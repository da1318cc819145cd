import { afterEach, describe, expect, test } from 'vitest'
import { RawConnection } from '../support/raw-connection.ts'
import type { TestApp } from '../support/test-app.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

const few = useTestApp({
  environment: {
    HTTP_CONNECTIONS: '20',
    HTTP_CONNECTIONS_PER_ADDRESS: '10',
    HTTP_HEADER_SECONDS: '600',
    HTTP_REQUEST_SECONDS: '600',
  },
})
const hasty = useTestApp({
  environment: { HTTP_HEADER_SECONDS: '1', HTTP_REQUEST_SECONDS: '2', HTTP_IDLE_SECONDS: '1' },
})
const behindProxy = useTestApp({ environment: { HTTP_CONNECTIONS_PER_ADDRESS: '5', TRUSTED_PROXIES: '127.0.0.2/32' } })

const unhurried = useTestApp({ environment: { HTTP_NEW_CONNECTIONS_PER_ADDRESS: '5' } })

const STRANGER = '127.0.0.2'
const opened: RawConnection[] = []

afterEach(() => {
  for (const connection of opened.splice(0)) connection.close()
})

async function open(app: TestApp, count: number, sent: string, from = STRANGER): Promise<RawConnection[]> {
  const made: RawConnection[] = []
  for (let index = 0; index < count; index++) {
    const connection = await RawConnection.open(app.port, from)
    connection.send(sent)
    made.push(connection)
  }
  opened.push(...made)
  return made
}

/** Of an app that is hasty a busy machine may be too slow to ask, and asks again. */
async function refused(app: TestApp, reason: string): Promise<number> {
  const counts = await until('the counts', async () => {
    const staff = await app.signIn('staff').catch(() => undefined)
    return await staff?.call('refusalCounts').catch(() => undefined)
  })
  return counts.refused[`http.${reason}`] ?? 0
}

const countOpen = (connections: readonly RawConnection[]) => connections.filter(({ closed }) => !closed).length

describe('connections of one address beyond its limit', () => {
  test.each([
    ['that send nothing', ''],
    ['that send half of their headers', 'GET /v1/health HTTP/1.1\r\nHost:'],
    ['that have been answered', 'GET /v1/health HTTP/1.1\r\nHost: x\r\n\r\n'],
    [
      'that send half of a body',
      'POST /v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
    ],
  ])('%s make room for new ones', async (_, sent) => {
    const connections = await open(few, 10, sent)
    // What sends slowly is only given up when it has not got on for a while.
    await until('room for a new one', async () => {
      const [next] = await open(few, 1, 'GET /v1/health HTTP/1.1\r\nHost: x\r\n\r\n')
      return (
        (await until(
          'its answer or its end',
          () => next?.received.startsWith('HTTP/1.1 200') || (next?.closed && 'ended'),
        )) === true
      )
    })
    await until('the end of an old one', () => countOpen(connections) < 10)
    expect(await refused(few, 'connection_made_room')).toBeGreaterThan(0)
  })

  test('that are live streams keep theirs; further ones are ended', async () => {
    const { authorization, 'x-api-key': key } = await (await few.as('staff')).headers()
    const request = `GET /v1/ignition/machines/me/stream HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nX-API-KEY: ${key}\r\n\r\n`
    const streams = await open(few, 10, request)
    await until('the streams', () => streams.every(({ received }) => received.startsWith('HTTP/1.1 200')))
    const before = await refused(few, 'connections_of_address')
    const further = await open(few, 3, 'GET /v1/health HTTP/1.1\r\nHost: x\r\n\r\n')
    await until('the end of the further ones', () => countOpen(further) === 0)
    expect(countOpen(streams)).toBe(10)
    expect(await refused(few, 'connections_of_address')).toBe(before + 3)
    // Another address has its own places.
    expect((await few.anonymous.get('/v1/health')).status).toBe(200)
  })
})

test('of all connections together the oldest idle ones make room', async () => {
  const sets = await Promise.all(['127.0.0.2', '127.0.0.3', '127.0.0.4'].map((from) => open(few, 8, '', from)))
  await until('no more than there may be', () => countOpen(sets.flat()) <= 20)
  expect((await few.anonymous.get('/v1/health')).status).toBe(200)
})

test('of many new connections of one address at once the first are served, and another address notices nothing', async () => {
  const connections = await Promise.all(Array.from({ length: 40 }, () => RawConnection.open(unhurried.port, STRANGER)))
  opened.push(...connections)
  await until('the end of what is too much', () => countOpen(connections) < 40)
  expect((await unhurried.anonymous.get('/v1/health')).status).toBe(200)
  expect(await refused(unhurried, 'new_connections_of_address')).toBeGreaterThan(0)
  await until('a new one that is served', async () => {
    const [next] = await open(unhurried, 1, 'GET /v1/health HTTP/1.1\r\nHost: x\r\n\r\n')
    const outcome = () => (next?.received.startsWith('HTTP/1.1 200') ? 'served' : next?.closed && 'ended')
    return (await until('its answer or its end', outcome)) === 'served'
  })
})

test('a body of hardly anything but chunks ends its connection, and is counted', async () => {
  const before = await refused(unhurried, 'small_chunks')
  const head =
    'POST /v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n'
  const [connection] = await open(unhurried, 1, `${head}${'1\r\n \r\n'.repeat(50_000)}`)
  await connection?.untilClosed()
  expect(await refused(unhurried, 'small_chunks')).toBe(before + 1)
})

test('a trusted proxy speaks for many and has no limit of an address', async () => {
  const connections = await open(behindProxy, 20, 'GET /v1/health HTTP/1.1\r\nHost: x\r\n\r\n')
  await until('the answers', () => connections.every(({ received }) => received.startsWith('HTTP/1.1 200')))
  expect(countOpen(connections)).toBe(20)
})

test.each([
  ['no request', 'nonsense\r\n\r\n', 400, 'invalid_request'],
  [
    'headers that are too large',
    `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
])('%s is answered as a problem like all others', async (_, sent, status, code) => {
  const [connection] = await open(unhurried, 1, sent)
  await connection?.untilClosed()
  const [head = '', body = ''] = connection?.received.split('\r\n\r\n') ?? []
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(head).toContain('Content-Type: application/problem+json')
  expect(JSON.parse(body)).toMatchObject({ status, code })
})

describe('a connection is ended', () => {
  test.each([
    ['that sends nothing', ''],
    ['that sends its headers slowly', 'GET /v1/health HTTP/1.1\r\nHost:'],
    [
      'that sends its body slowly',
      'POST /v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
    ],
  ])('%s', async (_, sent) => {
    const before = await refused(hasty, 'slow_request')
    const [connection] = await open(hasty, 1, sent)
    await connection?.untilClosed()
    expect(connection?.received).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
    expect(connection?.received).toContain('"code":"request_timeout"')
    expect(await refused(hasty, 'slow_request')).toBeGreaterThan(before)
  })

  test('that has been answered and asks nothing more', async () => {
    // A busy machine may have been too slow to ask in time.
    await until('one that has been answered', async () => {
      const [connection] = await open(hasty, 1, 'GET /v1/health HTTP/1.1\r\nHost: x\r\n\r\n')
      await connection?.untilClosed()
      return connection?.received.startsWith('HTTP/1.1 200 ')
    })
  })
})
