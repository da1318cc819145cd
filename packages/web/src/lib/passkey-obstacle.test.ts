import { expect, test } from 'vitest'
import { passkeyObstacle } from './passkey-obstacle.ts'

const address = 'https://packhouse.example'
const here = { origin: address, isSecure: true, hasApi: true }
const settings = (login: object = {}) => ({ login: { address, passkeys: true, ...login } })

test('nothing is in the way at the public address, in a browser that knows passkeys', () => {
  expect(passkeyObstacle(settings(), here)).toBeUndefined()
})

test.for([
  ['ip', settings({ address: 'https://192.0.2.7:8443', passkeys: false }), here],
  ['ip', settings({ address: 'https://[2001:db8::1]', passkeys: false }), here],
  ['insecure', settings({ address: 'http://packhouse.example', passkeys: false }), here],
  ['elsewhere', settings(), { ...here, origin: 'https://10.0.0.4' }],
  ['unsafe', settings(), { ...here, isSecure: false, hasApi: false }],
  ['browser', settings(), { ...here, hasApi: false }],
] as const)('says what is in the way: %s', ([obstacle, given, place]) => {
  expect(passkeyObstacle(given, place)).toBe(obstacle)
})
