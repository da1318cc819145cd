import { sql } from 'kysely'
import { ProblemError } from '../engine/problem-error.ts'
import { clock } from '../platform/clock.ts'
import type { Database } from '../platform/database.ts'
import { networkOf } from '../platform/network.ts'
import { type CertificateFault, CertifiedDevices, type DeviceCertificates } from './certified-devices.ts'
import {
  type ClientCertificate,
  type Device,
  type DeviceApiKey,
  type DeviceRow,
  toDevice,
  toNamedDevice,
} from './device.ts'
import type { DeviceNetworks } from './device-networks.ts'
import type { ReportRefusal } from './device-refusal.ts'
import { RightCredentials } from './right-credentials.ts'

/** Where keys are looked up. */
export interface DeviceApiKeys {
  isApiKey: (text: string) => boolean
  /** Finds a key that works and may be used from the address, and notes its use. */
  use: (key: string, address: string) => Promise<DeviceApiKey | undefined>
  /** The same for the key that a certificate stands for. */
  useById: (id: string, address: string) => Promise<DeviceApiKey | undefined>
  isAllowed: (key: DeviceApiKey, address: string) => boolean
  stillUsable: (ids: readonly string[]) => Promise<ReadonlyMap<string, DeviceApiKey>>
}

/** Limits guesses at the keys of devices, as those at passwords are limited. */
export interface DeviceGuesses {
  /**
   * @param by the name that is guessed at, or the key of a known device
   * @throws ProblemError `too_many_attempts` without having checked
   */
  attempt: <Right>(
    by: string | { key: string },
    address: string,
    check: () => Promise<Right | undefined>,
  ) => Promise<Right | undefined>
}

/** Compares keys with their hashes; what is known comes before what is not. */
export interface DevicePasswords {
  /** @throws ProblemError `unavailable` where too many wait */
  assertRoom: (priority: DevicePriority) => void
  verify: (key: string, hash: string, priority: DevicePriority) => Promise<boolean>
}

type DevicePriority = 'known' | 'device'

export interface DeviceKeyParts {
  database: Database
  apiKeys: DeviceApiKeys
  deviceCertificates: DeviceCertificates
  guesses: DeviceGuesses
  passwords: DevicePasswords
  networks: DeviceNetworks
  reportRefusal: ReportRefusal
}

/** How long a key that was right is believed without asking again. */
const TRUST_MS = 60_000
const MAX_NAME_LENGTH = 256
/** Names of devices whose id is remembered. */
const MOST_IDS = 10_000

interface Credentials {
  userName: string
  key: string
  address: string
}

/** Checks the credentials of devices: an API key as password, the name and key of a device, or a certificate. */
export class DeviceKeys {
  readonly #parts: DeviceKeyParts
  readonly #right = new RightCredentials()
  readonly #certified: CertifiedDevices
  /** Checks under way: the same credentials at once are checked once. */
  readonly #checks = new Map<string, Promise<Device | undefined>>()
  /** Of the devices that were looked up: who guesses too often is refused without a question to the database. */
  readonly #ids = new Map<string, string>()

  constructor(parts: DeviceKeyParts) {
    this.#parts = parts
    this.#certified = new CertifiedDevices(parts.apiKeys, parts.deviceCertificates, this.#right)
  }

  /**
   * @returns the device, or undefined if its credentials are not right
   * @throws ProblemError `too_many_attempts` or `unavailable` where they were not looked at
   */
  async check(userName: string, key: string, address: string): Promise<Device | undefined> {
    if (this.#parts.apiKeys.isApiKey(key)) return await this.#useApiKey(key, address)
    const report = (code: string) =>
      this.#parts.reportRefusal({ what: 'sign-in', code, deviceId: this.#ids.get(userName), address })
    try {
      const device = await this.#checkNamed(userName, key, address)
      if (device === undefined) report('invalid_credentials')
      return device
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'too_many_attempts') report(error.code)
      throw error
    }
  }

