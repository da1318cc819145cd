import { CLOCK_AHEAD_LIMIT_MS, KEEP_RECORDS_DAYS } from '@packhouse/contract'
import type pg from 'pg'
import { clock } from '../../platform/clock.ts'
import type { Refusals } from '../../platform/refusals.ts'
import type { StorageLimits } from '../../platform/storage-limits.ts'
import { iso } from '../../telemetry/index.ts'

/** A row has so many bytes beside its payload. */
const ROW_BYTES = 120
const DAY_MS = 86_400_000
/** What others store is counted this often. */
const COUNT_AGAIN_MS = 5_000

/** What waits of one machine. */
interface HeldShare {
  machineKey: number
  records: number
  bytes: number
}

const SHARES = `SELECT machine_key AS "machineKey", count(*)::int AS records, sum(octet_length(payload) + $1)::float8 AS bytes`

/** A record that waits until our clock is right. */
export interface HeldRecord {
  receivedAt: number
  device: string
  customerId: string | null
  machineKey: number
  /** The record in the product's own words. */
  payload: Buffer
}

export interface HeldRow extends HeldRecord {
  id: string
}

/** Stores records that wait, each machine within its share. */
export class HeldStore {
  readonly #limits: StorageLimits
  readonly #refusals: Refusals
  readonly #bytes = new Map<number, number>()
  #records = 0
  #allBytes = 0
  readonly #countAgainMs: number
  /** By clock.monotonic(). */
  #countedAt = Number.NEGATIVE_INFINITY

  /** @param hasOthers whether other processes store such records too */
  constructor(limits: StorageLimits, refusals: Refusals, hasOthers = false) {
    this.#countAgainMs = hasOthers ? COUNT_AGAIN_MS : Number.POSITIVE_INFINITY
    this.#limits = limits
    this.#refusals = refusals
  }

  /** How many wait, and of how many machines. */
  get waiting(): { records: number; machines: number } {
    return { records: this.#records, machines: this.#bytes.size }
  }

  /** Forgets what was counted: the transaction has failed, or records were taken in or moved. */
  recount(): void {
    this.#countedAt = Number.NEGATIVE_INFINITY
  }

  /** Counts what came back from the dead letters. It is added: a batch that is being stored meanwhile is in no other count yet. */
  add(taken: readonly HeldShare[]): void {
    for (const { machineKey, records, bytes } of taken) this.#add(machineKey, records, bytes)
  }

  async count(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
    if (clock.monotonic() - this.#countedAt < this.#countAgainMs) return
    this.#countedAt = clock.monotonic()
    const { rows } = await client.query<HeldShare>(`${SHARES} FROM held_record GROUP BY machine_key`, [ROW_BYTES])
    this.#bytes.clear()
    this.#records = 0
    this.#allBytes = 0
    this.add(rows)
  }

  /** Stores within the transaction of the client. @returns those for which there is no room */
  async store(client: pg.ClientBase, records: readonly HeldRecord[]): Promise<HeldRecord[]> {
    if (records.length === 0) return []
    await this.count(client)
    const accepted: HeldRecord[] = []
    const full: HeldRecord[] = []
    for (const record of records) (this.#take(record) ? accepted : full).push(record)
    const column = <T>(read: (record: HeldRecord) => T) => accepted.map(read)
    await client.query(
      `INSERT INTO held_record (received_at, device, customer_id, machine_key, payload)
       SELECT * FROM unnest($1::timestamptz[], $2::text[], $3::uuid[], $4::int[], $5::bytea[])`,
      [
        column((r) => iso(r.receivedAt)),
        column((r) => r.device),
        column((r) => r.customerId),
        column((r) => r.machineKey),
        column((r) => r.payload),
      ],
    )
    return full
  }

  #take({ machineKey, payload }: HeldRecord): boolean {
    const bytes = payload.length + ROW_BYTES
    const { heldBytes, heldBytesPerMachine } = this.#limits
    const isOwnFull = (this.#bytes.get(machineKey) ?? 0) + bytes > heldBytesPerMachine
    if (isOwnFull || this.#allBytes + bytes > heldBytes) {
      this.#refusals.count('held_records', isOwnFull ? 'share_of_machine' : 'share_of_all')
      return false
    }
    this.#add(machineKey, 1, bytes)
    return true
  }

  #add(machineKey: number, records: number, bytes: number): void {
    this.#bytes.set(machineKey, (this.#bytes.get(machineKey) ?? 0) + bytes)
    this.#records += records
    this.#allBytes += bytes
  }
}

/** The next that wait, in the order in which they came. @param after the id of the one before */
export async function readHeld(db: Pick<pg.Pool, 'query'>, after: string, limit: number): Promise<HeldRow[]> {
  const { rows } = await db.query<Omit<HeldRow, 'receivedAt'> & { received_at: Date }>(
    `SELECT id, received_at, device, customer_id AS "customerId", machine_key AS "machineKey", payload
     FROM held_record WHERE id > $1 ORDER BY id LIMIT $2`,
    [after, limit],
  )
  return rows.map(({ received_at, ...row }) => ({ ...row, receivedAt: received_at.getTime() }))
}

export async function deleteHeld(db: Pick<pg.Pool, 'query'>, ids: readonly string[]): Promise<void> {
  await db.query('DELETE FROM held_record WHERE id = ANY($1::bigint[])', [ids])
}

/**
 * Takes records that were refused for their time before our clock came into doubt back from the dead letters.
 * @param offsetMs how far we are behind; @param since when they came at the earliest, Unix ms
 * @returns how many of which machine
 */
export async function takeBackLetters(
  db: Pick<pg.Pool, 'query'>,
  offsetMs: number,
  since: number,
): Promise<HeldShare[]> {
  const { rows } = await db.query<HeldShare>(
    `WITH taken AS (
       DELETE FROM refused_message
       WHERE own_words IS NOT NULL AND machine_key IS NOT NULL AND replayed_at IS NULL
         AND lead_ms BETWEEN $2 AND $3 AND received_at >= $4
       RETURNING id, received_at, device, customer_id, machine_key, own_words
     ), added AS (
       INSERT INTO held_record (received_at, device, customer_id, machine_key, payload)
       SELECT received_at, device, customer_id, machine_key, own_words FROM taken ORDER BY id RETURNING machine_key, payload
     )
     ${SHARES} FROM added GROUP BY machine_key`,
    [
      ROW_BYTES,
      Math.round(offsetMs) - KEEP_RECORDS_DAYS * DAY_MS,
      Math.round(offsetMs) + CLOCK_AHEAD_LIMIT_MS,
      iso(since),
    ],
  )
  return rows
}
