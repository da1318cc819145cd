import type { Call } from '@packhouse/contract'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { keysOf } from '../../platform/installation-keys.ts'
import { ProblemError } from '../problem-error.ts'
import { Cursors, type ListRequest } from './cursors.ts'

const cursors = new Cursors(keysOf('key of the tests'))
const call: Call = {
  area: 'Test',
  method: 'GET',
  path: '/v1/rows',
  summary: 'Rows',
  access: 'customer.read',
  query: z.object({}),
}
const query = { page: 1, pageSize: 25, sort: [{ field: 'name', descending: false }], filters: { status: ['open'] } }
const request: ListRequest = {
  call,
  principal: { customerId: null },
  input: { params: { parentId: 'one' }, query, body: undefined },
}
const POSITION = JSON.stringify(['Nordfjell Seafood AS', null, '2026-11-21 14:30:00.123456+00'])

function sealed(by = cursors, of = request): string {
  const { next } = by.seal(of, { items: [], next: POSITION }) as { next: string }
  return next
}

/** The position that a request goes on behind, or the code of its refusal. */
function opened(after: string, { by = cursors, of = request }: { by?: Cursors; of?: ListRequest } = {}): unknown {
  try {
    const input = by.open({ ...of, input: { ...of.input, query: { ...(of.input.query as object), after } } })
    return (input.query as { after: string }).after
  } catch (error) {
    if (error instanceof ProblemError)
      return `${error.code} ${error.errors?.map(({ path, code }) => `${path} ${code}`)}`
    throw error
  }
}

const MALFORMED = 'invalid_request query.after malformed'
const OTHER_LIST = 'invalid_request query.after other_list'

describe('a position', () => {
  test('comes back as it was, can stand in an address, and is the same for the same answer', () => {
    expect(opened(sealed())).toBe(POSITION)
    expect(sealed()).toMatch(/^[\w-]+$/)
    expect(sealed()).toBe(sealed())
    expect(Buffer.from(sealed(), 'base64url').includes('Nord')).toBe(false)
    expect(
      opened(sealed(), { of: { ...request, input: { ...request.input, query: { ...query, pageSize: 7 } } } }),
    ).toBe(POSITION)
  })

  test('is of no use to another list, sort, filter, parent, body or customer', () => {
    const others: ListRequest[] = [
      { ...request, call: { ...call, path: '/v1/others' } },
      { ...request, call: { ...call, method: 'POST' } },
      { ...request, principal: { customerId: 'of a customer' } },
      ...[
        { query: { ...query, sort: [{ field: 'name', descending: true }] } },
        { query: { ...query, filters: {} } },
        { query: { ...query, search: 'salmon' } },
        { params: { parentId: 'two' } },
        { body: { width: 1 } },
      ].map((different) => ({ ...request, input: { ...request.input, ...different } })),
    ]
    for (const of of others) expect(opened(sealed(), { of }), JSON.stringify(of)).toBe(OTHER_LIST)
  })

  test('that was changed or made up is refused', () => {
    const after = sealed()
    for (let at = 0; at < after.length; at++) {
      const other = after[at] === 'A' ? 'B' : 'A'
      expect(opened(`${after.slice(0, at)}${other}${after.slice(at + 1)}`), `character ${at}`).toBe(MALFORMED)
      expect(opened(after.slice(0, at)), `${at} characters`).toBe(MALFORMED)
    }
    expect(opened(`${after}A`)).toBe(MALFORMED)
    expect(opened(Buffer.from(POSITION).toString('base64url'))).toBe(MALFORMED)
  })

  test('of a key from before is good for as long as the key is known', () => {
    const rotated = { ...keysOf('new key'), previous: ['key of the tests'] }
    expect(opened(sealed(), { by: new Cursors(rotated) })).toBe(POSITION)
    expect(opened(sealed(), { by: new Cursors(keysOf('new key')) })).toBe(MALFORMED)
  })

  test('is left out where no rows follow, and of calls without pages', () => {
    expect(cursors.seal(request, { items: [], next: null })).toEqual({ items: [], next: null })
    const other: ListRequest = { ...request, input: { query: { limit: 5 } } }
    expect(cursors.seal(other, { next: 'as it is' })).toEqual({ next: 'as it is' })
  })
})