  async #checkNamed(userName: string, key: string, address: string): Promise<Device | undefined> {
    const { networks } = this.#parts
    // No device has such a name, and PostgreSQL's text has no NUL.
    if (userName.length > MAX_NAME_LENGTH || userName.includes('\u0000')) return undefined
    const id = this.#right.idOf(userName, key)
    const right = this.#right.find(id)
    if (right !== undefined && clock.now() - right.confirmedAt < TRUST_MS) return right.device
    // What strangers may no longer do must not be the answer to a known device with the same credentials.
    const isKnown = networks.has(userName, address)
    return await this.#once(`${id} ${isKnown}`, async () => {
      const confirmed = await this.#confirm(id, userName)
      return confirmed ?? (await this.#prove(id, { userName, key, address }, isKnown))
    })
  }

  /** @returns the device whose certificate it is, or what is wrong with it */
  async checkCertificate(certificate: ClientCertificate, address: string): Promise<Device | CertificateFault> {
    return await this.#certified.check(certificate, address)
  }

  /**
   * Looks again at devices that are connected.
   * @returns what each may do now, in the order of the question; undefined for those that may not stay
   */
  async recheck(all: readonly Device[]): Promise<(Device | undefined)[]> {
    const devices = await this.#certified.renew(all)
    const ids = [...new Set(devices.flatMap((device) => device?.apiKeyId ?? []))]
    const names = [
      ...new Set(devices.flatMap((device) => (device?.apiKeyId === undefined ? (device?.userName ?? []) : []))),
    ]
    const keys = ids.length === 0 ? new Map<string, DeviceApiKey>() : await this.#parts.apiKeys.stillUsable(ids)
    const enabled = names.length === 0 ? new Set<string>() : await this.#enabled(names)
    return devices.map((device) => {
      if (device === undefined) return undefined
      if (device.apiKeyId === undefined) return enabled.has(device.userName) ? device : undefined
      const key = keys.get(device.apiKeyId)
      const address = device.address ?? ''
      if (key === undefined || !this.#parts.apiKeys.isAllowed(key, address)) return undefined
      return toDevice(key, address, device.certificate)
    })
  }

  /** An API key is 256 random bits: it is looked up by its digest, at once with others, and cannot be guessed. */
  async #useApiKey(key: string, address: string): Promise<Device | undefined> {
    const id = this.#right.idOf(address, key)
    try {
      const found = await this.#parts.apiKeys.use(key, address)
      const device = found && toDevice(found, address)
      if (found !== undefined && device === undefined) {
        this.#parts.reportRefusal({ what: 'sign-in', code: 'telemetry.publish', apiKeyId: found.id, address })
      }
      if (device === undefined) this.#right.forget(id)
      else this.#right.remember(id, device)
      return device
    } catch (error) {
      return this.#stay(id, error)
    }
  }

  async #once(id: string, check: () => Promise<Device | undefined>): Promise<Device | undefined> {
    const underWay = this.#checks.get(id)
    if (underWay !== undefined) return await underWay
    const device = check().finally(() => this.#checks.delete(id))
    this.#checks.set(id, device)
    return await device
  }

  /** Whether a key that was right is right still: the hash that it was right for is the one that is stored. */
  async #confirm(id: string, userName: string): Promise<Device | undefined> {
    const right = this.#right.find(id)
    if (right === undefined) return undefined
    try {
      const row = await this.#find(userName)
      if (row === undefined || row.key_hash !== right.keyHash) {
        this.#right.forget(id)
        return undefined
      }
      const device = toNamedDevice(row)
      this.#right.remember(id, device, row.key_hash)
      return device
    } catch (error) {
      return this.#stay(id, error)
    }
  }

  /** With the database away, a device that was right before may stay: its records wait for the database anyway. */
  #stay(id: string, error: unknown): Device {
    const right = this.#right.find(id)
    if (right === undefined) throw error
    return right.device
  }

  async #prove(id: string, { userName, key, address }: Credentials, isKnown: boolean): Promise<Device | undefined> {
    const { guesses, passwords, networks } = this.#parts
    const priority = isKnown ? 'known' : 'device'
    // Before anything is asked of the database, and alike for every name.
    passwords.assertRoom(priority)
    const guesser = isKnown ? { key: `${userName} ${networkOf(address)}` } : userName
    return await guesses.attempt(guesser, address, async () => {
      const row = await this.#find(userName)
      // Nothing is hashed for an unknown name; the broker answers both after the same time.
      if (row === undefined || !(await passwords.verify(key, row.key_hash, priority))) return undefined
      const device = toNamedDevice(row)
      this.#right.remember(id, device, row.key_hash)
      networks.note(userName, address)
      return device
    })
  }

  async #find(userName: string): Promise<DeviceRow | undefined> {
    const { rows } = await sql<DeviceRow>`
      SELECT id, user_name, key_hash, scope, customer_id FROM device WHERE user_name = ${userName} AND disabled_at IS NULL
    `.execute(this.#parts.database.system)
    const [row] = rows
    if (row !== undefined && this.#ids.size < MOST_IDS) this.#ids.set(userName, row.id)
    return row
  }

  async #enabled(names: readonly string[]): Promise<Set<string>> {
    const { rows } = await sql<{ user_name: string }>`
      SELECT user_name FROM device WHERE user_name = ANY(${names}) AND disabled_at IS NULL
    `.execute(this.#parts.database.system)
    return new Set(rows.map(({ user_name }) => user_name))
  }
}
