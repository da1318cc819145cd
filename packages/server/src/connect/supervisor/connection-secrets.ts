import type { Values } from '../../engine/resource/rows.ts'
import type { Sealing } from '../../platform/sealing.ts'

/** The passwords and keys of connections, which are stored encrypted, in base64. */
export class ConnectionSecrets {
  readonly #sealing: Sealing
  readonly #fields: readonly string[]

  /** @param fields the names of the secret fields of a row */
  constructor(sealing: Sealing, fields: readonly string[]) {
    this.#sealing = sealing
    this.#fields = fields
  }

  /** Encrypts the secrets among the values of a row. */
  seal(values: Values): Values {
    const sealed = this.#fields.flatMap((name) => {
      const text = values[name]
      return typeof text === 'string' ? [[name, this.#sealing.seal(text).toString('base64')]] : []
    })
    return { ...values, ...Object.fromEntries(sealed) }
  }

  /** @returns the secret; undefined where there is none, or it was encrypted with the key of another installation */
  open(sealed: string | null): string | undefined {
    return sealed === null ? undefined : this.#sealing.open(Buffer.from(sealed, 'base64'))
  }

  /** Whether one of the secrets was encrypted with the key of another installation. */
  areUnreadable(...sealed: (string | null)[]): boolean {
    return sealed.some((secret) => secret !== null && this.open(secret) === undefined)
  }
}
