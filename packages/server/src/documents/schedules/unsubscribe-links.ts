import { createHash, randomBytes } from 'node:crypto'
import { oneClickUnsubscribe } from '@packhouse/contract'

/** The secret of a link, 256 random bits, and its SHA-256, which alone is stored. */
export function newUnsubscribeToken(): { token: string; hash: Buffer } {
  const token = `phu_${randomBytes(32).toString('base64url')}`
  return { token, hash: hashOf(token) }
}

export function unsubscribeAddress(publicUrl: string, token: string): string {
  return new URL(`${oneClickUnsubscribe.path}?token=${token}`, publicUrl).toString()
}

export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
