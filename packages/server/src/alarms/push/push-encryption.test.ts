import { createPublicKey, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { PushBrowser } from '../../../test/support/push-browser.ts'
import { encryptPush, MOST_PUSH_BYTES } from './push-encryption.ts'
import { newVapidKeys, vapidAuthorization } from './vapid.ts'

/** RFC 8291, appendix A. */
const example = {
  text: 'When I grow up, I want to be a watermelon',
  privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  encrypted:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

test('the example of RFC 8291 is encrypted to the letter', () => {
  const fresh = {
    salt: Buffer.from(example.salt, 'base64url'),
    privateKey: Buffer.from(example.privateKey, 'base64url'),
  }
  expect(encryptPush(example.text, example.keys, fresh).toString('base64url')).toBe(example.encrypted)
})

test('a browser decrypts what was encrypted for it, another one does not, and no two messages are alike', async () => {
  const browser = await PushBrowser.make()
  const other = await PushBrowser.make()
  const text = 'Jaw too hot, 40 °C'
  const [first, second] = [encryptPush(text, browser.keys), encryptPush(text, browser.keys)]
  expect(await browser.decrypt(first)).toBe(text)
  expect(first.equals(second)).toBe(false)
  await expect(other.decrypt(first)).rejects.toThrow()
})

test('a message fills one record of 4096 bytes at the most', async () => {
  const browser = await PushBrowser.make()
  const longest = 'x'.repeat(MOST_PUSH_BYTES)
  const encrypted = encryptPush(longest, browser.keys)
  expect(encrypted).toHaveLength(4_096)
  expect(await browser.decrypt(encrypted)).toBe(longest)
  expect(() => encryptPush(`${longest}x`, browser.keys)).toThrow('3993 bytes at the most')
})

test('the token for a push service names it, ends within a day, and is signed with the key beside it', () => {
  const keys = newVapidKeys()
  const now = Date.parse('2026-11-21T12:00:00Z')
  const header = vapidAuthorization(keys, 'https://push.example/send/abc?d=1', 'mailto:ops@packhouse.example', now)
  const [, token = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(header) ?? []
  expect(key).toBe(keys.publicKey)
  const [head = '', claims = '', signature = ''] = token.split('.')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as unknown
  expect(read(head)).toEqual({ typ: 'JWT', alg: 'ES256' })
  const exp = now / 1_000 + 12 * 3_600
  expect(read(claims)).toEqual({ aud: 'https://push.example', exp, sub: 'mailto:ops@packhouse.example' })
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.toString('base64url', 1, 33), point.toString('base64url', 33)]
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } })
  const signed = Buffer.from(`${head}.${claims}`)
  const parts = { key: publicKey, dsaEncoding: 'ieee-p1363' as const }
  expect(verify('sha256', signed, parts, Buffer.from(signature, 'base64url'))).toBe(true)
})
