import type { Values } from '../../engine/resource/rows.ts'
import type { Encryption } from '../../platform/encryption.ts'

/** The passwords and keys of connections, which are stored encrypted, in base64. */
export class ConnectionSecrets {
  readonly #encryption: Encryption
  readonly #fields: readonly string[]

  /** @param fields the names of the secret fields of a row */
  constructor(encryption: Encryption, fields: readonly string[]) {
    this.#encryption = encryption
    this.#fields = fields
  }

  /** Encrypts the secrets among the values of a row. */
  encrypt(values: Values): Values {
    const ciphertext = this.#fields.flatMap((name) => {
      const text = values[name]
      return typeof text === 'string' ? [[name, this.#encryption.encrypt(text).toString('base64')]] : []
    })
    return { ...values, ...Object.fromEntries(ciphertext) }
  }

  /** @returns the secret; undefined if missing, or it was encrypted with the key of another installation */
  decrypt(ciphertext: string | null): string | undefined {
    return ciphertext === null ? undefined : this.#encryption.decrypt(Buffer.from(ciphertext, 'base64'))
  }

  /** Whether one of the secrets was encrypted with the key of another installation. */
  areUnreadable(...ciphertext: (string | null)[]): boolean {
    return ciphertext.some((secret) => secret !== null && this.decrypt(secret) === undefined)
  }
}
