import { expect, test } from 'vitest'
import { relyingPartyOf, takesPasskeys } from './relying-party.ts'

test('the relying party is the domain of the public address, its origin with the port', () => {
  expect(relyingPartyOf('https://watch.packhouse.example:8443/line', () => 'Packhouse')).toEqual({
    id: 'watch.packhouse.example',
    origin: 'https://watch.packhouse.example:8443',
    name: 'Packhouse',
  })
})

test.each([
  ['https://packhouse.example', true],
  ['http://localhost:3000', true],
  ['http://packhouse.example', false],
  ['http://127.0.0.1:3000', false],
  ['https://192.168.1.5', false],
  ['https://[::1]:3000', false],
])('passkeys for %s: %s', (address, expected) => {
  expect(takesPasskeys(address)).toBe(expected)
})
