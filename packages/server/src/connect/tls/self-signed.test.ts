import { createPrivateKey, X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeSelfSigned } from './self-signed.ts'

const from = new Date('2026-01-31T23:59:59Z')
const to = new Date('2055-02-01T00:00:00Z')
const names = ['packhouse.example', 'localhost', '127.0.0.1', '::1', '2001:db8::a:1', '::ffff:192.0.2.1']

test('a certificate that signs itself is valid, of its key, and for the names that were given', () => {
  const { cert, key } = makeSelfSigned('Packhouse', names, from, to)
  const certificate = new X509Certificate(cert)
  expect(certificate.verify(certificate.publicKey)).toBe(true)
  expect(certificate.checkPrivateKey(createPrivateKey(key))).toBe(true)
  expect(certificate.subject).toBe('CN=Packhouse')
  expect([certificate.validFromDate, certificate.validToDate]).toEqual([from, to])
  expect(certificate.ca).toBe(false)
  expect(certificate.checkHost('packhouse.example')).toBe('packhouse.example')
  expect(certificate.checkHost('other.example')).toBeUndefined()
  for (const address of names.slice(2)) expect(certificate.checkIP(address)).toBe(address)
})

test('each has a key and a number of its own', () => {
  const [one, other] = [1, 2].map(() => new X509Certificate(makeSelfSigned('Packhouse', names, from, to).cert))
  expect(one?.serialNumber).not.toBe(other?.serialNumber)
  expect(one?.fingerprint256).not.toBe(other?.fingerprint256)
})
