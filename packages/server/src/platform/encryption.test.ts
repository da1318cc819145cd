import { createCipheriv, hkdfSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { Encryption } from './encryption.ts'
import { keysOf } from './installation-keys.ts'

const encryption = new Encryption(keysOf('key of the tests'), 'links')

test('an encrypted text decrypts again, differs each time and does not contain the text', () => {
  const [one, two] = [encryption.encrypt('Grüße 🔑'), encryption.encrypt('Grüße 🔑')]
  expect(encryption.decrypt(one)).toBe('Grüße 🔑')
  expect(one.equals(two)).toBe(false)
  expect(one.includes('Gr')).toBe(false)
})

test('a text is encrypted to the same bytes each time where that is asked for, another text to others', () => {
  const [one, again, other] = ['a link', 'a link', 'a lint'].map((text) => encryption.encryptDeterministically(text))
  expect(one).toEqual(again)
  expect(one?.subarray(8, 20)).not.toEqual(other?.subarray(8, 20))
  expect([one, other].map((bytes) => bytes && encryption.decrypt(bytes))).toEqual(['a link', 'a lint'])
})

test('nothing opens with another key, for another use, or after any bit of it has changed', () => {
  const ciphertext = encryption.encrypt('a link')
  expect(new Encryption(keysOf('another key'), 'links').decrypt(ciphertext)).toBeUndefined()
  expect(new Encryption(keysOf('key of the tests'), 'codes').decrypt(ciphertext)).toBeUndefined()
  for (let at = 0; at < ciphertext.length; at++) {
    const changed = Buffer.from(ciphertext)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(encryption.decrypt(changed), `byte ${at}`).toBeUndefined()
  }
  for (let length = 0; length < ciphertext.length; length++) {
    expect(encryption.decrypt(ciphertext.subarray(0, length)), `${length} bytes`).toBeUndefined()
  }
})

test('what was encrypted with a key from before opens as long as that is known, and is not current', () => {
  const [old, both] = [
    new Encryption(keysOf('old'), 'links'),
    new Encryption({ ...keysOf('new'), previous: ['old'] }, 'links'),
  ]
  const ciphertext = old.encrypt('a link')
  expect(both.decrypt(ciphertext)).toBe('a link')
  expect([old.isCurrent(ciphertext), both.isCurrent(ciphertext)]).toEqual([true, false])
  const again = both.encrypt('a link')
  expect(both.isCurrent(again)).toBe(true)
  expect(new Encryption(keysOf('new'), 'links').decrypt(again)).toBe('a link')
  expect(old.decrypt(again)).toBeUndefined()
})

test('what was encrypted before keys had ids still opens', () => {
  // Of a version before: nonce, tag and ciphertext of "a link", with the key "key of the tests" for links.
  const key = Buffer.from(hkdfSync('sha256', 'key of the tests', '', 'packhouse links', 32))
  const nonce = Buffer.alloc(12, 7)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const ciphertext = Buffer.concat([cipher.update('a link', 'utf8'), cipher.final()])
  const old = Buffer.concat([nonce, cipher.getAuthTag(), ciphertext])
  expect(encryption.decrypt(old)).toBe('a link')
  expect(encryption.isCurrent(old)).toBe(false)
})
