import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { Principal } from '../../engine/principal.ts'
import { ProblemError } from '../../engine/problem-error.ts'
import { clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { requestContext } from '../../platform/request-context.ts'
import { BatchedLookup } from '../batched-lookup.ts'
import type { RefusalLog } from '../refusal-log.ts'
import { seenNow } from '../security-events.ts'
import { hashToken } from '../tokens.ts'
import { isAllowedFrom } from './address-ranges.ts'
import { isApiKey } from './key-text.ts'
import { findUnusable, type UnusableKey } from './unusable-keys.ts'

const MINUTE_MS = 60_000
/** Keys whose last use is remembered, so that it is written once a minute. */
const MAX_NOTED = 10_000

/** A key that works now. */
export interface UsableApiKey {
  id: string
  name: string
  ownerId: string
  customerId: string | null
  /** Whether staff have made it, be it for one customer. */
  isOfStaff: boolean
  ipAllow: string[]
  ratePerMinute: number
  /** Whether it is held to machines, be it to none any more. */
  machinesOnly: boolean
  /** The machineIDs it is bound to. */
  machines: string[]
  permissions: string[]
}

/** API keys in the database, and what is noted of their use on this node. */
export class ApiKeys {
  readonly #db: Db
  readonly #refusalLog: RefusalLog
  readonly #noteUnusable: (refused: UnusableKey) => void
  readonly #noted = new Map<string, number>()
  readonly #lookup = new BatchedLookup<UsableApiKey>((keys) => this.findAll(keys))
  readonly #byId = new BatchedLookup<UsableApiKey>((ids) => this.stillUsable(ids))

  constructor(db: Db, refusalLog: RefusalLog) {
    this.#db = db
    this.#refusalLog = refusalLog
    this.#noteUnusable = refusalLog.lookUp(findUnusable)
  }

  /** Finds those of the keys that work (still), by their texts. */
  async findAll(keys: readonly string[]): Promise<Map<string, UsableApiKey>> {
    const byHash = new Map(keys.map((key) => [hashToken(key).toString('hex'), key]))
    const { rows } = await sql<UsableApiKey & { hash: Buffer }>`
      SELECT ${columns}, hash FROM usable_api_key WHERE hash = ANY(${keys.map(hashToken)}::bytea[])
    `.execute(this.#db)
    return new Map(rows.map(({ hash, ...row }) => [byHash.get(hash.toString('hex')) ?? '', row]))
  }

  /** Whether a text can be a key at all. */
  isApiKey(text: string): boolean {
    return isApiKey(text)
  }

  /** Finds the key of a device; undefined if none works and is allowed from the address. */
  async use(key: string, address: string): Promise<UsableApiKey | undefined> {
    const found = await this.#lookup.find(key)
    if (found === undefined) {
      this.refuse(key, address)
      return undefined
    }
    return this.#admitDevice(found, address)
  }

  /** Finds the key that a certificate of a device stands for; undefined if it does not work or is not allowed from the address. */
  async useById(id: string, address: string): Promise<UsableApiKey | undefined> {
    const found = await this.#byId.find(id)
    return found === undefined ? undefined : this.#admitDevice(found, address)
  }

  isAllowed({ ipAllow }: Pick<UsableApiKey, 'ipAllow'>, address: string): boolean {
    return isAllowedFrom(ipAllow, address)
  }

  /** Those of the keys that still work, as they are now, by their ids. */
  async stillUsable(ids: readonly string[]): Promise<Map<string, UsableApiKey>> {
    const { rows } =
      await sql<UsableApiKey>`SELECT ${columns} FROM usable_api_key WHERE id = ANY(${ids}::uuid[])`.execute(this.#db)
    return new Map(rows.map((row) => [row.id, row]))
  }

  /**
   * Who a request with the key is made as; how many it may make is counted where all requests are.
   * @throws ProblemError `address_refused`
   */
  async admit(key: UsableApiKey, address: string): Promise<Principal> {
    if (!isAllowedFrom(key.ipAllow, address)) {
      this.#reportRefusal(key, address)
      throw new ProblemError('address_refused', t('access.keyNotAllowedFrom', { address }))
    }
    this.#noteUse(key.id, address)
    return {
      userId: key.ownerId,
      sessionId: undefined,
      apiKeyId: key.id,
      apiKeyName: key.name,
      ratePerMinute: key.ratePerMinute,
      ...(key.machinesOnly && { machines: new Set(key.machines) }),
      customerId: key.customerId,
      isOfStaff: key.isOfStaff,
      permissions: new Set(key.permissions),
    }
  }

  #admitDevice(key: UsableApiKey, address: string): UsableApiKey | undefined {
    if (!isAllowedFrom(key.ipAllow, address)) {
      this.#reportRefusal(key, address)
      return undefined
    }
    this.#noteUse(key.id, address)
    return key
  }

  /** Notes when and from where a key was used, once a minute. A note that fails is no fault of the request. */
  #noteUse(id: string, address: string): void {
    if (!this.#isDue(id)) return
    sql`UPDATE api_key_secret SET last_used_at = now(), last_used_from = ${address} WHERE api_key_id = ${id}`
      .execute(this.#db)
      .catch(() => this.#noted.delete(id))
  }

  /** Notes in the log of sign-ins that a key was refused which does not work (any more). */
  refuse(key: string, address: string): void {
    const context = requestContext.getStore()
    if (context !== undefined) context.refusalLogged = true
    this.#noteUnusable({ hash: hashToken(key).toString('hex'), seen: seenNow(address) })
  }

  #reportRefusal({ id, ownerId }: UsableApiKey, address: string): void {
    this.#refusalLog.add(
      {
        userId: ownerId,
        apiKeyId: id,
        action: 'api-key-refused',
        code: 'address_refused',
        detail: { apiKey: id, address },
      },
      seenNow(address),
    )
  }

  #isDue(what: string): boolean {
    const now = clock.now()
    if (now - (this.#noted.get(what) ?? 0) < MINUTE_MS) return false
    if (this.#noted.size >= MAX_NOTED) this.#noted.clear()
    this.#noted.set(what, now)
    return true
  }
}

const columns = sql`id, name, owner_id AS "ownerId", customer_id AS "customerId",
  EXISTS (SELECT FROM user_account u WHERE u.id = owner_id AND u.customer_id IS NULL) AS "isOfStaff", ip_allow AS "ipAllow",
  rate_per_minute AS "ratePerMinute", machines_only AS "machinesOnly", machines, permissions`
