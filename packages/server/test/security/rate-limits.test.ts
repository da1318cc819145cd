import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import type { Answer } from '../support/http-request.ts'
import { expectProblem } from '../support/problem.ts'
import { RawConnection } from '../support/raw-connection.ts'
import type { TestApp } from '../support/test-app.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

const MACHINE = 'VFFS-2214'
const strict = useTestApp({ environment: { RATE_PER_USER: '20', STREAMS_PER_USER: '3', STREAMS_PER_ADDRESS: '5' } })
const ofAddress = useTestApp({
  environment: { RATE_ANONYMOUS: '15', RATE_PER_ADDRESS: '60', TRUSTED_PROXIES: '127.0.0.1' },
})
const slow = useTestApp({
  prepare: `UPDATE machine SET description = repeat('x', 8000000) WHERE machine_id = '${MACHINE}'`,
  environment: { REQUESTS_AT_ONCE_PER_USER: '3', REQUESTS_AT_ONCE_ANONYMOUS: '4' },
})

async function refused(app: TestApp, name: 'other' | 'staff', reason: string): Promise<number> {
  const { refused } = await (await app.as(name)).call('refusalCounts')
  return refused[`http.${reason}`] ?? 0
}

function expectRetryAfter({ headers, body }: Answer): void {
  const seconds = Number(headers['retry-after'])
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(60)
  expect(body).toMatchObject({ retryAfter: seconds })
}

describe('requests of one user', () => {
  test('are shown their limit, and beyond it are refused until its minute is over; other users notice nothing', async () => {
    const caller = await strict.signIn('customer')
    const first = await caller.get('/v1/auth/me')
    expect(first.headers['ratelimit-policy']).toBe('"user";q=20;w=60')
    expect(first.headers.ratelimit).toMatch(/^"user";r=19;t=\d+$/)
    // A second session of the same user counts for the same.
    const second = await strict.signIn('customer')
    const answers = await Promise.all(Array.from({ length: 30 }, () => second.get('/v1/auth/me')))
    const tooMany = answers.filter(({ status }) => status === 429)
    expect(tooMany).toHaveLength(11)
    for (const answer of tooMany) {
      expectProblem(answer, 'too_many_requests')
      expectRetryAfter(answer)
      expect(answer.headers.ratelimit).toMatch(/^"user";r=0;t=\d+$/)
    }
    expect((await (await strict.as('staff')).get('/v1/auth/me')).status).toBe(200)
    expect(await refused(strict, 'staff', 'rate_of_user')).toBe(11)
  })
})

describe('live streams', () => {
  test('of one user are limited; one that ends makes room', async () => {
    const staff = await strict.as('staff')
    const streams = await Promise.all(Array.from({ length: 3 }, () => strict.stream(staff)))
    expectProblem(await staff.get('/v1/ignition/machines/me/stream'), 'too_many_requests')
    streams[0]?.close()
    await until('room', async () => {
      const answer = await staff.request('/v1/ignition/machines/me/stream', { headersOnly: true })
      return answer.status === 200
    })
    expect(await refused(strict, 'staff', 'streams_of_user')).toBeGreaterThan(0)
    for (const stream of streams) stream.close()
  })

  test('of one address are limited too', async () => {
    const [staff, other] = [await strict.signIn('staff'), await strict.signIn('other')]
    const streams = [...(await openAll(strict, staff, 3)), ...(await openAll(strict, other, 2))]
    expectProblem(await other.get('/v1/ignition/machines/me/stream'), 'too_many_requests')
    for (const stream of streams) stream.close()
  })
})

async function openAll(app: TestApp, caller: Caller, count: number) {
  return await until(`${count} streams`, async () => {
    const opened = await Promise.allSettled(Array.from({ length: count }, () => app.stream(caller)))
    const streams = opened.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    if (streams.length === count) return streams
    for (const stream of streams) stream.close()
    return undefined
  })
}

