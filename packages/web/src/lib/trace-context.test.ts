import { expect, test } from 'vitest'
import { newTraceparent } from './trace-context.ts'

test('requests of a page have one trace, and each a span of its own', () => {
  const [first = '', second = ''] = [newTraceparent(), newTraceparent()]
  expect(first).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
  expect(second.slice(0, 36)).toBe(first.slice(0, 36))
  expect(second).not.toBe(first)
})
