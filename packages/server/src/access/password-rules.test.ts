import { describe, expect, test } from 'vitest'
import { ProblemError } from '../engine/problem-error.ts'
import { commonPasswords } from './common-passwords.ts'
import { assertGoodPassword } from './password-rules.ts'

const owner = {
  email: 'maren.holm@nordfjell.example',
  names: ['Maren', 'Holm'],
  places: ['Kestrel', 'Harbour Foods'],
  hasSecondFactor: false,
}

/** The code of the fault at the field; undefined if the password is good. */
async function faultOf(password: string, hasSecondFactor = false): Promise<string | undefined> {
  try {
    await assertGoodPassword(password, { ...owner, hasSecondFactor })
    return undefined
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    expect(error.code).toBe('invalid_request')
    expect(error.errors?.[0]?.path).toBe('body.password')
    return error.errors?.[0]?.code
  }
}

describe('a password', () => {
  test('has at least 15 characters, and 8 where there is a second factor', async () => {
    expect(await faultOf('vellum-9-kraken'.slice(0, 14))).toBe('too_short')
    expect(await faultOf('vellum-9-kraken')).toBeUndefined()
    expect(await faultOf('vellum-', true)).toBe('too_short')
    expect(await faultOf('vellum-9', true)).toBeUndefined()
  })

  test('is counted in characters as people see them stored, not in bytes or code units', async () => {
    expect(await faultOf('🔑🚲🧀🎷🪁🦉')).toBe('too_short')
    expect(await faultOf('🔑🚲🧀🎷🪁🦉🌋🛶ørret')).toBe('too_short')
    expect(await faultOf('🔑🚲🧀🎷🪁🦉🌋🛶ørreten')).toBeUndefined()
  })

  test('may contain spaces, which count like any other character', async () => {
    expect(await faultOf('  vellum kraken')).toBeUndefined()
    expect(await faultOf('vellum kraken')).toBe('too_short')
  })

  test.each([
    'vellum kraken tundra',
    'onlysmalllettersbutrare',
    '83 otters waltz at dusk',
    'Grønnsaksuppe til frokost',
    'пароль для ежедневной работы',
    '冷たい雨の朝に飲む熱い珈琲は格別',
    'kX9#vT2!mQ7$wL4&',
  ])('of any kind of characters is taken: %s', async (password) => {
    expect(await faultOf(password)).toBeUndefined()
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
  ])('that everybody guesses first is refused: %s', async (password) => {
    expect(await faultOf(password)).toBe('common')
  })

  test.each(['maren.holm.2026!', 'Nordfjell-maren-1', 'holmholmholmholm', 'maren.holm@nordfjell'])(
    "made of the owner's name or address is refused: %s",
    async (password) => {
      expect(await faultOf(password)).toBe('common')
    },
  )

  test.each(['kestrel.harbour.2026', 'KestrelKestrel-7', 'harbour foods 2026!'])(
    'made of the name of the product, the maker or the customer is refused: %s',
    async (password) => {
      expect(await faultOf(password)).toBe('common')
    },
  )

  test.each(['mustang1', 'MUSTANG1!', '2026mustang', 'must4ng7', 'trustno1', 'mustangmustang', 'jennifer'])(
    'that is among those used most is refused, whatever stands at its ends: %s',
    async (password) => {
      expect(await faultOf(password, true)).toBe('common')
    },
  )

  test('is held against more than 10,000 that are used most', async () => {
    const list = await commonPasswords()
    expect(list.size).toBeGreaterThan(10_000)
    const long = [...list].filter((password) => password.length >= 8)
    expect(long.length).toBeGreaterThan(10_000)
    for (const password of long.filter((_, place) => place % 50 === 0)) {
      expect(await faultOf(password, true), password).toBe('common')
      expect(await faultOf(password.toUpperCase(), true), password).toBe('common')
    }
  })

  test('of 1,024 characters is judged at once', async () => {
    expect(await faultOf('vellum kraken '.repeat(73))).toBeUndefined()
    expect(await faultOf('ab'.repeat(512))).toBe('common')
  })
})
