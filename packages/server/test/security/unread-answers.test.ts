import type { OutgoingHttpHeaders } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { heldBytes } from '../support/held-bytes.ts'
import { RawConnection } from '../support/raw-connection.ts'
import type { TestApp } from '../support/test-app.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

const MIB = 1024 * 1024
const MACHINE = 'VFFS-2214'
/** Answers about this machine are of 4 MB. */
const prepare = `UPDATE machine SET description = repeat('x', 4000000) WHERE machine_id = '${MACHINE}'`

const app = useTestApp({ prepare })
const impatient = useTestApp({
  prepare,
  environment: { HTTP_UNREAD_SECONDS: '1', HTTP_UNREAD_MB_PER_CONNECTION: '500' },
})
const narrow = useTestApp({ prepare, environment: { HTTP_UNREAD_MB_PER_ADDRESS: '16' } })
const tight = useTestApp({ prepare, environment: { HTTP_UNREAD_MB: '16' } })

const opened: RawConnection[] = []

afterEach(() => {
  for (const connection of opened.splice(0)) connection.close()
})

/** Connections that ask and read nothing. @param times how often each asks, at once */
async function ask(product: TestApp, count: number, path: string, times: number, headers: OutgoingHttpHeaders = {}) {
  const lines = Object.entries({ host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const request = `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
  for (let made = 0; made < count; made++) {
    const connection = await RawConnection.open(product.port)
    opened.push(connection)
    connection.pause()
    connection.send(request.repeat(times))
  }
}

async function refused(product: TestApp, reason: string): Promise<number> {
  const { refused } = await (await product.as('staff')).call('refusalCounts')
  return refused[`http.${reason}`] ?? 0
}

test.each(['/v1/openapi.json', '/docs/js/scalar.js'])(
  '%s is held once, however many ask and do not read',
  async (path) => {
    await app.anonymous.get(path)
    const before = heldBytes()
    await ask(app, 40, path, 8)
    // Further answers show that those before them have been made.
    for (let round = 0; round < 3; round++) expect((await app.anonymous.get('/v1/health')).status).toBe(200)
    expect(heldBytes() - before).toBeLessThan(64 * MIB)
  },
)

test('of large answers that are asked for at once on a connection, those behind an unread one are not made', async () => {
  const customer = await app.as('customer')
  const path = `/v1/ignition/machines/${MACHINE}`
  const left = async () => Number(/r=(\d+)/.exec(String((await customer.get(path)).headers.ratelimit))?.[1])
  const before = await left()
  await ask(app, 1, path, 8, await customer.headers())
  // Each look is an answer of the same size, so that those before it would have been made by then.
  const looks = [await left(), await left(), await left()]
  const made = before - Number(looks.at(-1)) - looks.length
  // The buffers of the connection take the first ones.
  expect(made).toBeGreaterThan(0)
  expect(made).toBeLessThan(8)
})

test('requests that are sent at once are answered in their order', async () => {
  const connection = await RawConnection.open(app.port)
  opened.push(connection)
  const paths = ['/v1/health', '/v1/nothing', '/v1/auth/me', '/v1/health']
  connection.send(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''))
  const statuses = await until('four answers', () => {
    const found = [...connection.received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))
    return found.length === paths.length && found
  })
  expect(statuses).toEqual([200, 404, 401, 200])
})

test('more requests at once than may wait end the connection', async () => {
  const connection = await RawConnection.open(app.port)
  opened.push(connection)
  connection.send('GET /v1/health HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(50))
  await connection.untilClosed()
  expect(await refused(app, 'pipelined')).toBe(1)
})

describe('a connection that reads nothing is ended', () => {
  test('when it has taken nothing for long enough', async () => {
    const headers = await (await impatient.as('staff')).headers()
    await ask(impatient, 2, `/v1/ignition/machines/${MACHINE}`, 8, headers)
    await until('the ends', async () => (await refused(impatient, 'unread_too_long')) >= 2)
  })

  test('when too much waits for its address', async () => {
    const headers = await (await narrow.as('staff')).headers()
    await ask(narrow, 20, `/v1/ignition/machines/${MACHINE}`, 4, headers)
    await until('the ends', async () => (await refused(narrow, 'unread_of_address')) > 0)
  })

  test('when too much waits for all', async () => {
    const headers = await (await tight.as('staff')).headers()
    await ask(tight, 20, `/v1/ignition/machines/${MACHINE}`, 4, headers)
    await until('the ends', async () => (await refused(tight, 'unread')) > 0)
  })

  test('also where it is a live stream', async () => {
    const headers = await (await impatient.as('staff')).headers()
    const before = await refused(impatient, 'unread_too_long')
    await ask(impatient, 1, '/v1/ignition/machines/me/stream', 1, headers)
    const device = await impatient.device()
    let totalCycles = 0
    await until('the end', async () => {
      await device.publish(MACHINE, { totalCycles: ++totalCycles })
      return (await refused(impatient, 'unread_too_long')) > before
    })
  })
})
