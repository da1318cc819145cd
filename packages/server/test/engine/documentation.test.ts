import { createHash } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { problemCodes, problems } from '@packhouse/contract'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SAMPLE_PASSWORD } from '../support/databases.ts'
import { GeneratedClient } from '../support/generated-client.ts'
import type { Answer } from '../support/http-request.ts'
import { useTestApp } from '../support/use-test-app.ts'

type Json = { [key: string]: unknown }

/** Addresses that no program calls, with what they are. */
const undocumented = {
  'GET /docs': 'leads to /docs/',
  'GET /docs/': 'the document as a page',
  'GET /docs/js/scalar.js': 'the script of that page',
  'GET /docs/guide': 'the guides, for people',
  'GET /docs/guide/*': 'one of them',
  'GET /docs/guide/search': 'the search over them',
  'GET /docs/guide/assets/{name}': 'style and script of the guides',
  'GET /docs/guide/images/{name}': 'their pictures',
  'GET /m/assets/{name}': 'style and script of the public pages',
}

/** Documented, and answered only where the configuration says so. */
const absent = ['POST /v1/auth/register']

/** Every route of the server, as its router tells: `GET /v1/customers/{id}`. A GET has a HEAD too. */
const routes: string[] = []

function noteRoutes(message: unknown): void {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRoute', ({ method, url }) => {
    const methods = [method].flat().filter((one) => one !== 'HEAD')
    routes.push(...methods.map((one) => `${one} ${url.replaceAll(/:(\w+)/g, '{$1}')}`))
  })
}

// Before the product starts, and not while its documentation is made: that asks a server of its own.
beforeAll(() => subscribe('fastify.initialization', noteRoutes))
const app = useTestApp()
beforeAll(() => void unsubscribe('fastify.initialization', noteRoutes))

describe('the OpenAPI document', () => {
  let document: Json

  beforeAll(async () => {
    document = (await app.anonymous.get('/v1/openapi.json')).body as Json
  })

  test('is OpenAPI 3.1', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Packhouse', version: '0.0.0-test' } })
  })

  test('lists every address that the server answers, and no other', () => {
    const listed = Object.entries(document.paths as Json).flatMap(([path, methods]) =>
      Object.keys(methods as Json).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const answered = routes.filter((route) => !(route in undocumented))
    expect(listed.toSorted()).toEqual([...new Set([...answered, ...absent])].toSorted())
    for (const route of Object.keys(undocumented)) expect(routes).toContain(route)
  })

  test('gives every operation a summary, words and its problems', () => {
    const operations = Object.values(document.paths as Json).flatMap((path) => Object.values(path as Json)) as Json[]
    for (const operation of operations) {
      expect(operation.summary, String(operation.operationId)).toBeTruthy()
      expect(operation.description, String(operation.operationId)).toBeTruthy()
      expect(Object.keys(operation.responses as Json)).toEqual(expect.arrayContaining(['429', '500', '503']))
    }
  })

  test('declares every placeholder of a path as a parameter', () => {
    for (const [path, methods] of Object.entries(document.paths as Json)) {
      const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      for (const { parameters = [] } of Object.values(methods as Json) as { parameters?: { $ref?: string }[] }[]) {
        const given = parameters.map(({ $ref, ...own }) => ($ref === undefined ? own : resolve(document, $ref)) as Json)
        const declared = given.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
        expect(declared, path).toEqual(placeholders)
      }
    }
  })

  test('holds every reference that it makes', () => {
    const references = findReferences(document)
    expect(references).toContain('#/components/schemas/Problem')
    for (const reference of references) expect(resolve(document, reference), reference).toBeDefined()
  })
})

function findReferences(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = '$ref' in value && typeof value.$ref === 'string' ? [value.$ref] : []
  return [...own, ...Object.values(value).flatMap(findReferences)]
}

function resolve(document: unknown, reference: string): unknown {
  if (!reference.startsWith('#/')) return undefined
  const steps = reference
    .slice(2)
    .split('/')
    .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'))
  return steps.reduce<unknown>((place, step) => (place as Json | undefined)?.[step], document)
}

