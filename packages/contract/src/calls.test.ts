import { describe, expect, test } from 'vitest'
import { calls, permissionDescriptions } from './calls.ts'
import { problems } from './engine/problem.ts'

const entries = Object.entries(calls)

describe('the calls of the contract', () => {
  test('have each a method and path of their own', () => {
    const addresses = entries.map(([, call]) => `${call.method} ${call.path.replaceAll(/\{\w+\}/g, '{}')}`)
    expect(new Set(addresses).size).toBe(addresses.length)
  })

  test.each(entries)('%s states its path, its words and an access that exists', (_, call) => {
    // Those of single sign-on stand where the specification puts them.
    expect(call.path).toMatch(/^\/(v1|auth\/pkce|api)(\/([a-z0-9-]+|\{\w+\}))+$/)
    expect(call.summary).toMatch(/^[A-Z]/)
    expect(call.area).toMatch(/^[A-Z]/)
    expect(['public', 'signed-in', ...Object.keys(permissionDescriptions)]).toContain(call.access)
  })

  test.each(entries)('%s declares the placeholders of its path and no others', (_, call) => {
    const placeholders = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const shape = (call.params as { shape?: object } | undefined)?.shape ?? {}
    expect(Object.keys(shape).toSorted()).toEqual(placeholders.toSorted())
  })
})

test('every problem has a status of failure and a title that is a sentence', () => {
  for (const { status, title } of Object.values(problems)) {
    expect(status).toBeGreaterThanOrEqual(400)
    expect(title).toMatch(/^[A-Z].*\.$/)
  }
})
