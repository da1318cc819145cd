import { describe, expect, test } from 'vitest'
import { hashToken, isAccessToken, isRefreshToken, newTokens, successorTokens } from './tokens.ts'

describe('new tokens', () => {
  test('show their kind by their prefix, and carry 256 bits', () => {
    const { access, refresh } = newTokens()
    expect(isAccessToken(access) && isRefreshToken(refresh)).toBe(true)
    expect(isAccessToken(refresh) || isRefreshToken(access)).toBe(false)
    for (const token of [access, refresh]) expect(Buffer.from(token.slice(4), 'base64url')).toHaveLength(32)
  })

  test('are never the same', () => {
    const tokens = Array.from({ length: 1000 }, newTokens).flatMap(({ access, refresh }) => [
      access.slice(4),
      refresh.slice(4),
    ])
    expect(new Set(tokens).size).toBe(2000)
  })
})

describe('the successors of a refresh token', () => {
  const { refresh } = newTokens()

  test('are the same every time, with the same key', () => {
    expect(successorTokens('key', refresh)).toEqual(successorTokens('key', refresh))
  })

  test('are others with another key or another token', () => {
    const successors = [
      successorTokens('key', refresh),
      successorTokens('other', refresh),
      successorTokens('key', newTokens().refresh),
    ]
    expect(new Set(successors.flatMap(({ access, refresh: next }) => [access.slice(4), next.slice(4)])).size).toBe(6)
  })

  test('are tokens of their kind', () => {
    const next = successorTokens('key', refresh)
    expect(isAccessToken(next.access) && isRefreshToken(next.refresh)).toBe(true)
  })
})

test.each([
  '',
  'pha_',
  `pha_${'a'.repeat(42)}`,
  `pha_${'a'.repeat(44)}`,
  ` pha_${'a'.repeat(43)}`,
  `pha_${'a'.repeat(43)}\n`,
  `phk_${'a'.repeat(43)}`,
])('%j is no access token', (text) => {
  expect(isAccessToken(text)).toBe(false)
})

test('a stored hash has 32 bytes and does not contain the token', () => {
  const { access } = newTokens()
  expect(hashToken(access)).toHaveLength(32)
  expect(hashToken(access).toString('latin1')).not.toContain(access.slice(4, 12))
})
