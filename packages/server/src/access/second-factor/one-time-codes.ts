import { generateSecret, generateURI, verifySync } from 'otplib'

const STEP_SECONDS = 30
/** Clocks of phones may be one step away (RFC 6238, 5.2). */
const TOLERANCE_SECONDS = STEP_SECONDS

/** A new shared secret: 160 random bits in base32, as RFC 4226, 4 recommends. */
export function newSecret(): string {
  return generateSecret({ length: 20 })
}

/** The secret as an address that apps read from a QR code: SHA-1, 6 digits and 30 s, which all of them know. */
export function otpauthAddress(secret: string, issuer: string, email: string): string {
  return generateURI({ issuer, label: email, secret })
}

/**
 * The time step (RFC 6238, 4.2) that a code belongs to; undefined if it belongs to none near the time.
 * @param code six digits
 * @param time seconds since the epoch
 */
export function timeStepOf(secret: string, code: string, time: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const epoch = Math.floor(time)
  const found = verifySync({ secret, token: code, epoch, epochTolerance: TOLERANCE_SECONDS })
  return found.valid ? Math.floor(epoch / STEP_SECONDS) + found.delta : undefined
}
