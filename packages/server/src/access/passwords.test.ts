import { argon2Sync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

describe('a password hash', () => {
  test('is argon2id with the recommended cost, and another one each time', async () => {
    const [one, two] = await Promise.all([hashPassword('secret'), hashPassword('secret')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(one).not.toBe(two)
  })

  test('belongs to its password and to no other', async () => {
    const hash = await hashPassword('correct horse battery')
    expect(await verifyPassword('correct horse battery', hash)).toBe(true)
    for (const wrong of ['', 'Correct horse battery', 'correct horse battery ', 'correct horse batter']) {
      expect(await verifyPassword(wrong, hash), wrong).toBe(false)
    }
  })

  test('does not mind in which form a character was typed', async () => {
    expect(await verifyPassword('cafe\u0301', await hashPassword('caf\u00e9'))).toBe(true)
  })

  test('that is missing is never right, whatever is presented', async () => {
    for (const missing of [undefined, null]) expect(await verifyPassword('', missing)).toBe(false)
  })

  test('of another cost is checked at that cost', async () => {
    const nonce = Buffer.from('somesaltsomesalt')
    const settings = { nonce, memory: 64, passes: 1, parallelism: 1, tagLength: 16 }
    const tag = argon2Sync('argon2id', { message: 'password', ...settings })
    const cheap = `$argon2id$v=19$m=64,t=1,p=1$${nonce.toString('base64')}$${tag.toString('base64')}`
    expect(await verifyPassword('password', cheap)).toBe(true)
    expect(await verifyPassword('passwort', cheap)).toBe(false)
  })

  test('in another form is an error of ours, not a wrong password', async () => {
    await expect(verifyPassword('x', 'plain text')).rejects.toThrow('not an argon2id PHC string')
  })
})
