import { createHmac, randomInt } from 'node:crypto'
import { RECOVERY_CODES } from '@packhouse/contract'

/** Crockford's base 32: nothing that is read for something else. */
const SIGNS = '0123456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 10

/** Ten codes of 50 random bits each, as `abcde-fghjk`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const code = Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')
    return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`
  })
}

/**
 * What is stored of a code, as it was typed: case, blanks and dashes do not matter. Keyed with the installation, because
 * 50 bits could be guessed back from a plain hash; and of one user only.
 */
export function hashRecoveryCode(key: Buffer, userId: string, typed: string): Buffer {
  const code = typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1')
  return createHmac('sha256', key).update(`${userId}:${code}`).digest()
}
