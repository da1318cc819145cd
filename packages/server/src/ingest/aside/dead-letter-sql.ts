import type pg from 'pg'
import { iso } from '../../telemetry/index.ts'
import type { Sender } from './letter-shares.ts'
import type { Letter, RefusedMessage } from './refused-message.ts'

/** So much of a message that is not stored is shown as a sample. */
const SAMPLE_BYTES = 2_048

/** Counts repeats on the letters that there are, in one order for all nodes. @returns digests of the letters that were found, in hex */
export async function addRepeats(client: pg.ClientBase, letters: readonly Letter[]): Promise<Set<string>> {
  const { rows } = await client.query<{ digest: string }>(
    `WITH locked AS MATERIALIZED (
       SELECT id FROM refused_message WHERE digest = ANY ($1::bytea[]) AND replayed_at IS NULL ORDER BY digest FOR NO KEY UPDATE
     )
     UPDATE refused_message m SET seen = m.seen + given.seen,
       last_at = greatest(coalesce(m.last_at, m.received_at), given.last_at)
     FROM locked, unnest($1::bytea[], $2::bigint[], $3::timestamptz[]) AS given (digest, seen, last_at)
     WHERE m.id = locked.id AND m.digest = given.digest AND m.replayed_at IS NULL
     RETURNING encode(m.digest, 'hex') AS digest`,
    [letters.map((l) => l.digest), letters.map((l) => l.seen), letters.map((l) => iso(l.lastAt))],
  )
  return new Set(rows.map(({ digest }) => digest))
}

/** Stores letters. One that another node has stored in the meantime is counted on. */
export async function insertLetters(client: pg.ClientBase, letters: readonly Letter[]): Promise<void> {
  if (letters.length === 0) return
  const column = <T>(read: (message: RefusedMessage, letter: Letter) => T) => letters.map((l) => read(l.first, l))
  await client.query(
    `INSERT INTO refused_message AS m (received_at, device, topic, payload, code, reason, customer_id, encoding,
       machine_key, digest, seen, last_at, lead_ms, own_words)
     SELECT * FROM unnest($1::timestamptz[], $2::text[], $3::text[], $4::bytea[], $5::text[], $6::text[], $7::uuid[],
       $8::text[], $9::int[], $10::bytea[], $11::bigint[], $12::timestamptz[], $13::bigint[], $14::bytea[])
     ON CONFLICT (digest) WHERE replayed_at IS NULL DO UPDATE SET seen = m.seen + excluded.seen,
       last_at = greatest(coalesce(m.last_at, m.received_at), coalesce(excluded.last_at, excluded.received_at))`,
    [
      column((m) => iso(m.receivedAt)),
      column((m) => m.device),
      column((m) => m.topic),
      column((m) => m.payload),
      column((m) => m.code),
      column((m) => m.reason),
      column((m) => m.customerId ?? null),
      column((m) => m.encoding),
      column((m) => m.machineKey),
      column((_, l) => l.digest),
      column((_, l) => l.seen),
      column((_, l) => (l.seen === 1 ? null : iso(l.lastAt))),
      column((m) => (m.untimely === undefined ? null : Math.round(m.untimely.leadMs))),
      column((m) => m.untimely?.ownWords ?? null),
    ],
  )
}

/** Counts what is not stored, by sender, reason and hour, with the newest as a sample. */
export async function insertOverflow(client: pg.ClientBase, letters: readonly Letter[]): Promise<void> {
  const column = <T>(read: (message: RefusedMessage, letter: Letter) => T) => letters.map((l) => read(l.first, l))
  await client.query(
    `INSERT INTO dead_letter_overflow AS o
       (hour, device, customer_id, machine_key, code, count, last_at, topic, reason, sample)
     SELECT date_trunc('hour', max(last_at), 'UTC'), device, customer_id, machine_key, code, sum(seen), max(last_at),
       (array_agg(topic ORDER BY last_at DESC))[1], (array_agg(reason ORDER BY last_at DESC))[1],
       (array_agg(sample ORDER BY last_at DESC))[1]
     FROM unnest($1::timestamptz[], $2::text[], $3::uuid[], $4::int[], $5::text[], $6::bigint[], $7::text[], $8::text[],
       $9::bytea[]) AS given (last_at, device, customer_id, machine_key, code, seen, topic, reason, sample)
     GROUP BY device, customer_id, machine_key, code
     ORDER BY device, customer_id, machine_key, code
     ON CONFLICT ON CONSTRAINT dead_letter_overflow_once DO UPDATE SET count = o.count + excluded.count,
       last_at = excluded.last_at, topic = excluded.topic, reason = excluded.reason, sample = excluded.sample`,
    [
      column((_, l) => iso(l.lastAt)),
      column((m) => m.device),
      column((m) => m.customerId ?? null),
      column((m) => m.machineKey),
      column((m) => m.code),
      column((_, l) => l.seen),
      column((m) => m.topic),
      column((m) => m.reason),
      column((m) => m.payload.subarray(0, SAMPLE_BYTES)),
    ],
  )
}

/** What takes up room: what became a record does not. */
export async function countLetters(client: pg.ClientBase): Promise<(Sender & { letters: number; bytes: number })[]> {
  const { rows } = await client.query<Sender & { letters: number; bytes: number }>(
    `SELECT r.device, r.machine_key AS "machineKey", coalesce(m.customer_id, r.customer_id) AS "ownerId",
       count(*)::int AS letters, sum(octet_length(r.payload))::float8 AS bytes
     FROM refused_message r LEFT JOIN machine m ON m.key = r.machine_key
     WHERE r.replayed_at IS NULL GROUP BY 1, 2, 3`,
  )
  return rows
}

/** Removes what nobody has looked after for so long, and counts it. */
export async function removeOldLetters(db: Pick<pg.Pool, 'query'>, days: number): Promise<void> {
  await db.query(
    `WITH gone AS (
       DELETE FROM refused_message WHERE coalesce(last_at, received_at) < now() - make_interval(days => $1)
       RETURNING replayed_at
     ), counted AS (SELECT count(*) AS dropped FROM gone WHERE replayed_at IS NULL)
     UPDATE dead_letter_tally t SET dropped = t.dropped + counted.dropped FROM counted WHERE counted.dropped > 0`,
    [days],
  )
  await db.query('DELETE FROM dead_letter_overflow WHERE hour < now() - make_interval(days => $1)', [days])
}
