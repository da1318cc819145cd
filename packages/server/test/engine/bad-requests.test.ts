import { type Call, calls } from '@packhouse/contract'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { askedCalls } from '../conformance/support/places.ts'
import { addresses, expectNoFaultOfOurs, readingCalls } from '../support/asked-with.ts'
import { type Caller, pathOf } from '../support/caller.ts'
import type { Answer } from '../support/http-request.ts'
import { expectProblem, withoutInstance } from '../support/problem.ts'
import { seed } from '../support/seed.ts'
import { useTestApp } from '../support/use-test-app.ts'

const OWN = 'VFFS-2214'
const FOREIGN = 'FLW-1204'

const app = useTestApp()
let customer: Caller
let staff: Caller

beforeAll(async () => {
  customer = await app.as('customer')
  staff = await app.as('staff')
})

describe('a body', () => {
  const path = '/v1/auth/login'

  test.each(['{', '{"email":', 'email=a', '\u0000', '{"a":1}}', '', '[1,]'])(
    'that is not JSON, %j, is refused as such',
    async (text) => {
      expectProblem(await app.anonymous.post(path, text), 'malformed_json')
    },
  )

  test.each(['[]', 'null', '1', '"text"', '{}'])('that is other JSON, %s, is refused with its faults', async (text) => {
    const problem = expectProblem(await app.anonymous.post(path, text), 'invalid_request')
    expect(problem.errors?.[0]?.path).toMatch(/^body/)
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml'])(
    'of the media type %s is refused',
    async (type) => {
      expectProblem(await app.anonymous.post(path, 'a=b', { 'content-type': type }), 'media_type_unsupported')
    },
  )

  test('of bytes that are no UTF-8 is refused, and not stored as other characters', async () => {
    const bytes = Buffer.concat([
      Buffer.from('{"email":"a'),
      Buffer.from([0xc3, 0x28]),
      Buffer.from('","password":"b"}'),
    ])
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${app.url}${path}`, { method: 'POST', headers, body: bytes })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'malformed_json', detail: 'The body is not valid UTF-8.' })
  })

  test.each([
    ['in another charset', { 'content-type': 'application/json; charset=iso-8859-1' }],
    ['that is compressed', { 'content-type': 'application/json', 'content-encoding': 'gzip' }],
  ])('%s is refused', async (_, headers) => {
    expectProblem(await app.anonymous.post(path, '{}', headers), 'media_type_unsupported')
  })

  test.each(['a\u0085b', 'a\u202egnp.exe', 'a\u2066b'])('with the name %j is refused', async (name) => {
    const answer = await staff.post('/v1/industries', { code: 'X1', name })
    expect(expectProblem(answer, 'invalid_request').errors?.[0]?.path).toBe('body.name')
  })

  test('of anybody that is larger than 64 KiB is refused', async () => {
    const body = { email: 'x'.repeat(64 * 1024), password: '' }
    expectProblem(await app.anonymous.post(path, body), 'body_too_large')
  })

  test('with prototype keys is refused and changes no prototype', async () => {
    for (const key of ['__proto__', 'constructor']) {
      const text = `{"email":"a","password":"b","${key}":{"prototype":{"polluted":true},"polluted":true}}`
      const answer = await app.anonymous.post(path, text)
      expect(answer.status).toBe(400)
      expectProblem(answer, (answer.body as { code: 'invalid_request' }).code)
    }
    expect('polluted' in {}).toBe(false)
  })

  test('of deep nesting is refused', async () => {
    const answer = await app.anonymous.post(path, `${'['.repeat(20_000)}${']'.repeat(20_000)}`)
    expect(expectProblem(answer, 'invalid_request').errors).toMatchObject([{ path: 'body', code: 'too_deep' }])
  })
})

describe('an address or a condition that is not usual', () => {
  test.each(['//v1/health', '/v1//customers', '/v1/../v1/health', '/v1/%2e%2e/v1/health', '//'])(
    'leads to no fault of ours: %s',
    async (path) => {
      const { status } = await app.anonymous.get(path)
      expect(status).toBeLessThan(500)
      if (path.includes('//v1') || path.includes('/v1//')) expect(status).toBe(404)
    },
  )

  test.each([
    { range: 'bytes=99999999-' },
    { 'if-match': '"another"' },
    { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
  ])('is no fault of ours: %j', async (headers) => {
    for (const path of ['/v1/health', '/', '/login', '/robots.txt'])
      expect((await app.anonymous.get(path, headers)).status, path).toBeLessThan(500)
  })
})

describe('an address that does not exist', () => {
  test.each(['/m/assets/constructor', '/m/assets/nope', '/m/assets/__proto__'])(
    'is no asset for ever: %s',
    async (path) => {
      const { status, headers } = await app.anonymous.get(path)
      expect([status, headers['cache-control']]).toEqual([404, 'no-store'])
    },
  )

  test('because its token is too long is not found, like any other', async () => {
    for (const path of ['/v1/quotes/', '/v1/customers/'])
      expectProblem(await staff.get(`${path}${'x'.repeat(2_000)}`), 'not_found')
  })
})

test.each(['authorization', 'x-api-key'])('a request with two headers %s is refused', async (name) => {
  const headers = { [name]: ['Bearer phk_one', 'Bearer phk_two'] }
  const problem = expectProblem(await app.anonymous.request('/v1/customers', { headers }), 'invalid_request')
  expect(problem.detail).toContain(name)
})

test.each(['https://example.com/\t', 'https://exa\nmple.com/', 'https://example.com/a b'])(
  'an address with white space, %j, is refused',
  async (url) => {
    const answer = await staff.post('/v1/webhooks', { name: 'White space', url: `${url}x`, resources: [], verbs: [] })
    const { errors } = expectProblem(answer, 'invalid_request')
    expect(errors).toContainEqual(
      expect.objectContaining({ path: 'body.url', message: 'must not contain white space' }),
    )
  },
)

test('figures of the installation are for staff alone, whatever the role of a customer', async () => {
  const paths = ['/v1/health/refusals', '/v1/pdf/health', '/v1/prometheus/metrics', '/v1/prometheus/alerts']
  await app.sql(
    `INSERT INTO role_permission (role_id, permission) SELECT r.role_id, 'operation.read' FROM user_role r JOIN user_account u ON u.id = r.user_id
     WHERE u.email = 'customer@packhouse.example' ON CONFLICT DO NOTHING`,
  )
  const reader = await app.signIn('customer')
  for (const path of paths) {
    expect((await staff.get(path)).status, path).toBe(200)
    expectProblem(await reader.get(path), 'permission_missing')
  }
})

/** Registration is off unless it is configured. The calls that are not asked here are asked in process, by `http-server.test.ts`. */
const present = Object.fromEntries(Object.entries(askedCalls).filter(([name]) => name !== 'register'))

const unknown = (path: string) => ({ path, code: 'unknown', message: 'is not known here' })

test.each(Object.entries<Call>(present))(
  'an unknown parameter or field of %s is named and refused',
  async (_, call) => {
    const hasBody = call.body !== undefined
    const answer = await staff.request(pathOf(call, { params: paramsOf(call), query: { surplus: 'x' } }), {
      method: call.method,
      ...(hasBody && { body: { surplus: 1 } }),
    })
    const { errors } = expectProblem(answer, 'invalid_request')
    expect(errors).toContainEqual(unknown('query.surplus'))
    if (hasBody) expect(errors).toContainEqual(unknown('body.surplus'))
  },
)

/** Placeholders filled with what is of their kind. */
function paramsOf(call: Call): Record<string, string> {
  const uuid = '00000000-0000-7000-8000-000000000000'
  const id = /^\/v1\/ignition\/(machines|test)\//.test(call.path) ? OWN : uuid
  const named = {
    id,
    token: 'x',
    name: 'x',
    key: 'product.title',
    version: '1',
    number: '1',
    a: '1',
    b: '1',
    step: 'start',
  }
  const ids = [...call.path.matchAll(/\{(\w+Id)\}/g)].map(([, name]) => [name, uuid])
  return { ...Object.fromEntries(ids), ...named }
}

describe('hours', () => {
  const refused = [
    '-1',
    '0',
    '1e9',
    'abc',
    '3.5',
    '',
    ' ',
    '0x3',
    '999999',
    '1000000',
    '%003',
    'Infinity',
    '٣',
    '3&hours=3',
  ]
  const places = {
    'the history of a machine': { path: `/v1/ignition/machines/${OWN}/history`, most: 168 },
    'the list of machines': { path: '/v1/ignition/machines/me', most: 3 },
    'one machine': { path: `/v1/ignition/machines/${OWN}`, most: 3 },
  }

  describe.each(Object.entries(places))('of %s', (_, { path, most }) => {
    test.each(refused)('are refused as %j', async (hours) => {
      const problem = expectProblem(await customer.get(`${path}?hours=${encodeURI(hours)}`), 'invalid_request')
      expect(problem.errors?.[0]?.path).toMatch(/^query\.hours/)
    })

    test(`are taken from 1 to ${most} and not beyond`, async () => {
      for (const hours of [1, most]) expect((await customer.get(`${path}?hours=${hours}`)).status).toBe(200)
      const problem = expectProblem(await customer.get(`${path}?hours=${most + 1}`), 'invalid_request')
      expect(problem.detail).toBe(`query.hours must be a whole number from 1 to ${most}`)
    })
  })
})

describe('other parameters', () => {
  test('of all calls that read, at the edges of what is allowed and beyond, are no fault of ours', async () => {
    const asked = addresses(readingCalls(present))
    await fc.assert(
      fc.asyncProperty(asked, async (address) => void (await expectNoFaultOfOurs(staff, address))),
      { seed, numRuns: 400, endOnFailure: true },
    )
  })

  test.each([
    '/v1/auth/logs?from=0000-01-01T00:00:00Z',
    '/v1/auth/logs?to=2026-01-01T00:00:00%2B23:59',
    '/v1/auth/logs?cursor=0000-01-01T00:00:00.000Z_1',
    '/v1/auth/logs/metrics/hour?to=9999-12-31T23:59:59.999Z',
    `/v1/auth/logs/metrics/minute?to=2026-01-01T00:00:00.${'0'.repeat(200)}Z`,
    '/v1/changes?after=99999999999999999999-1',
    '/v1/ignition/dead-letters?from=0000-01-01T00:00:00Z',
    '/v1/service-calendar?from=0000-01-01T00:00:00Z&to=0000-01-02T00:00:00Z&firstDay=0000-01-01&lastDay=0000-01-02',
  ])('beyond what can be reckoned with are refused: %s', async (path) => {
    expectProblem(await staff.get(path), 'invalid_request')
  })

  test('a number and a text of a body that no column holds are refused at their place', async () => {
    const [machine] = await app.sql<{ id: string }>('SELECT id FROM library_machine LIMIT 1')
    const configured = await staff.post(`/v1/machine-library/machines/${machine?.id}/configure`, {
      revision: 2_147_483_648,
    })
    expect(expectProblem(configured, 'invalid_request').errors?.[0]?.path).toBe('body.revision')
    for (const id of ['a\u0000', 'b\ud800']) {
      const batch = await staff.post('/v1/ignition/batch', { machine_ids: ['x', id] })
      expect(expectProblem(batch, 'invalid_request').errors?.[0]?.path).toBe('body.machine_ids.1')
    }
  })

  const LONG = 'x'.repeat(300)

  test.each([
    `boundary=${LONG}`,
    `boundary="\\"${LONG}"`,
    `boundary = ${LONG}`,
    `x="; boundary=a"; boundary=${LONG}`,
    `boundary*=utf-8''${LONG}`,
  ])('a form with a boundary of 300 characters is refused, however it is written: %.30s', async (parameters) => {
    const headers = { 'content-type': `multipart/form-data; ${parameters}` }
    expectProblem(await staff.post('/v1/customers/import', '--x', headers), 'invalid_request')
  })

  test('an empty tag is refused, as is one that is too long', async () => {
    for (const tag of ['', 'x'.repeat(129)]) {
      const answer = await customer.get(`/v1/ignition/machines/${OWN}/history?tag=${tag}`)
      expect(expectProblem(answer, 'invalid_request').errors?.[0]?.path).toBe('query.tag')
    }
  })

  test.each(['yes', '1', 'TRUE', ''])('includeHistory=%s is refused', async (flag) => {
    const answer = await customer.get(`/v1/ignition/machines/me?includeHistory=${flag}`)
    expect(expectProblem(answer, 'invalid_request').errors?.[0]?.path).toBe('query.includeHistory')
  })

  test('every fault of a request is reported at once', async () => {
    const answer = await customer.get(`/v1/ignition/machines/${OWN}/history?tag=&hours=no&from=x`)
    const paths = expectProblem(answer, 'invalid_request').errors?.map((error) => error.path)
    expect(paths?.toSorted()).toEqual(['query.from', 'query.hours', 'query.tag', 'query.to'])
  })
})

describe('a machine that is not there', () => {
  const tails = ['', '/history', '?includeHistory=true']

  test.each(tails)('is answered byte for byte like a foreign one (%s)', async (tail) => {
    const missing = await customer.get(`/v1/ignition/machines/FLW-9999${tail}`)
    const foreign = await customer.get(`/v1/ignition/machines/${FOREIGN}${tail}`)
    expectProblem(foreign, 'not_found')
    expect(withoutInstance(foreign)).toBe(withoutInstance(missing))
    // The time, the id and how many requests the user has left are of the request and not of the machine.
    const headersOf = ({ headers: { date: _, ratelimit: _left, 'x-request-id': _id, ...rest } }: typeof missing) => rest
    expect(headersOf(foreign)).toEqual(headersOf(missing))
  })

  test.each([
    '..',
    '../../../etc/passwd',
    '..%2f..%2fauth%2fme',
    `${OWN}%2Fhistory`,
    '%20',
    `${OWN}.`,
    OWN.toLowerCase(),
    '__proto__',
    'constructor',
    '%F0%9F%94%91',
    'a'.repeat(99),
    'a'.repeat(2000),
    "'%20OR%201=1--",
    '%7B%7D',
  ])('is not found under the id %s', async (id) => {
    expectProblem(await customer.get(`/v1/ignition/machines/${id}`), 'not_found')
    expectProblem(await customer.get(`/v1/ignition/machines/${id}/history`), 'not_found')
  })
})

describe('an address', () => {
  test.each(['/v1/nothing', '/v1', '/v1/', '/v1/ignition', '/v2/health', '/v1/auth/login/x', '/nothing'])(
    'that is unknown, %s, is a problem',
    async (path) => {
      expectProblem(await customer.get(path), 'not_found')
    },
  )

  test.each(['/%', '/v1/ignition/machines/%zz', '/v1/ignition/machines/%c0%af', '/v1/ignition/machines/%ff/history'])(
    'with a broken escape, %s, is a problem',
    async (path) => {
      const answer = await customer.get(path)
      expect(answer.status).toBe(400)
      expectProblem(answer, 'invalid_request')
    },
  )
})

describe('a wrong method', () => {
  const paths = [...new Set(Object.values<Call>(present).map((call) => pathOf(call, { params: paramsOf(call) })))]

  test.each(paths)('of %s is answered with those that are right', async (path) => {
    const right = Object.values(calls)
      .filter(
        (call) => call !== calls.register && new RegExp(`^${call.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
      )
      .map((call) => call.method)
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const) {
      if ((right as string[]).includes(method)) continue
      const answer = await staff.request(path, { method })
      expectProblem(answer, 'method_not_allowed')
      expect(answer.headers.allow?.split(', ').toSorted()).toEqual([...new Set(right)].toSorted())
    }
  })
})

describe('the path of a call in another way of writing', () => {
  const written = (path: string) => {
    const [, version, name = ''] = path.split('/')
    return [
      `/${path}`,
      `/.${path}`,
      `/${version}//${name}`,
      `/${version}/./${name}`,
      `/${version}/%2e%2e${path}`,
      `/docs/..${path}`,
      `/docs/%2e%2e${path}`,
      `/docs/..%2f${version}/${name}`,
      `/${version}%2f${name}`,
      `/${version};a=b/${name}`,
      `${path};a=b`,
      `${path}/`,
      `${path}%20`,
      `/${version}\\${name}`,
      `/${version?.toUpperCase()}/${name}`,
      `/${version}/%${name.charCodeAt(0).toString(16)}${name.slice(1)}`,
      `/${version}/health/../${name}`,
      `/${version}/health/..;/${name}`,
    ]
  }

  const isData = ({ status, headers }: Answer) => status < 300 && !headers['content-type']?.startsWith('text/html')

  test.each(['/v1/users', '/v1/auth/logs', '/v1/prometheus/metrics'])(
    'leads to %s nobody who may not ask it as it is written',
    async (path) => {
      expect(isData(await staff.get(path))).toBe(true)
      expectProblem(await app.anonymous.get(path), 'not_signed_in')
      expectProblem(await customer.get(path), 'permission_missing')
      const opened: string[] = []
      for (const address of written(path))
        for (const [who, caller] of Object.entries({ nobody: app.anonymous, customer }))
          if (isData(await caller.get(address))) opened.push(`${address} for ${who}`)
      expect(opened).toEqual([])
    },
  )
})
