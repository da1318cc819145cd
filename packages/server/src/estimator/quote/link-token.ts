import { createHash, randomBytes } from 'node:crypto'

const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** 256 random bits, which are shown once. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a token; undefined for what cannot be one. */
export function hashToken(token: string): Buffer | undefined {
  return TOKEN.test(token) ? createHash('sha256').update(token).digest() : undefined
}
