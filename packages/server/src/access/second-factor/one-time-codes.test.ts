import { describe, expect, test } from 'vitest'
import { newSecret, otpauthAddress, timeStepOf } from './one-time-codes.ts'

/** The ASCII text 12345678901234567890 of both standards, in base32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

describe('codes', () => {
  // RFC 4226, appendix D: the counter is the time step here.
  test.each([
    [1, '287082'],
    [2, '359152'],
    [3, '969429'],
    [4, '338314'],
    [5, '254676'],
    [6, '287922'],
    [7, '162583'],
    [8, '399871'],
    [9, '520489'],
  ])('are those of RFC 4226 for the counter %i', (counter, code) => {
    expect(timeStepOf(SECRET, code, counter * 30)).toBe(counter)
  })

  // RFC 6238, appendix B, SHA-1: of its eight digits the last six are the code of six.
  test.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('are those of RFC 6238 for %i s', (time, code) => {
    expect(timeStepOf(SECRET, code.slice(2), time)).toBe(Math.floor(time / 30))
  })

  test.each([
    [-2, undefined],
    [-1, 6],
    [0, 6],
    [1, 6],
    [2, undefined],
  ])('of a clock that is %i steps away are taken as %s, at the first and at the last second', (away, step) => {
    const first = (6 - away) * 30
    expect(timeStepOf(SECRET, '287922', first)).toBe(step)
    expect(timeStepOf(SECRET, '287922', first + 29.9)).toBe(step)
  })

  test.each(['', '12345', '1234567', 'abcdef', '１２３４５６', '12 456', '-12345', '1e5000'])(
    'of other characters are invalid: %j',
    (code) => {
      expect(timeStepOf(SECRET, code, 59)).toBeUndefined()
    },
  )
})

test('a secret has 160 random bits, in an address that apps read', () => {
  const secrets = Array.from({ length: 100 }, newSecret)
  expect(new Set(secrets).size).toBe(100)
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  const address = new URL(otpauthAddress(SECRET, 'Nordfjell & Co: Line', 'a+b@c.example'))
  expect(address.protocol + address.host).toBe('otpauth:totp')
  expect(address.searchParams.get('secret')).toBe(SECRET)
  expect(address.searchParams.get('issuer')).toBe('Nordfjell & Co: Line')
  expect(decodeURIComponent(address.pathname)).toContain('a+b@c.example')
})
