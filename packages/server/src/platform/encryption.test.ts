import { expect, test } from 'vitest'
import { Encryption } from './encryption.ts'

const encryption = new Encryption('key of the tests', 'links')

test('an encrypted text decrypts again, differs each time and does not contain the text', () => {
  const [one, two] = [encryption.encrypt('Grüße 🔑'), encryption.encrypt('Grüße 🔑')]
  expect(encryption.decrypt(one)).toBe('Grüße 🔑')
  expect(one.equals(two)).toBe(false)
  expect(one.includes('Gr')).toBe(false)
})

test('nothing opens with another key, for another use, or after any bit of it has changed', () => {
  const ciphertext = encryption.encrypt('a link')
  expect(new Encryption('another key', 'links').decrypt(ciphertext)).toBeUndefined()
  expect(new Encryption('key of the tests', 'codes').decrypt(ciphertext)).toBeUndefined()
  for (let at = 0; at < ciphertext.length; at++) {
    const changed = Buffer.from(ciphertext)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(encryption.decrypt(changed), `byte ${at}`).toBeUndefined()
  }
  for (let length = 0; length < ciphertext.length; length++) {
    expect(encryption.decrypt(ciphertext.subarray(0, length)), `${length} bytes`).toBeUndefined()
  }
})
