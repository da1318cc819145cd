import { createECDH, createPrivateKey, type KeyObject, sign } from 'node:crypto'

/** The key pair by which push services know who sends, as base64url: a point of P-256 (65 bytes) and its private number. */
export interface VapidKeys {
  publicKey: string
  privateKey: string
}

/** Push services refuse tokens that are valid for more than a day, RFC 8292, 2. */
const VALID_SECONDS = 12 * 60 * 60

export function newVapidKeys(): VapidKeys {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  // Leading zeros belong to the number.
  const number = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: number.toString('base64url') }
}

/**
 * The header `Authorization` for a push service, RFC 8292, 3.
 * @param subject how an operator of the push service reaches us: an address that starts with `https:` or `mailto:`
 * @param now Unix ms
 */
export function vapidAuthorization(keys: VapidKeys, endpoint: string, subject: string, now: number): string {
  const expires = Math.floor(now / 1_000) + VALID_SECONDS
  const claims = { aud: new URL(endpoint).origin, exp: expires, sub: subject }
  const signed = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode(claims)}`
  const signature = sign('sha256', Buffer.from(signed), { key: toPrivateKey(keys), dsaEncoding: 'ieee-p1363' })
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${keys.publicKey}`
}

function toPrivateKey({ publicKey, privateKey }: VapidKeys): KeyObject {
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.toString('base64url', 1, 33), point.toString('base64url', 33)]
  return createPrivateKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y, d: privateKey } })
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
