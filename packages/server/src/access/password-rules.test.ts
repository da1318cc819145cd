import { describe, expect, test } from 'vitest'
import { ProblemError } from '../engine/problem-error.ts'
import { assertGoodPassword } from './password-rules.ts'

const owner = { email: 'maren.holm@nordfjell.example', names: ['Maren', 'Holm'], hasSecondFactor: false }

/** The code of the fault at the field; undefined if the password is good. */
function faultOf(password: string, hasSecondFactor = false): string | undefined {
  try {
    assertGoodPassword(password, { ...owner, hasSecondFactor })
    return undefined
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    expect(error.code).toBe('invalid_request')
    expect(error.errors?.[0]?.path).toBe('body.password')
    return error.errors?.[0]?.code
  }
}

describe('a password', () => {
  test('has at least 15 characters, and 8 where there is a second factor', () => {
    expect(faultOf('vellum-9-kraken'.slice(0, 14))).toBe('too_short')
    expect(faultOf('vellum-9-kraken')).toBeUndefined()
    expect(faultOf('vellum-', true)).toBe('too_short')
    expect(faultOf('vellum-9', true)).toBeUndefined()
  })

  test('is counted in characters as people see them stored, not in bytes or code units', () => {
    expect(faultOf('🔑🚲🧀🎷🪁🦉')).toBe('too_short')
    expect(faultOf('🔑🚲🧀🎷🪁🦉🌋🛶ørret')).toBe('too_short')
    expect(faultOf('🔑🚲🧀🎷🪁🦉🌋🛶ørreten')).toBeUndefined()
  })

  test('may contain spaces, which count like any other character', () => {
    expect(faultOf('  vellum kraken')).toBeUndefined()
    expect(faultOf('vellum kraken')).toBe('too_short')
  })

  test.each([
    'vellum kraken tundra',
    'onlysmalllettersbutrare',
    '83 otters waltz at dusk',
    'Grønnsaksuppe til frokost',
    'пароль для ежедневной работы',
    '冷たい雨の朝に飲む熱い珈琲は格別',
    'kX9#vT2!mQ7$wL4&',
  ])('of any kind of characters is taken: %s', (password) => {
    expect(faultOf(password)).toBeUndefined()
  })

  test.each([
    'password1234567',
    'passwordpassword',
    'P@ssw0rdP@ssw0rd',
    'Welcome2024!!!!!!!',
    'qwertyuiop1234567890',
    '123456789012345',
    '111111111111111',
    'aaaaaaaaaaaaaaaaaaaa',
    'abcabcabcabcabcabc',
    'abcdefghijklmnopqrst',
    'iloveyou iloveyou iloveyou',
    'correcthorsebatterystaple',
    'letmein letmein!!',
    'administrator2025',
    '               ',
    '!!!!!!!!!!!!!!!!!!',
    'PACKHOUSE-packhouse-1',
  ])('that everybody guesses first is refused: %s', (password) => {
    expect(faultOf(password)).toBe('common')
  })

  test.each(['maren.holm.2026!', 'Nordfjell-maren-1', 'holmholmholmholm', 'maren.holm@nordfjell'])(
    "made of the owner's name or address is refused: %s",
    (password) => {
      expect(faultOf(password)).toBe('common')
    },
  )

  test('of 1,024 characters is judged at once', () => {
    expect(faultOf('vellum kraken '.repeat(73))).toBeUndefined()
    expect(faultOf('ab'.repeat(512))).toBe('common')
  })
})
