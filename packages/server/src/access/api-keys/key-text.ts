import { randomBytes } from 'node:crypto'

/** A new key: 256 random bits. */
export function newApiKey(): string {
  return `phk_${randomBytes(32).toString('base64url')}`
}

export function isApiKey(token: string): boolean {
  return /^phk_[\w-]{43}$/.test(token)
}

/** What may be shown of a key so that people distinguish it from others: too little to guess the rest from. */
export function prefixOf(key: string): string {
  return `${key.slice(0, 8)}…${key.slice(-4)}`
}