describe('the documentation page', () => {
  let page: Answer
  let policy: string

  beforeAll(async () => {
    const first = await app.anonymous.get('/docs')
    page =
      first.status < 300
        ? first
        : await app.anonymous.get(new URL(first.headers.location ?? '', `${app.url}/docs`).pathname)
    policy = String(page.headers['content-security-policy'])
  })

  test('is an HTML page', () => {
    expect(page.status).toBe(200)
    expect(page.headers['content-type']).toMatch(/^text\/html/)
  })

  test('has inline scripts only that its policy names by their hash', () => {
    const inline = [...page.text.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
      ([, code = '']) => code,
    )
    expect(inline.length).toBeGreaterThan(0)
    for (const code of inline) {
      expect(policy).toContain(`'sha256-${createHash('sha256').update(code).digest('base64')}'`)
    }
    expect(policy).not.toMatch(/script-src[^;]*'unsafe-/)
  })

  test('loads nothing from another host, nor may it', async () => {
    const loaded = [...page.text.matchAll(/<(?:script|link|img|iframe)\b[^>]*\b(?:src|href)="([^"]+)"/g)].map(
      ([, at = '']) => at,
    )
    expect(loaded.length).toBeGreaterThan(0)
    for (const address of loaded) expect(new URL(address, app.url).origin).toBe(app.url)
    expect(policy).not.toMatch(/https?:|\*/)
    expect(policy).toContain("default-src 'none'")
  })

  test('finds its script on this server', async () => {
    const [, script = ''] = /<script[^>]*\bsrc="([^"]+)"/.exec(page.text) ?? []
    const { pathname } = new URL(script, `${app.url}/docs/`)
    const answer = await app.anonymous.get(pathname)
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toMatch(/javascript/)
  })
})

describe('the page of a problem', () => {
  test.each(problemCodes)('says without a sign-in what %s is and what to do', async (code) => {
    const page = await app.anonymous.get(`/problems/${code}`)
    expect(page.status).toBe(200)
    expect(page.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'content-language': 'en' })
    const words = wordsOf(page.text)
    expect(words).toContain(problems[code].title)
    expect(words).toContain(problems[code].remedy.replaceAll(/[`*]/g, ''))
  })

  test('is where the type of an answer leads', async () => {
    const refused = await app.anonymous.get('/v1/customers')
    const { type } = refused.body as { type: string }
    const page = await app.anonymous.get(new URL(type, `${app.url}/v1/customers`).pathname)
    expect(wordsOf(page.text)).toContain('Sign in first.')
  })

  test('is in the language of the reader', async () => {
    const page = await app.anonymous.get('/problems/stale', { 'accept-language': 'de' })
    expect(page.headers).toMatchObject({ 'content-language': 'de', vary: 'accept-language, accept-encoding' })
    expect(page.text).toContain('<html lang="de">')
    expect(page.text).toContain('Was zu tun ist')
    expect(page.text).not.toContain(problems.stale.remedy.slice(0, 20))
  })

  test('lists all of them, also for a code that is none', async () => {
    const list = await app.anonymous.get('/problems')
    const unknown = await app.anonymous.get('/problems/nonsense')
    expect([list.status, unknown.status]).toEqual([200, 404])
    for (const code of problemCodes) expect(list.text, unknown.text).toContain(`href="/problems/${code}"`)
  })
})

describe('a client that is generated from the document', () => {
  let client: GeneratedClient

  beforeAll(async () => {
    client = await GeneratedClient.make(`${app.url}/v1/openapi.json`)
  })

  afterAll(async () => await client.remove())

  test('has a function for every operation', async () => {
    expect(await client.functions()).toEqual(expect.arrayContaining(['login', 'customerList', 'machineRecordHistory']))
  })

  test('compiles strictly and makes the tour of the README', async () => {
    const readme = await readFile(join(import.meta.dirname, '../../../../README.md'), 'utf8')
    const [, tour = ''] = /```ts\n([\s\S]*?)```/.exec(readme) ?? []
    const said = await client.run(tour, { PACKHOUSE_URL: app.url, PACKHOUSE_PASSWORD: SAMPLE_PASSWORD })
    expect(said.trim().split('\n')).toEqual([
      '24 machines',
      '1 record accepted',
      'FLW-0904 is Running',
      'not_found: see /problems/not_found',
    ])
  })

  test('does not compile with a program that sends what the API does not take', async () => {
    const wrong = "import { login } from './client.ts'\nlogin({ email: 1 })\n"
    await expect(client.run(wrong, {})).rejects.toThrow('program.ts(2,')
  })
})

/** What a page says, without its marks. */
function wordsOf(page: string): string {
  return page
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}
