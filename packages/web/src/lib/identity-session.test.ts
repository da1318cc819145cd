import { describe, expect, test } from 'vitest'
import { createIdentitySession } from './identity-session.ts'

const user = {
  id: '01a1fee9-f627-7e75-b9b3-1aeec10ed458',
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Example',
  profile: { photoUrl: null },
  customer: null,
}

function session(parts: { profile?: () => Promise<typeof user> } = {}) {
  const clock = { now: 1_000_000 }
  const exchanged: string[] = []
  const made = createIdentitySession({
    profile: async () => user,
    exchange: async (refreshToken) => {
      exchanged.push(refreshToken)
      return { access_token: 'newer', refresh_token: 'newer refresh', expires_in: 600 }
    },
    now: () => clock.now,
    ...parts,
  })
  return { made, clock, exchanged }
}

const tokens = (expires_in: number) => ({ access_token: 'access', refresh_token: 'refresh', expires_in })

describe('the session of an identity provider', () => {
  test('is idle, then loading, then ready with the user and the tokens', async () => {
    const { made } = session()
    expect(made.state()).toEqual({
      status: 'idle',
      user: null,
      accessToken: null,
      refreshToken: null,
      expiresAt: null,
    })
    expect(made.isAuthenticated()).toBe(false)
    const loading = made.load(tokens(600))
    expect(made.state().status).toBe('loading')
    await loading
    expect(made.state()).toEqual({
      status: 'ready',
      user,
      accessToken: 'access',
      refreshToken: 'refresh',
      expiresAt: 1_600_000,
    })
  })

  test.each([
    [5_001, true],
    [5_000, false],
    [0, false],
  ])('with %i ms left counts as signed in: %s', async (left, counts) => {
    const { made, clock } = session()
    await made.load(tokens(600))
    clock.now = 1_600_000 - left
    expect(made.isAuthenticated()).toBe(counts)
  })

  test('exchanges tokens that are about to expire before it asks for the profile', async () => {
    const { made, exchanged } = session()
    await made.load(tokens(5))
    expect(exchanged).toEqual(['refresh'])
    expect(made.state()).toMatchObject({ status: 'ready', accessToken: 'newer', refreshToken: 'newer refresh' })
  })

  test('is idle again when nobody stands behind the token', async () => {
    const { made } = session({ profile: () => Promise.reject(new Error('nobody')) })
    await expect(made.load(tokens(600))).rejects.toThrow('nobody')
    expect(made.state().status).toBe('idle')
    expect(made.isAuthenticated()).toBe(false)
  })
})
