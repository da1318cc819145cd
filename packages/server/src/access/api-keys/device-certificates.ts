import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { BatchedLookup } from '../batched-lookup.ts'

/** A certificate that is registered, as far as a sign-in needs it. */
export interface RegisteredCertificate {
  apiKeyId: string
  revoked: boolean
}

/** The client certificates of devices in the database, by their fingerprints (SHA-256 as openssl prints it). */
export class DeviceCertificates {
  readonly #db: Db
  readonly #lookup = new BatchedLookup<RegisteredCertificate>((fingerprints) => this.findAll(fingerprints))

  constructor(db: Db) {
    this.#db = db
  }

  /** Those that are registered. */
  async findAll(fingerprints: readonly string[]): Promise<Map<string, RegisteredCertificate>> {
    const { rows } = await sql<RegisteredCertificate & { fingerprint: string }>`
      SELECT fingerprint, api_key_id AS "apiKeyId", revoked FROM device_certificate WHERE fingerprint = ANY(${fingerprints}::text[])
    `.execute(this.#db)
    return new Map(rows.map(({ fingerprint, ...certificate }) => [fingerprint, certificate]))
  }

  /** Asked together with others that come at the same time. */
  async find(fingerprint: string): Promise<RegisteredCertificate | undefined> {
    return await this.#lookup.find(fingerprint)
  }
}
