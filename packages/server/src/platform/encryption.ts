import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts what has to be read again, such as a link that waits to be sent, so that it cannot be read from the database alone. */
export class Encryption {
  readonly #key: Buffer

  /**
   * @param secret the key of the installation
   * @param use what is encrypted, so that what was encrypted for one use opens for no other
   */
  constructor(secret: string, use: string) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', `packhouse ${use}`, 32))
  }

  /** @returns nonce, tag and AES-256-GCM ciphertext */
  encrypt(text: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce)
    const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext])
  }

  /** @returns the text; undefined if it was encrypted with another key, or changed since */
  decrypt(encrypted: Buffer): string | undefined {
    const nonce = encrypted.subarray(0, NONCE_BYTES)
    const tag = encrypted.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
    if (tag.length < TAG_BYTES) return undefined
    const decipher = createDecipheriv('aes-256-gcm', this.#key, nonce).setAuthTag(tag)
    try {
      return decipher.update(encrypted.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    } catch {
      return undefined
    }
  }
}
