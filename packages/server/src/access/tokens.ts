import { createHash, createHmac, randomBytes } from 'node:crypto'

export const ACCESS_TOKEN_MINUTES = 10
export const SESSION_DAYS = 7
/** How long a confirmation, or the sign-in, lets a session do what is dangerous. */
export const CONFIRMED_MINUTES = 10
/** Time in which a refresh token that was just used still answers with its successor: two tabs, a lost answer. */
export const REFRESH_GRACE_SECONDS = 10

export interface IssuedTokens {
  access: string
  refresh: string
}

/** New tokens for a new session: 256 random bits each. */
export function newTokens(): IssuedTokens {
  return {
    access: `pha_${randomBytes(32).toString('base64url')}`,
    refresh: `phr_${randomBytes(32).toString('base64url')}`,
  }
}

/**
 * The tokens that follow a refresh token. They are derived with the key of the installation, so that asking twice
 * gives the same ones although only hashes are stored; without the key they cannot be derived from a stolen token.
 */
export function successorTokens(key: string, refreshToken: string): IssuedTokens {
  const derive = (use: string) => createHmac('sha256', key).update(`${use}:${refreshToken}`).digest('base64url')
  return { access: `pha_${derive('access')}`, refresh: `phr_${derive('refresh')}` }
}

export function isAccessToken(token: string): boolean {
  return /^pha_[\w-]{43}$/.test(token)
}

export function isRefreshToken(token: string): boolean {
  return /^phr_[\w-]{43}$/.test(token)
}

/** What is stored of a token. It is long and random, so a plain hash cannot be guessed back. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
