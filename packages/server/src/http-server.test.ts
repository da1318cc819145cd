import { type Call, calls, permissionDescriptions } from '@packhouse/contract'
import type { InjectOptions } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { answered } from './engine/handlers.ts'
import { Cursors } from './engine/paging/cursors.ts'
import type { Principal } from './engine/principal.ts'
import { fieldErrors, MOST_FAULTS, ProblemError } from './engine/problem-error.ts'
import { PUBLIC_BODY_BYTES } from './engine/routes.ts'
import { createHttpServer, type HttpParts, type HttpServer } from './http-server.ts'
import { readConfig } from './platform/config.ts'
import { keysOf } from './platform/installation-keys.ts'
import { Metrics } from './platform/metrics.ts'
import { Refusals } from './platform/refusals.ts'
import { SharedRates } from './platform/shared-rates.ts'

/**
 * The whole HTTP side as the product composes it, without a database: who asks is given, and a handler only notes that it was reached. So every call of the
 * contract, the 1,200 that follow from declarations too, is asked here for its permission and its schemas; over HTTP against the product that is repeated for
 * the special calls and one of each other kind (`test/conformance/access.test.ts`, `test/security/tenant-matrix.test.ts`).
 */
const everyPermission = Object.keys(permissionDescriptions)
const UUID = '00000000-0000-7000-8000-000000000000'
/** Something for every kind of placeholder: an id, a number, a word, a step of a sign-on, a SHA-256. */
const SAMPLES = [UUID, '1', 'x', 'start', '0'.repeat(64)]
/** Bytes of a body of JSON. */
const BODY_LIMIT = 1024 * 1024
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const

let server: HttpServer
/** Who asks next; nobody where undefined. */
let asking: Principal | undefined
let reached: string[] = []

beforeAll(async () => {
  server = await createHttpServer(parts())
  await server.app.ready()
})

afterAll(() => server.app.close())

beforeEach(() => {
  asking = undefined
  reached = []
})

function parts(): HttpParts {
  const limits = { RATE_PER_USER: '10000000', RATE_PER_ADDRESS: '10000000', RATE_ANONYMOUS: '10000000' }
  const handlerOf = (name: string) => (input: Record<string, unknown>) => {
    reached.push(name)
    ;(input.reply as { code: (status: number) => { send: () => void } }).code(204).send()
    return answered
  }
  return {
    config: readConfig({ ...limits, PRESSURE_EVENT_LOOP_MS: '0', REQUESTS_AT_ONCE_ANONYMOUS: '10000' }),
    settings: { read: () => null } as unknown as HttpParts['settings'],
    log: pino({ level: 'silent' }) as unknown as HttpParts['log'],
    refusals: new Refusals(),
    rates: new SharedRates(undefined),
    metrics: new Metrics('0.0.0-test'),
    handlers: Object.fromEntries(Object.keys(calls).map((name) => [name, handlerOf(name)])),
    authenticate: async () => {
      if (asking === undefined) throw new ProblemError('not_signed_in')
      return asking
    },
    cursors: new Cursors(keysOf('key of the tests')),
    idempotency: { replay: async () => false, settle: async () => undefined } as unknown as HttpParts['idempotency'],
    answered: () => undefined,
    routes: async () => undefined,
    upgrades: {},
    absent: [],
    webRoot: '/nowhere',
    version: '0.0.0-test',
    checkAnswers: false,
  }
}

/** Somebody who is signed in with these permissions. */
function person(permissions: readonly string[], more: Partial<Principal> = {}): Principal {
  return {
    userId: UUID,
    sessionId: UUID,
    customerId: null,
    permissions: new Set(permissions),
    confirmed: true,
    ...more,
  }
}

function without(permission: string): string[] {
  return everyPermission.filter((one) => one !== permission)
}

/** Placeholders filled with what is of their kind, so that nothing but the rest of a request is faulty. */
function addressOf({ path, params }: Call): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = SAMPLES.find((one) => (params as z.ZodObject).shape[name]?.safeParse(one).success)
    if (value === undefined) throw new Error(`No {${name}} of ${path} is known.`)
    return value
  })
}

interface Heard {
  status: number
  code: string | undefined
  /** What was wrong with the request, by its place. */
  faults: string[]
  allow: string[]
}

