import { expect, test } from 'vitest'
import { loginText } from './login-text.ts'

test('A text of the operator stays; only those of the product follow the language', () => {
  expect(loginText('Open sesame')).toBe('Open sesame')
  expect(loginText('Login')).toBe('Login')
})
