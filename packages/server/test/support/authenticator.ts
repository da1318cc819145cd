import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { NewPasskey, PasskeyCreation, PasskeyProof, PasskeyRequest } from '@packhouse/contract'

/** What an authenticator, or the browser before it, does otherwise than it should. */
export interface Deviation {
  origin?: string
  rpId?: string
  challenge?: string
  counter?: number
  userVerified?: boolean
  userHandle?: string | undefined
  isFramed?: boolean
  /** A signature over something else. */
  forged?: boolean
}

/** Flags of WebAuthn 3, section 6.1. */
const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

/** A passkey in memory: ES256, no attestation, as an authenticator and the browser on top of it would make and use it. */
export class SoftwarePasskey {
  readonly id = randomBytes(32).toString('base64url')
  readonly #origin: string
  readonly #privateKey: KeyObject
  readonly #publicKey: KeyObject
  #userHandle = ''
  counter = 0

  /** @param origin of the site that the browser is on */
  constructor(origin: string) {
    this.#origin = origin
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#privateKey = privateKey
    this.#publicKey = publicKey
  }

  /** As `navigator.credentials.create` answers. */
  create({ challenge, rp, user }: PasskeyCreation, deviation: Deviation = {}): NewPasskey {
    this.#userHandle = user.id
    const id = Buffer.from(this.id, 'base64url')
    const length = Buffer.from([id.length >> 8, id.length & 0xff])
    const credential = Buffer.concat([Buffer.alloc(16), length, id, this.#coseKey()])
    const data = Buffer.concat([this.#authenticatorData(rp.id, HAS_CREDENTIAL, deviation), credential])
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
      Buffer.from([0x59, data.length >> 8, data.length & 0xff]),
      data,
    ])
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', challenge, deviation).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /** As `navigator.credentials.get` answers; its counter goes up. */
  get({ challenge, rpId }: PasskeyRequest, deviation: Deviation = {}): PasskeyProof {
    this.counter += 1
    const data = this.#authenticatorData(rpId, 0, deviation)
    const clientData = this.#clientData('webauthn.get', challenge, deviation)
    const signed = deviation.forged ? randomBytes(32) : Buffer.concat([data, sha256(clientData)])
    const userHandle = 'userHandle' in deviation ? deviation.userHandle : this.#userHandle
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, this.#privateKey).toString('base64url'),
        ...(userHandle === undefined ? {} : { userHandle }),
      },
    }
  }

  #credential() {
    return { id: this.id, rawId: this.id, type: 'public-key' as const }
  }

  #clientData(type: string, challenge: string, deviation: Deviation): Buffer {
    const { origin = this.#origin, isFramed = false } = deviation
    return Buffer.from(
      JSON.stringify({ type, challenge: deviation.challenge ?? challenge, origin, crossOrigin: isFramed }),
    )
  }

  #authenticatorData(rpId: string, flags: number, deviation: Deviation): Buffer {
    const { userVerified = true, counter = this.counter } = deviation
    const counted = Buffer.alloc(4)
    counted.writeUInt32BE(counter)
    const all = flags | USER_PRESENT | (userVerified ? USER_VERIFIED : 0)
    return Buffer.concat([sha256(deviation.rpId ?? rpId), Buffer.from([all]), counted])
  }

  /** EC2, ES256, P-256 (RFC 9053, section 7.1.1). */
  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' })
    const coordinate = (label: string, value: string) =>
      Buffer.concat([Buffer.from(`${label}5820`, 'hex'), Buffer.from(value, 'base64url')])
    return Buffer.concat([Buffer.from('a5010203262001', 'hex'), coordinate('21', x), coordinate('22', y)])
  }
}

function sha256(data: Buffer | string): Buffer {
  return createHash('sha256').update(data).digest()
}
