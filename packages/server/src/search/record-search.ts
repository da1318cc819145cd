import type { api, CallResult } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Principal } from '../engine/principal.ts'
import { type FoundRows, findRows } from '../engine/resource/find-rows.ts'
import type { ResourceStore } from '../engine/resource/resource-store.ts'
import { clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Transaction } from '../platform/database.ts'
import type { Refusals } from '../platform/refusals.ts'

type Found = CallResult<typeof api.searchRecords>

export interface RecordSearchParts {
  /** Of every resource that can be searched, in the order of the answer. */
  stores: readonly ResourceStore[]
  refusals: Refusals
  limits: Config['search']
}

/** The error of a statement that was cancelled, here by its timeout. */
const QUERY_CANCELLED = '57014'

/** Looks for words in the records of every resource that somebody may read, within bounds of time. */
export class RecordSearch {
  readonly #parts: RecordSearchParts

  constructor(parts: RecordSearchParts) {
    this.#parts = parts
  }

  /** All resources in one transaction, within the rows that the principal may see. */
  async search(principal: Principal, words: string): Promise<Found> {
    const stores = this.#parts.stores.filter(({ resource }) => principal.permissions.has(`${resource.name}.read`))
    const [first] = stores
    const answer: Found = { found: [], more: {}, incomplete: [] }
    if (first === undefined) return answer
    await first.read(principal, (db) => this.#searchAll(db, stores, words, answer))
    return answer
  }

  async #searchAll(db: Transaction, stores: readonly ResourceStore[], words: string, answer: Found): Promise<void> {
    const { limits, refusals } = this.#parts
    const end = clock.monotonic() + limits.totalMs
    for (const store of stores) {
      const { name } = store.resource
      const left = Math.floor(end - clock.monotonic())
      const found = left < 1 ? undefined : await this.#searchOne(db, store, words, Math.min(left, limits.statementMs))
      if (found === undefined) answer.incomplete.push(name)
      else take(answer, name, found)
    }
    if (clock.monotonic() >= end) refusals.count('search', 'total_timeout')
  }

  /** @returns undefined if it took longer than `ms`; the transaction goes on */
  async #searchOne(db: Transaction, store: ResourceStore, words: string, ms: number): Promise<FoundRows | undefined> {
    await sql`SELECT set_config('statement_timeout', ${String(ms)}, true)`.execute(db)
    await sql`SAVEPOINT one_resource`.execute(db)
    try {
      return await findRows(db, store, words)
    } catch (error) {
      if (!isCancelled(error)) throw error
      await sql`ROLLBACK TO SAVEPOINT one_resource`.execute(db)
      this.#parts.refusals.count('search', 'statement_timeout')
      return undefined
    }
  }
}

function take(answer: Found, name: string, { rows, total }: FoundRows): void {
  answer.found.push(...rows)
  if (total > rows.length) answer.more[name] = total - rows.length
}

function isCancelled(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === QUERY_CANCELLED
}
