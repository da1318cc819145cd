import type { SubscriberStatus } from '@packhouse/contract'
import type pg from 'pg'
import { storableJson } from '../../platform/storable-text.ts'

type Pool = Pick<pg.Pool, 'query'>

/** Status and counters of a connection. Counters rise from where they were when it was started. */
export type ConnectionState = {
  status: SubscriberStatus
  /** Unix ms. */
  lastMessageAt: number | null
  messageCount: number
  errorCount: number
  lastError: string | null
}

/** Where the states of one kind of connections are stored. */
export interface StateTable {
  table: string
  /** The column with the id of the connection. */
  key: string
  /** Whether several servers may run one connection, each with its own row by its `slot`. */
  hasSlots: boolean
  /** Columns of text that only this kind has, by the field of its state. */
  texts: Readonly<Record<string, string>>
  /** Columns of counters that only this kind has, by the field of its state. */
  counts?: Readonly<Record<string, string>>
}

export const freshState: ConnectionState = {
  status: 'waiting',
  lastMessageAt: null,
  messageCount: 0,
  errorCount: 0,
  lastError: null,
}

/** Counts a failure and remembers the last one, in one line. */
export function noteFailure(state: ConnectionState, words: string): void {
  state.errorCount += 1
  state.lastError = plainLine(words).slice(0, 1000) || 'Unknown'
}

/** One line without control characters. */
export function plainLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()
}

/** The state in which a connection was left; the fresh one where it has never run. */
export async function readState<State extends ConnectionState>(
  pool: Pool,
  { states, freshState: fresh }: { states: StateTable; freshState: State },
  { id, slot }: { id: string; slot: number },
): Promise<State> {
  const { rows } = await pool.query<Partial<State>>(
    `SELECT (extract(epoch FROM last_message_at) * 1000)::float8 AS "lastMessageAt",
       message_count::float8 AS "messageCount", error_count::float8 AS "errorCount", last_error AS "lastError"
       ${Object.entries(states.texts)
         .map(([field, column]) => `, ${column} AS "${field}"`)
         .join('')}
       ${Object.entries(states.counts ?? {})
         .map(([field, column]) => `, ${column}::float8 AS "${field}"`)
         .join('')}
     FROM ${states.table} WHERE ${states.key} = $1 ${states.hasSlots ? 'AND slot = $2' : ''}`,
    states.hasSlots ? [id, slot] : [id],
  )
  return { ...fresh, ...rows[0] }
}

/** Stores the states of running connections. Nothing is stored for connections that were deleted in the meantime. */
export async function writeStates(
  pool: Pool,
  { table: connections, states }: { table: string; states: StateTable },
  running: readonly { settings: { id: string }; slot: number; state: ConnectionState }[],
): Promise<void> {
  if (running.length === 0) return
  const keys = states.hasSlots ? [states.key, 'slot'] : [states.key]
  const texts = Object.values(states.texts)
  const counts = Object.values(states.counts ?? {})
  const values = ['status', 'last_message_at', 'message_count', 'error_count', 'last_error', ...texts, ...counts]
  const entries = running.map(({ settings: { id }, slot, state }) => ({
    [states.key]: id,
    slot,
    ...rowOf(state, states),
  }))
  await pool.query(
    `INSERT INTO ${states.table} (${[...keys, ...values].join(', ')}, status_at)
     SELECT ${[...keys, ...values].join(', ')}, now()
     FROM jsonb_to_recordset($1) AS s (${states.key} uuid, slot int, status text, last_message_at timestamptz,
       message_count bigint, error_count bigint, last_error text
       ${[...texts.map((column) => `, ${column} text`), ...counts.map((column) => `, ${column} bigint`)].join('')})
     WHERE EXISTS (SELECT FROM ${connections} c WHERE c.id = s.${states.key} FOR KEY SHARE)
     ON CONFLICT (${keys.join(', ')}) DO UPDATE SET
       ${[...values, 'status_at'].map((name) => `${name} = excluded.${name}`).join(', ')}`,
    [storableJson(entries)],
  )
}

function rowOf(
  state: ConnectionState & Record<string, unknown>,
  { texts, counts }: StateTable,
): Record<string, unknown> {
  const { status, lastMessageAt, messageCount, errorCount, lastError } = state
  return {
    status,
    last_message_at: lastMessageAt === null ? null : new Date(lastMessageAt).toISOString(),
    message_count: messageCount,
    error_count: errorCount,
    last_error: lastError,
    ...Object.fromEntries(Object.entries({ ...texts, ...counts }).map(([field, column]) => [column, state[field]])),
  }
}
