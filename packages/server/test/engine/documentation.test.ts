import { createHash } from 'node:crypto'
import { type Call, calls } from '@packhouse/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '../support/http-request.ts'
import { useTestApp } from '../support/use-test-app.ts'

type Json = { [key: string]: unknown }

const app = useTestApp()

describe('the OpenAPI document', () => {
  let document: Json

  beforeAll(async () => {
    document = (await app.anonymous.get('/v1/openapi.json')).body as Json
  })

  test('is OpenAPI 3.1', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Packhouse', version: '0.0.0-test' } })
  })

  test('lists exactly the calls of the contract', () => {
    const listed = Object.entries(document.paths as Json).flatMap(([path, methods]) =>
      Object.keys(methods as Json).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const declared = Object.values<Call>(calls).map((call) => `${call.method} ${call.path}`)
    expect(listed.toSorted()).toEqual(declared.toSorted())
  })

  test('gives every call its own operationId, a summary and its problems', () => {
    const operations = Object.values(document.paths as Json).flatMap((path) => Object.values(path as Json)) as Json[]
    expect(new Set(operations.map((operation) => operation.operationId)).size).toBe(operations.length)
    for (const operation of operations) {
      expect(operation.summary, String(operation.operationId)).toBeTruthy()
      expect(Object.keys(operation.responses as Json)).toContain('500')
    }
  })

  test('declares every placeholder of a path as a parameter', () => {
    for (const [path, methods] of Object.entries(document.paths as Json)) {
      const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      for (const operation of Object.values(methods as Json) as { parameters?: { name: string; in: string }[] }[]) {
        const declared = operation.parameters?.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
        expect(declared ?? [], path).toEqual(placeholders)
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
