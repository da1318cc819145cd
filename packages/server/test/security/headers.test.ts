import { describe, expect, test } from 'vitest'
import { RawConnection } from '../support/raw-connection.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
const secureApp = useTestApp({
  environment: { PUBLIC_URL: 'https://packhouse.example', LOGIN_BACKGROUND: 'https://images.example/a.jpg' },
})

describe.each([
  ['an answer', '/v1/health'],
  ['a problem', '/v1/auth/me'],
  ['an unknown address', '/v1/nothing'],
  ['a broken address', '/v1/ignition/machines/%zz'],
])('%s', (_, path) => {
  test('forbids framing, sniffing, referrers and foreign or inline script', async () => {
    const { headers } = await app.anonymous.get(path)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
    })
    const policy = String(headers['content-security-policy']).split('; ')
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types pdf-worker push-worker',
      ]),
    )
  })

  test('has an id of its own, whatever id is sent', async () => {
    const sent = { 'x-request-id': 'of-the-client' }
    const answers = await Promise.all([app.anonymous.get(path, sent), app.anonymous.get(path, sent)])
    const ids = answers.map(({ headers }) => String(headers['x-request-id']))
    expect(new Set(ids).size).toBe(2)
    for (const [n, { status, body }] of answers.entries()) {
      expect(ids[n]).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
      if (status >= 400) expect(body).toMatchObject({ instance: ids[n] })
    }
  })

  test('does not reveal what the server is made of', async () => {
    const { headers } = await app.anonymous.get(path)
    expect(headers).not.toHaveProperty('server')
    expect(headers).not.toHaveProperty('x-powered-by')
  })
})

test('the live stream carries the security headers too', async () => {
  const stream = await app.stream(await app.as('customer'))
  expect(stream.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
})

test('a product served over https says so to browsers', async () => {
  const { headers } = await secureApp.anonymous.get('/v1/health')
  expect(headers['strict-transport-security']).toMatch(/^max-age=\d{8}; includeSubDomains$/)
  expect((await app.anonymous.get('/v1/health')).headers).not.toHaveProperty('strict-transport-security')
})

test('what is answered to one person is stored by no cache', async () => {
  const staff = await app.as('staff')
  for (const path of [
    '/v1/auth/me',
    '/v1/customers',
    '/v1/ignition/machines/me',
    '/v1/machine-library/compatibility-matrix',
  ])
    expect((await staff.get(path)).headers, path).toMatchObject({ 'cache-control': 'no-store' })
})

test('only the image that the configuration names may come from elsewhere', async () => {
  const { headers } = await secureApp.anonymous.get('/v1/health')
  expect(headers['content-security-policy']).toContain("img-src 'self' data: blob: https://images.example;")
})

test('content that a page makes itself may be an image and nothing else', async () => {
  const policy = String((await app.anonymous.get('/v1/health')).headers['content-security-policy']).split('; ')
  expect(policy.filter((part) => part.includes('blob:'))).toEqual(["img-src 'self' data: blob:"])
})

test('no other site may read an answer', async () => {
  const answer = await app.anonymous.get('/v1/health', { origin: 'https://evil.example' })
  expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
})

/** The first line of the answer to bytes as they are. */
async function answerTo(bytes: string): Promise<string> {
  const connection = await RawConnection.open(app.port)
  connection.send(bytes)
  await until('an answer', () => connection.received.includes('\r\n') || connection.closed)
  return connection.received.split('\r\n')[0] ?? ''
}

test('a request whose end can be read in two ways is refused', async () => {
  const both =
    'POST /v1/auth/login HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'
  expect(await answerTo(both)).toContain(' 400 ')
  const twice = 'POST /v1/auth/login HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcde'
  expect(await answerTo(twice)).toContain(' 400 ')
})

test('TRACE is not answered with the request', async () => {
  expect(await answerTo('TRACE /v1/health HTTP/1.1\r\nHost: a\r\nCookie: secret=1\r\n\r\n')).toMatch(/ 4\d\d /)
})

test('a parameter that comes twice where one is meant is refused', async () => {
  const { status, body } = await (await app.as('staff')).get('/v1/customers?page=1&page=2')
  expect([status, (body as { errors: { path: string }[] }).errors.map(({ path }) => path)]).toEqual([
    400,
    ['query.page'],
  ])
})

test('an unexpected error is answered with words of ours alone, and is in the log with all that is known', async () => {
  const staff = await app.as('staff')
  await app.sql('ALTER TABLE location_type RENAME TO location_type_away')
  try {
    const { status, text } = await staff.get('/v1/location-types')
    expect(status).toBe(500)
    expect(text).not.toMatch(/location_type|SELECT|relation|\.ts/)
  } finally {
    await app.sql('ALTER TABLE location_type_away RENAME TO location_type')
  }
  const logged = app.logged.splice(0).filter(({ msg }) => msg === 'A request failed')
  expect(JSON.stringify(logged)).toContain('location_type')
})
