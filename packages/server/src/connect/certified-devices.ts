import { clock } from '../platform/clock.ts'
import { type ClientCertificate, type Device, toDevice } from './device.ts'
import type { DeviceApiKeys } from './device-keys.ts'
import type { RightCredentials } from './right-credentials.ts'

/** Where certificates are looked up, by their fingerprints. */
export interface DeviceCertificates {
  find: (fingerprint: string) => Promise<RegisteredCertificate | undefined>
  findAll: (fingerprints: readonly string[]) => Promise<ReadonlyMap<string, RegisteredCertificate>>
}

interface RegisteredCertificate {
  apiKeyId: string
  revoked: boolean
}

/** Why a certificate is no way in; `key` means that its API key has ended, may not publish, or not from this address. */
export type CertificateFault = 'expired' | 'unknown' | 'revoked' | 'key'

/**
 * Devices that sign in with a certificate. It stands for the API key that it is registered for. Only its own SHA-256 counts, not who
 * has signed it: a CA of somebody else lets nobody in.
 */
export class CertifiedDevices {
  readonly #apiKeys: DeviceApiKeys
  readonly #certificates: DeviceCertificates
  readonly #right: RightCredentials

  /** @param right remembers who was right, for when the database is away */
  constructor(apiKeys: DeviceApiKeys, certificates: DeviceCertificates, right: RightCredentials) {
    this.#apiKeys = apiKeys
    this.#certificates = certificates
    this.#right = right
  }

  async check(certificate: ClientCertificate, address: string): Promise<Device | CertificateFault> {
    if (!isCurrent(certificate)) return 'expired'
    const id = this.#right.idOf(address, `certificate ${certificate.fingerprint}`)
    try {
      const found = await this.#find(certificate, address)
      if (typeof found === 'string') this.#right.forget(id)
      else this.#right.remember(id, found)
      return found
    } catch (error) {
      // As with keys: who was right before may stay, since its records wait for the database anyway.
      const right = this.#right.find(id)
      if (right === undefined) throw error
      return right.device
    }
  }

  async #find(certificate: ClientCertificate, address: string): Promise<Device | CertificateFault> {
    const registered = await this.#certificates.find(certificate.fingerprint)
    if (registered === undefined) return 'unknown'
    if (registered.revoked) return 'revoked'
    const key = await this.#apiKeys.useById(registered.apiKeyId, address)
    return (key && toDevice(key, address, certificate)) ?? 'key'
  }

  /**
   * Looks again at certificates; devices without one are handed back as they are.
   * @returns the devices with the key that each certificate stands for now, undefined for one that counts no longer
   */
  async renew(devices: readonly Device[]): Promise<(Device | undefined)[]> {
    const fingerprints = [...new Set(devices.flatMap(({ certificate }) => certificate?.fingerprint ?? []))]
    if (fingerprints.length === 0) return [...devices]
    const registered = await this.#certificates.findAll(fingerprints)
    return devices.map((device) => {
      const { certificate } = device
      if (certificate === undefined) return device
      const found = registered.get(certificate.fingerprint)
      if (found === undefined || found.revoked || !isCurrent(certificate)) return undefined
      return { ...device, apiKeyId: found.apiKeyId }
    })
  }
}

function isCurrent({ startsAt, endsAt }: ClientCertificate): boolean {
  const now = clock.now()
  return startsAt <= now && now < endsAt
}
