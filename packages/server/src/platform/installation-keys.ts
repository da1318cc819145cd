import { hkdfSync } from 'node:crypto'

/** Rotations whose recovery codes go on to work. */
export const MOST_RECOVERY_KEYS = 10

/** The keys of the installation, out of `secrets.json`. */
export interface InstallationKeys {
  /** From which whatever is encrypted or derived now gets its own key. */
  current: string
  /** With which something may still be encrypted, while they are being replaced. */
  previous: readonly string[]
  /** Of recovery codes from before the last rotations; derived, so that they open nothing else. As base64url. */
  recovery: readonly string[]
}

export function keysOf(secret: string): InstallationKeys {
  return { current: secret, previous: [], recovery: [] }
}

/** The key under which recovery codes are hashed. */
export function recoveryKeyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'packhouse recovery codes', 32))
}
