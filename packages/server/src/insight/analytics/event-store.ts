import type pg from 'pg'
import { isActivity } from './activity-spans.ts'
import { ALL_ACTIVITY, ALL_CALLS, EventKeys, keyOfName } from './event-keys.ts'
import { ensureWeeks } from './event-partitions.ts'
import { storeSpans } from './store-spans.ts'
import { type EventBatch, QUARTERS_A_DAY, quarterOf, type StoredEvent } from './usage-event.ts'

/** Held while a batch is stored: spans are read and joined, and no two writers may update the same quarters in another order. */
export const WRITER_LOCK = 7_225_031

/** Stores events and what they amount to in one transaction. */
export class EventStore {
  readonly #pool: pg.Pool
  readonly #keys = new EventKeys()
  readonly #weeks = new Set<string>()

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /** @returns how many events were new; those of a batch that came before are not */
  async write(batches: readonly EventBatch[]): Promise<number> {
    await ensureWeeks(
      this.#pool,
      batches.flatMap(({ events }) => events.map(({ at }) => at)),
      this.#weeks,
    )
    const client = await this.#pool.connect()
    try {
      await client.query('BEGIN')
      await client.query('SELECT pg_advisory_xact_lock($1)', [WRITER_LOCK])
      const events = await this.#onlyNew(client, batches)
      if (events.length > 0) await this.#store(client, events)
      await client.query('COMMIT')
      return events.length
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined)
      // What it gave out may not be in the database.
      this.#keys.forget()
      this.#weeks.clear()
      throw error
    } finally {
      client.release()
    }
  }

  async #onlyNew(client: pg.ClientBase, batches: readonly EventBatch[]): Promise<StoredEvent[]> {
    const first = new Map(batches.map((batch) => [`${batch.userId} ${batch.id}`, batch]))
    const unique = [...first.values()]
    const { rows } = await client.query<{ user_id: string; id: string }>(
      `INSERT INTO event_batch (user_id, id, at) SELECT *, now() FROM unnest($1::uuid[], $2::uuid[])
       ON CONFLICT DO NOTHING RETURNING user_id, id`,
      [unique.map(({ userId }) => userId), unique.map(({ id }) => id)],
    )
    const fresh = new Set(rows.map(({ user_id, id }) => `${user_id} ${id}`))
    return unique.filter(({ userId, id }) => fresh.has(`${userId} ${id}`)).flatMap(({ events }) => events)
  }

  async #store(client: pg.ClientBase, given: readonly StoredEvent[]): Promise<void> {
    const { persons, names } = await this.#keys.of(client, given)
    // An account that was removed in the meantime has no key.
    const events = given.filter(({ userId }) => persons.has(userId))
    const rows = events.map((event) => ({
      ...event,
      person: persons.get(event.userId) ?? 0,
      nameKey: names.get(keyOfName(event)) ?? 0,
      quarter: quarterOf(event.at),
    }))
    await client.query(
      `INSERT INTO app_event (at, person, name, n, session, duration_ms)
       SELECT to_timestamp(at / 1000), person, name, n, session, duration
       FROM unnest($1::float8[], $2::int[], $3::int[], $4::int[], $5::bigint[], $6::int[]) AS e (at, person, name, n, session, duration)`,
      [
        rows.map(({ at }) => at),
        rows.map(({ person }) => person),
        rows.map(({ nameKey }) => nameKey),
        rows.map(({ n }) => n),
        rows.map(({ sessionId }) => String(sessionNumber(sessionId))),
        rows.map(({ durationMs }) => durationMs),
      ],
    )
    await client.query(
      `INSERT INTO event_quarter (quarter, person, name, n, duration_ms)
       SELECT quarter, person, name, sum(n), sum(duration)
       FROM unnest($1::int[], $2::int[], $3::int[], $4::int[], $5::int[]) AS e (quarter, person, name, n, duration)
       GROUP BY quarter, person, name
       ON CONFLICT (quarter, person, name) DO UPDATE
       SET n = event_quarter.n + excluded.n, duration_ms = event_quarter.duration_ms + excluded.duration_ms`,
      [
        rows.map(({ quarter }) => quarter),
        rows.map(({ person }) => person),
        rows.map(({ nameKey }) => nameKey),
        rows.map(({ n }) => n),
        rows.map(({ durationMs }) => durationMs),
      ],
    )
    const keyOf = (name: typeof ALL_CALLS) => names.get(keyOfName(name)) ?? 0
    const [allCalls, allActivity] = [keyOf(ALL_CALLS), keyOf(ALL_ACTIVITY)]
    // Calls have one row for all of them. Views and actions have one together beside their own: heat maps of a year read few rows.
    const counted = rows.flatMap(({ kind, nameKey, quarter, customerId, n, durationMs }) => {
      const row = {
        quarter,
        name: kind === 'api_call' ? allCalls : nameKey,
        isStaff: customerId === null,
        n,
        durationMs,
      }
      return isActivity({ kind }) ? [row, { ...row, name: allActivity, durationMs: 0 }] : [row]
    })
    const columns = [
      counted.map(({ quarter }) => quarter),
      counted.map(({ name }) => name),
      counted.map(({ isStaff }) => isStaff),
      counted.map(({ n }) => n),
      counted.map(({ durationMs }) => durationMs),
    ]
    await client.query(
      `INSERT INTO name_quarter (quarter, name, staff, n, duration_ms)
       SELECT quarter, name, staff, sum(n), sum(duration)
       FROM unnest($1::int[], $2::int[], $3::boolean[], $4::int[], $5::int[]) AS e (quarter, name, staff, n, duration)
       GROUP BY quarter, name, staff
       ON CONFLICT (quarter, name, staff) DO UPDATE
       SET n = name_quarter.n + excluded.n, duration_ms = name_quarter.duration_ms + excluded.duration_ms`,
      columns,
    )
    await client.query(
      `INSERT INTO name_day (day, name, staff, n, duration_ms)
       SELECT quarter / ${QUARTERS_A_DAY}, name, staff, sum(n), sum(duration)
       FROM unnest($1::int[], $2::int[], $3::boolean[], $4::int[], $5::int[]) AS e (quarter, name, staff, n, duration)
       GROUP BY 1, name, staff
       ON CONFLICT (day, name, staff) DO UPDATE
       SET n = name_day.n + excluded.n, duration_ms = name_day.duration_ms + excluded.duration_ms`,
      columns,
    )
    await storeSpans(client, events, persons, names)
  }
}

/** The later half of a UUID, which is random. 0 without a session. */
function sessionNumber(id: string | undefined): bigint {
  return id === undefined ? 0n : BigInt.asIntN(64, BigInt(`0x${id.replaceAll('-', '').slice(16)}`))
}
