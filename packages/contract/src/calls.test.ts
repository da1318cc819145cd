import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { calls, permissionDescriptions, resources } from './calls.ts'
import type { Call } from './engine/call.ts'
import { MAX_CURSOR_LENGTH } from './engine/list-query.ts'
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

test('every call that takes a page takes a position to go on from, and answers one', () => {
  const knows = (call: Call, name: string) => {
    const issues = call.query?.safeParse({ [name]: '2' }).error?.issues ?? []
    return (
      call.query !== undefined &&
      !issues.some((issue) => issue.code === 'unrecognized_keys' && issue.keys.includes(name))
    )
  }
  const paged = Object.entries(calls).filter(([, call]) => knows(call, 'page') && knows(call, 'pageSize'))
  expect(paged.length).toBeGreaterThan(100)
  for (const [name, call] of paged) {
    expect.soft(knows(call, 'after'), name).toBe(true)
    const { required = [] } = z.toJSONSchema(call.result ?? z.object({}), { unrepresentable: 'any' })
    expect.soft(required, name).toContain('next')
  }
})

test('the position of every row fits into an address', () => {
  /** As UTF-8; what is no text, and the key and the checksum beside them, are shorter than this. */
  const [character, other, around] = [3, 60, 100]
  for (const { name, fields } of resources) {
    const sizes = Object.values(fields).flatMap(({ sort, schema }) => {
      const { maxLength } = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' })
      return sort ? [(maxLength ?? 0) * character + other] : []
    })
    const longest = sizes.sort((a, b) => b - a).slice(0, 5)
    const bytes = longest.reduce((sum, size) => sum + size, around)
    expect.soft(Math.ceil((bytes * 4) / 3), name).toBeLessThanOrEqual(MAX_CURSOR_LENGTH)
  }
})
