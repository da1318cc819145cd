import { describe, expect, it } from 'vitest'
import { challengeOf, createSecrets } from './pkce.ts'

describe('PKCE', () => {
  it('makes the challenge of the example in RFC 7636, appendix B', async () => {
    expect(await challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
      'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    )
  })

  it('takes 32 bytes of state and 64 bytes of verifier, as hex', () => {
    const { state, verifier } = createSecrets()
    expect(state).toMatch(/^[0-9a-f]{64}$/)
    expect(verifier).toMatch(/^[0-9a-f]{128}$/)
  })

  it('never makes the same secrets twice', () => {
    const made = new Set(Array.from({ length: 50 }, () => createSecrets().verifier))
    expect(made.size).toBe(50)
  })
})
