import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { InstallationKeys } from './installation-keys.ts'

/** Begins what names its key. What was encrypted before keys had ids begins with its nonce. */
const MARK = Buffer.from('pk2:')
const ID_BYTES = 4
const HEAD_BYTES = MARK.length + ID_BYTES
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A key for one use, by an id that follows from the key of the installation and says nothing of it. */
interface UseKey {
  id: Buffer
  key: Buffer
  /** Of nonces that follow from what is encrypted. */
  nonceKey: Buffer
}

/** Encrypts what has to be read again, such as a link that waits to be sent, so that it cannot be read from the database alone. */
export class Encryption {
  readonly #current: UseKey
  readonly #all: readonly UseKey[]

  /**
   * @param keys of the installation
   * @param use what is encrypted, so that what was encrypted for one use opens for no other
   */
  constructor({ current, previous }: InstallationKeys, use: string) {
    const [first, ...others] = [current, ...previous].map((secret) => keyFor(secret, use))
    if (first === undefined) throw new Error('There is no key.')
    this.#current = first
    this.#all = [first, ...others]
  }

  /** @returns a mark, the id of the key, nonce, tag and AES-256-GCM ciphertext */
  encrypt(text: string): Buffer {
    return this.#encrypt(text, randomBytes(NONCE_BYTES))
  }

  /**
   * Encrypts the same text to the same bytes, for answers that must not differ each time. The nonce follows from the text, as in RFC 5297: who sees two
   * ciphertexts knows whether their texts are the same, and no more.
   */
  encryptDeterministically(text: string): Buffer {
    const { nonceKey } = this.#current
    return this.#encrypt(text, createHmac('sha256', nonceKey).update(text).digest().subarray(0, NONCE_BYTES))
  }

  #encrypt(text: string, nonce: Buffer): Buffer {
    const { id, key } = this.#current
    const head = Buffer.concat([MARK, id])
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(head)
    const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([head, nonce, cipher.getAuthTag(), ciphertext])
  }

  /** @returns the text; undefined if it was encrypted with another key, or changed since */
  decrypt(encrypted: Buffer): string | undefined {
    const head = encrypted.subarray(0, HEAD_BYTES)
    const named = this.#all.find(({ id }) => head.equals(Buffer.concat([MARK, id])))
    const text = named && open(encrypted.subarray(HEAD_BYTES), named.key, head)
    if (text !== undefined) return text
    for (const { key } of this.#all) {
      const old = open(encrypted, key)
      if (old !== undefined) return old
    }
    return undefined
  }

  /** Whether it names the key that is used now. */
  isCurrent(encrypted: Buffer): boolean {
    return encrypted.subarray(0, HEAD_BYTES).equals(Buffer.concat([MARK, this.#current.id]))
  }
}

function keyFor(secret: string, use: string): UseKey {
  const derive = (info: string, length: number) => Buffer.from(hkdfSync('sha256', secret, '', info, length))
  return {
    id: derive('packhouse key id', ID_BYTES),
    key: derive(`packhouse ${use}`, 32),
    nonceKey: derive(`packhouse ${use} nonces`, 32),
  }
}

function open(encrypted: Buffer, key: Buffer, head?: Buffer): string | undefined {
  const nonce = encrypted.subarray(0, NONCE_BYTES)
  const tag = encrypted.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  if (tag.length < TAG_BYTES) return undefined
  const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAuthTag(tag)
  if (head !== undefined) decipher.setAAD(head)
  try {
    return decipher.update(encrypted.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return undefined
  }
}
