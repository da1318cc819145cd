import { expect, test } from 'vitest'
import { isVerifierOf } from './exchange.ts'

/** RFC 7636, appendix B. */
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

test('the verifier of RFC 7636, appendix B, belongs to its challenge', () => {
  expect(isVerifierOf(verifier, challenge)).toBe(true)
})

test.each([
  ['a changed letter', verifier.replace('d', 'e')],
  ['the challenge itself, as `plain` would have it', challenge],
  ['42 letters', 'a'.repeat(42)],
  ['129 letters', 'a'.repeat(129)],
  ['nothing', ''],
  ['a letter that is not allowed', `${verifier}+`],
])('%s does not', (_, sent) => {
  expect(isVerifierOf(sent, challenge)).toBe(false)
})
