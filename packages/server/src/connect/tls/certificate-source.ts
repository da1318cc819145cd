import { X509Certificate } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { createSecureContext } from 'node:tls'
import { clock, type Timer } from '../../platform/clock.ts'
import { ConfigError } from '../../platform/config.ts'
import type { Log } from '../../platform/log.ts'
import { type MqttTlsSettings, ownCertificateFile } from '../../platform/mqtt-tls-settings.ts'
import { writePrivately } from '../../platform/secrets.ts'
import { type CertificatePair, makeSelfSigned } from './self-signed.ts'

const OWN_COMMON_NAME = 'Packhouse MQTT'
const OWN_YEARS = 10
/** How soon a change of the files is seen. */
const LOOK_MS = 1_000

/** What operators compare with what a device shows. */
export interface ShownCertificate {
  /** SHA-256, as openssl prints it. */
  fingerprint: string
  /** ISO 8601. */
  endsAt: string
}

export interface CertificateSourceParts {
  settings: MqttTlsSettings
  dataDir: string
  /** The host of PUBLIC_URL; a built-in certificate is for this name too. */
  publicHost: string
  log: Log
}

/** The certificate of the broker: from the files that are configured, read again when they change, or a built-in one. */
export class CertificateSource {
  readonly #parts: CertificateSourceParts
  #current: (CertificatePair & ShownCertificate) | undefined
  /** What was read last, used or not: the same fault is logged once. */
  #seen: string | undefined
  #timer: Timer | undefined

  constructor(parts: CertificateSourceParts) {
    this.#parts = parts
  }

  /** Undefined before the start. */
  get shown(): ShownCertificate | undefined {
    return this.#current && { fingerprint: this.#current.fingerprint, endsAt: this.#current.endsAt }
  }

  /**
   * @param onChange gets each new certificate
   * @returns the first one
   * @throws ConfigError where there is none that can be used
   */
  async start(onChange: (pair: CertificatePair) => void): Promise<CertificatePair> {
    const { files } = this.#parts.settings
    if (files === undefined) {
      this.#current = checked(await this.#readOwn())
      return this.#current
    }
    try {
      const pair = await readFiles(files)
      this.#seen = pair.cert + pair.key
      this.#current = checked(pair)
    } catch (error) {
      const reason = (error as Error).message
      throw new ConfigError(
        `MQTT_TLS_CERT and MQTT_TLS_KEY cannot be used: ${reason}. Name a PEM file of each that match.`,
      )
    }
    this.#lookSoon(onChange)
    return this.#current
  }

  stop(): void {
    this.#timer?.stop()
    this.#timer = undefined
  }

  #lookSoon(onChange: (pair: CertificatePair) => void): void {
    this.#timer = clock.timeout(LOOK_MS, () => void this.#look(onChange))
  }

  async #look(onChange: (pair: CertificatePair) => void): Promise<void> {
    const timer = this.#timer
    const next = await this.#readChanged()
    if (this.#timer !== timer) return
    if (next !== undefined) {
      this.#current = next
      onChange(next)
      this.#parts.log.info({ fingerprint: next.fingerprint }, 'MQTT over TLS has a new certificate')
    }
    this.#lookSoon(onChange)
  }

  async #readChanged(): Promise<(CertificatePair & ShownCertificate) | undefined> {
    const { settings, log } = this.#parts
    if (settings.files === undefined) return undefined
    let seen = ''
    try {
      const pair = await readFiles(settings.files)
      seen = pair.cert + pair.key
      return seen === this.#seen ? undefined : checked(pair)
    } catch (error) {
      seen ||= (error as Error).message
      if (seen !== this.#seen) {
        log.warn(
          { error: (error as Error).message },
          'The new certificate for MQTT cannot be used; the old one goes on',
        )
      }
      return undefined
    } finally {
      this.#seen = seen
    }
  }

  /** The built-in certificate, made at the first start. */
  async #readOwn(): Promise<CertificatePair> {
    const file = ownCertificateFile(this.#parts.dataDir)
    const stored = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    // One file has both, so that a crash never leaves a certificate without its key.
    if (stored !== undefined) return { cert: stored, key: stored }
    const from = new Date(clock.now())
    const to = new Date(from)
    to.setUTCFullYear(to.getUTCFullYear() + OWN_YEARS)
    const names = new Set([this.#parts.publicHost, hostname(), 'localhost', '127.0.0.1', '::1'])
    const pair = makeSelfSigned(OWN_COMMON_NAME, [...names], from, to)
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await writePrivately(file, pair.cert + pair.key)
    return pair
  }
}

async function readFiles({ cert, key }: { cert: string; key: string }): Promise<CertificatePair> {
  return { cert: await readFile(cert, 'utf8'), key: await readFile(key, 'utf8') }
}

/** @throws Error where they are no certificate and key, or do not belong together */
function checked(pair: CertificatePair): CertificatePair & ShownCertificate {
  createSecureContext(pair)
  const { fingerprint256, validToDate } = new X509Certificate(pair.cert)
  return { ...pair, fingerprint: fingerprint256, endsAt: validToDate.toISOString() }
}