async function ask(
  call: Call,
  who: Principal | undefined,
  more: { method?: string; surplus?: boolean; bytes?: number } = {},
): Promise<Heard> {
  asking = who
  const method = (more.method ?? call.method) as NonNullable<InjectOptions['method']>
  const hasBody = more.surplus && call.body !== undefined && call.accepts === undefined
  const response = await server.app.inject({
    method,
    url: `${addressOf(call)}${more.surplus ? '?surplus=x' : ''}`,
    ...(hasBody && { payload: { surplus: 1 } }),
    // Whoever announces too much is refused before any of it is read.
    ...(more.bytes !== undefined && {
      payload: '{}',
      headers: { 'content-type': 'application/json', 'content-length': String(more.bytes) },
    }),
  })
  const isProblem = method !== 'HEAD' && String(response.headers['content-type']).startsWith('application/problem')
  const problem = isProblem ? response.json<{ code: string; errors?: { path: string; code: string }[] }>() : undefined
  const faults = (problem?.errors ?? []).map(({ path, code }) => `${path} ${code}`).sort()
  const allow = String(response.headers.allow ?? '').split(', ')
  return { status: response.statusCode, code: problem?.code, faults, allow }
}

/** Asks every call and lists those that are not answered as wanted, each with its name. */
async function faultsOf(
  some: readonly [string, Call][],
  heard: (call: Call) => Promise<Heard>,
  wanted: string,
): Promise<string[]> {
  const faults: string[] = []
  for (const [name, call] of some) {
    const { status, code } = await heard(call)
    const found = code === undefined ? `${status}` : `${status} ${code}`
    if (found !== wanted)
      faults.push(`${name} (${call.method} ${call.path}, ${call.access}): ${found} instead of ${wanted}`)
  }
  return faults
}

const every = Object.entries<Call>(calls)
const closed = every.filter(([, { access }]) => access !== 'public')
const permitted = closed.filter(([, { access }]) => access !== 'signed-in')
const personal = closed.filter(([, { access }]) => access === 'signed-in')
const dangerous = closed.filter(([, { stepUp }]) => stepUp)
const withJson = every.filter(([, { body, accepts }]) => body !== undefined && accepts === undefined)
/** All that anybody may make, and some of the others. */
const someWithJson = [
  ...withJson.filter(([, { access }]) => access === 'public'),
  ...withJson.filter(([, { access }]) => access !== 'public').slice(0, 3),
]

/** So many fields that no call has. */
function surplus(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, key) => [`surplus ${key}`, '']))
}

