import { expect, test } from 'vitest'
import { isAllowedFrom } from './address-ranges.ts'

test.each([
  ['10.1.2.3', ['10.0.0.0/8'], true],
  ['11.1.2.3', ['10.0.0.0/8'], false],
  ['192.0.2.7', ['192.0.2.7/32'], true],
  ['192.0.2.8', ['192.0.2.7/32'], false],
  ['192.0.2.8', ['0.0.0.0/0'], true],
  ['2001:db8::1', ['2001:db8::/32'], true],
  ['2001:db9::1', ['2001:db8::/32'], false],
  ['2001:db8::1', ['10.0.0.0/8'], false],
  ['10.1.2.3', ['2001:db8::/32', '10.0.0.0/8'], true],
  ['::ffff:10.1.2.3', ['10.0.0.0/8'], true],
  ['::ffff:11.1.2.3', ['10.0.0.0/8'], false],
  ['not an address', ['0.0.0.0/0', '::/0'], false],
  ['192.0.2.8', [], true],
])('%s in %j: %s', (address, ranges, expected) => {
  expect(isAllowedFrom(ranges, address)).toBe(expected)
})
