import { createHmac, randomBytes } from 'node:crypto'
import { clock } from '../platform/clock.ts'
import type { Device } from './device.ts'

/** The least recently used beyond so many is forgotten. */
const MAX_REMEMBERED = 20_000

interface Right {
  device: Device
  /** The hash that the key was right for; undefined for an API key, which has none of this kind. */
  keyHash: string | undefined
  /** When the database said so last, Unix ms. */
  confirmedAt: number
}

/**
 * Credentials that were right lately. Anyone who shows one again is recognised by a comparison instead of a hash: a
 * thousand machines reconnect at once. They are here as HMACs under a key that ends with the process; wrong ones never are.
 */
export class RightCredentials {
  readonly #secret = randomBytes(32)
  readonly #entries = new Map<string, Right>()

  /** @param holder the name of a device, or the address that an API key comes from */
  idOf(holder: string, key: string): string {
    return createHmac('sha256', this.#secret).update(`${holder}\u0000${key}`).digest('base64')
  }

  find(id: string): Right | undefined {
    return this.#entries.get(id)
  }

  remember(id: string, device: Device, keyHash?: string): void {
    this.#entries.delete(id)
    this.#entries.set(id, { device, keyHash, confirmedAt: clock.now() })
    const [oldest] = this.#entries.keys()
    if (this.#entries.size > MAX_REMEMBERED && oldest !== undefined) this.#entries.delete(oldest)
  }

  forget(id: string): void {
    this.#entries.delete(id)
  }
}