describe('requests under way', () => {
  test('of one user are those whose answers have not been read, and are limited', async () => {
    const caller = await slow.as('customer')
    const { authorization, 'x-api-key': key } = await caller.headers()
    const headers = `Host: x\r\nAuthorization: ${authorization}\r\nX-API-KEY: ${key}`
    const silent = await Promise.all(Array.from({ length: 3 }, () => RawConnection.open(slow.port)))
    for (const connection of silent) {
      connection.pause()
      // The first answers fill the buffers of the connection.
      connection.send(`GET /v1/ignition/machines/${MACHINE} HTTP/1.1\r\n${headers}\r\n\r\n`.repeat(4))
    }
    const answer = await until('a refusal', async () => {
      const next = await caller.get('/v1/auth/me')
      return next.status === 429 && next
    })
    expectProblem(answer, 'too_many_requests')
    expectRetryAfter(answer)
    expect((await (await slow.as('staff')).get('/v1/auth/me')).status).toBe(200)
    for (const connection of silent) connection.close()
    await until('room', async () => (await caller.get('/v1/auth/me')).status === 200)
  })

  test('that are anonymous are limited by address, with bodies that never come', async () => {
    const request =
      'POST /v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n'
    const silent = await Promise.all(Array.from({ length: 4 }, () => RawConnection.open(slow.port, '127.0.0.2')))
    for (const connection of silent) connection.send(request)
    await until('a refusal', async () => {
      const next = await RawConnection.open(slow.port, '127.0.0.2')
      next.send(request)
      // What is refused is refused before a body comes, and so no later than this is answered.
      await slow.anonymous.get('/v1/health')
      next.close()
      return next.received.slice(9, 12) === '429'
    })
    for (const connection of silent) connection.close()
    expect((await slow.anonymous.post('/v1/auth/login', { email: 'a@b.example', password: 'x' })).status).toBe(401)
  })
})

describe('anonymous requests', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address })
  let known: Caller

  beforeAll(async () => {
    known = await ofAddress.signIn('customer')
    await known.get('/v1/auth/me', from('192.0.2.1'))
  })

  test('of one address are limited, before a body is read; those of another and who has signed in are not', async () => {
    const first = await ofAddress.anonymous.get('/v1/public-settings', from('192.0.2.1'))
    expect(first.headers['ratelimit-policy']).toBe('"anonymous";q=15;w=60')
    for (let sent = 0; sent < 15; sent++) await ofAddress.anonymous.get('/v1/auth/me', from('192.0.2.1'))
    const connection = await RawConnection.open(ofAddress.port)
    connection.send(
      'POST /v1/auth/login HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.1\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n{',
    )
    await until('the refusal', () => connection.received.startsWith('HTTP/1.1 429 '))
    connection.close()
    const answer = await ofAddress.anonymous.get('/v1/auth/me', from('192.0.2.1'))
    expectProblem(answer, 'too_many_requests')
    expectRetryAfter(answer)
    expect((await known.get('/v1/auth/me', from('192.0.2.1'))).status).toBe(200)
    expect((await ofAddress.anonymous.get('/v1/auth/me', from('192.0.2.2'))).status).toBe(401)
    expect(await refused(ofAddress, 'staff', 'rate_anonymous')).toBeGreaterThan(1)
  })

  test('for scripts of the web count for the address alone: many people open the product at once after an update', async () => {
    const script = () => ofAddress.anonymous.get('/assets/start-12345678.js', from('192.0.2.6'))
    for (let sent = 0; sent < 40; sent++) {
      const { status, headers } = await script()
      expect(status).not.toBe(429)
      expect(headers['ratelimit-policy']).toBe('"address";q=60;w=60')
    }
    expect((await ofAddress.anonymous.get('/v1/auth/me', from('192.0.2.6'))).status).toBe(401)
    const answers = await Promise.all(Array.from({ length: 30 }, script))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(11)
  })

  test('with made-up credentials count as well', async () => {
    const bogus = { ...from('192.0.2.3'), authorization: `Bearer pha_${'x'.repeat(43)}` }
    const answers = await Promise.all(Array.from({ length: 20 }, () => ofAddress.anonymous.get('/v1/auth/me', bogus)))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
  })

  test('of one /64 of IPv6 count together', async () => {
    for (let sent = 0; sent < 15; sent++) {
      await ofAddress.anonymous.get('/v1/auth/me', from(`2001:db8:1:2::${sent.toString(16)}`))
    }
    expect((await ofAddress.anonymous.get('/v1/auth/me', from('2001:db8:1:2:ffff::1'))).status).toBe(429)
    expect((await ofAddress.anonymous.get('/v1/auth/me', from('2001:db8:1:3::1'))).status).toBe(401)
  })

  test('about the health are never refused and not counted', async () => {
    for (let sent = 0; sent < 40; sent++) {
      const { status, headers } = await ofAddress.anonymous.get('/v1/health', from('192.0.2.4'))
      expect(status).toBe(200)
      expect(headers).not.toHaveProperty('ratelimit')
    }
  })

  test('and all others of one address have a limit together', async () => {
    const answers = await Promise.all(Array.from({ length: 90 }, () => known.get('/v1/auth/me', from('192.0.2.5'))))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30)
  })
})