describe('a call', () => {
  test('that is not public is closed to the anonymous', async () => {
    expect(await faultsOf(closed, (call) => ask(call, undefined), '401 not_signed_in')).toEqual([])
    const reading = closed.filter(([, { method, answer }]) => method === 'GET' && answer !== 'event-stream')
    expect(await faultsOf(reading, (call) => ask(call, undefined, { method: 'HEAD' }), '401')).toEqual([])
    expect(reached).toEqual([])
  })

  test('is closed to whoever has every permission but the one that it names', async () => {
    const asked = (call: Call) => ask(call, person(without(call.access)))
    expect(await faultsOf(permitted, asked, '403 permission_missing')).toEqual([])
    expect(reached).toEqual([])
  })

  test('is open to whoever has the permission that it names and no other', async () => {
    for (const [name, call] of permitted) {
      const { status, code } = await ask(call, person([call.access]))
      expect([204, 400], `${name}: ${status} ${code}`).toContain(status)
    }
  })

  test('of an account is closed to API keys, whatever they may', async () => {
    const asked = (call: Call) => ask(call, person(everyPermission, { sessionId: undefined }))
    expect(await faultsOf(personal, asked, '403 permission_missing')).toEqual([])
    expect(reached).toEqual([])
  })

  test('that is dangerous is closed to sessions that were not confirmed and to API keys', async () => {
    expect(dangerous.length).toBeGreaterThan(0)
    const unconfirmed = (call: Call) => ask(call, person(everyPermission, { confirmed: false }))
    expect(await faultsOf(dangerous, unconfirmed, '403 confirmation_needed')).toEqual([])
    const byKey = (call: Call) => ask(call, person(everyPermission, { sessionId: undefined }))
    expect(await faultsOf(dangerous, byKey, '403 permission_missing')).toEqual([])
    expect(reached).toEqual([])
  })

  test('that changes something is closed to whoever views as somebody else', async () => {
    const viewing = person(everyPermission, { viewer: { userId: UUID } })
    const changing = closed.filter(([, { method }]) => method !== 'GET')
    expect(await faultsOf(changing, (call) => ask(call, viewing), '403 view_only')).toEqual([])
    expect(reached).toEqual([])
  })

  test('refuses unknown parameters and fields by name, and finds in its body what its declaration finds', async () => {
    for (const [name, call] of every) {
      const { status, faults } = await ask(call, person(everyPermission), { surplus: true })
      const hasBody = call.body !== undefined && call.accepts === undefined
      const declared = hasBody ? call.body?.safeParse({ surplus: 1 }).error : undefined
      const wanted = declared === undefined ? [] : fieldErrors('body', declared).map(({ path }) => path)
      const needsVersion = call.ifMatch && hasBody ? ['body.rowVersion'] : []
      expect(status, name).toBe(400)
      expect(faults, name).toContain('query.surplus unknown')
      const ofBody = faults.map((fault) => fault.split(' ')[0] ?? '').filter((path) => path.startsWith('body'))
      const all = [...new Set([...wanted, ...needsVersion])].sort()
      // The rest of a long list is only counted.
      if (faults.length >= MOST_FAULTS) {
        expect(all, name).toEqual(expect.arrayContaining([...new Set(ofBody)]))
        continue
      }
      if (hasBody) expect(faults, name).toContain('body.surplus unknown')
      expect([...new Set(ofBody)].sort(), name).toEqual(all)
    }
    expect(reached).toEqual([])
  })

  test('lists the first of the faults of a body, and counts the others', async () => {
    for (const [name, { method, path }] of someWithJson) {
      asking = person(everyPermission)
      const url = path.replaceAll(/\{\w+\}/g, UUID)
      const answer = await server.app.inject({ method, url, payload: { ...surplus(MOST_FAULTS), rowVersion: 'x' } })
      const { errors, errorCount = 0 } = answer.json()
      expect(answer.statusCode, name).toBe(400)
      expect(errors, name).toHaveLength(MOST_FAULTS)
      expect(errorCount, name).toBeGreaterThan(MOST_FAULTS)
    }
  })

  test('neither parses nor judges a body with more fields than its schema has, or one that is nested too deeply', async () => {
    for (const [name, { method, path }] of someWithJson) {
      asking = person(everyPermission)
      const url = path.replaceAll(/\{\w+\}/g, UUID)
      const headers = { 'content-type': 'application/json' }
      // Neither is JSON, which only who parses it finds out.
      const wide = `${JSON.stringify(surplus(1_100)).slice(0, -1)},`
      const deep = '[{"a":'.repeat(20)
      for (const [payload, code] of [
        [wide, 'too_many_fields'],
        [`{"a":[${wide}`, 'too_many_fields'],
        [deep, 'too_deep'],
      ] as const) {
        const answer = await server.app.inject({ method, url, headers, payload })
        expect([answer.statusCode, answer.json().errors], name).toMatchObject([400, [{ path: 'body', code }]])
      }
    }
    expect(reached).toEqual([])
  })

  test('reads nothing of a body before it is known who sends it and that they may', async () => {
    const unread = (call: Call) => ask(call, undefined, { bytes: 2 * BODY_LIMIT })
    expect(await faultsOf(closed, unread, '401 not_signed_in')).toEqual([])
    const notPermitted = (call: Call) => ask(call, person(without(call.access)), { bytes: 2 * BODY_LIMIT })
    expect(await faultsOf(permitted, notPermitted, '403 permission_missing')).toEqual([])
    expect(reached).toEqual([])
  })

  test('with JSON refuses more than 1 MiB of it, before it reads any', async () => {
    expect(withJson.length).toBeGreaterThan(100)
    const asked = (call: Call) => ask(call, person(everyPermission), { bytes: BODY_LIMIT + 1 })
    expect(await faultsOf(withJson, asked, '413 body_too_large')).toEqual([])
    expect(reached).toEqual([])
  })

  test('that anybody may make takes no more than what it may need', async () => {
    const open = withJson.filter(([, { access }]) => access === 'public')
    const asked = (call: Call) => ask(call, undefined, { bytes: PUBLIC_BODY_BYTES + 1 })
    expect(open.length).toBeGreaterThan(10)
    expect(await faultsOf(open, asked, '413 body_too_large')).toEqual([])
  })

  test('is made by its method alone; another one is answered with those that are right', async () => {
    const patterns = every.map(([, { path, method }]) => ({
      pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      method,
    }))
    const byAddress = new Map(every.map(([name, call]) => [addressOf(call), [name, call] as const]))
    for (const [address, [name, call]] of byAddress) {
      const right = patterns.filter(({ pattern }) => pattern.test(address)).map(({ method }) => method)
      for (const method of METHODS.filter((one) => !(right as string[]).includes(one))) {
        const { status, code, allow } = await ask(call, person(everyPermission), { method })
        expect([status, code, allow.sort()], `${method} of ${name}`).toEqual([
          405,
          'method_not_allowed',
          [...new Set(right)].sort(),
        ])
      }
    }
    expect(reached).toEqual([])
  })
})
