import { calls } from '@packhouse/contract'
import { expect, test } from 'vitest'
import type { Principal } from './principal.ts'
import { ProblemError } from './problem-error.ts'
import { assertViewable } from './view-only.ts'

const self: Principal = { userId: 'ben', sessionId: 's', customerId: null, permissions: new Set() }
const viewed: Principal = { ...self, viewer: { userId: 'ada' } }

test('of every call there is, somebody who views as another may make those alone that read and are not personal', () => {
  const refused = Object.entries(calls).flatMap(([name, call]) => {
    expect(() => assertViewable(self, call)).not.toThrow()
    try {
      assertViewable(viewed, call)
      return []
    } catch (error) {
      expect(error).toBeInstanceOf(ProblemError)
      expect((error as ProblemError).code).toBe('view_only')
      return [name]
    }
  })
  const expected = Object.entries(calls).filter(
    ([name, { method, access }]) =>
      method !== 'GET' || (access === 'signed-in' && name !== 'me' && name !== 'myPermissions'),
  )
  expect(refused).toEqual(expected.map(([name]) => name))
  expect(refused).toEqual(expect.arrayContaining(['mySettings', 'mySessions', 'myPasskeys', 'logout', 'beginViewAs']))
})
