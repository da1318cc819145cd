import type pg from 'pg'
import { isLockHeld } from '../supervisor/connection-locks.ts'

/** One connection of ours to a broker, over which the host of Sparkplug B is announced. */
export interface HostSession {
  subscriberId: string
  slot: number
  /** The broker, as its address names it. */
  broker: string
  hostId: string
}

type Pool = Pick<pg.Pool, 'query'>

/** Stores that the host is announced over a connection. @param at of its will and its birth, Unix ms */
export async function enterHostSession(pool: Pool, session: HostSession, at: number): Promise<void> {
  const { subscriberId, slot, broker, hostId } = session
  await pool.query(
    `INSERT INTO sparkplug_host_session (subscriber_id, slot, broker, host_id, announced_at, is_open)
     SELECT $1, $2, $3, $4, $5, true WHERE EXISTS (SELECT FROM mqtt_subscriber WHERE id = $1)
     ON CONFLICT (subscriber_id, slot) DO UPDATE
       SET broker = excluded.broker, host_id = excluded.host_id, announced_at = excluded.announced_at, is_open = true`,
    [subscriberId, slot, broker, hostId, at],
  )
}

/** Stores that the host is not announced over the connection any more. @param newest time that was seen, which the next one exceeds */
export async function leaveHostSession(pool: Pool, { subscriberId, slot }: HostSession, newest: number): Promise<void> {
  await pool.query(
    `UPDATE sparkplug_host_session SET is_open = false, announced_at = greatest(announced_at, $3)
     WHERE subscriber_id = $1 AND slot = $2`,
    [subscriberId, slot, newest],
  )
}

/** The newest announcement of the host at the broker, by whichever connection; 0 before the first one. */
export async function newestAnnouncement(pool: Pool, { broker, hostId }: HostSession): Promise<number> {
  const { rows } = await pool.query<{ newest: number }>(
    `SELECT coalesce(max(announced_at), 0)::float8 AS newest FROM sparkplug_host_session
     WHERE broker = $1 AND host_id = $2`,
    [broker, hostId],
  )
  return rows[0]?.newest ?? 0
}

/**
 * When the other connections to the broker announced the host, Unix ms. What a server that has ended left behind does not count: its lock on
 * the subscriber is free.
 */
export async function otherAnnouncements(pool: Pool, session: HostSession): Promise<number[]> {
  const { subscriberId, slot, broker, hostId } = session
  const { rows } = await pool.query<{ at: number }>(
    `SELECT announced_at::float8 AS at FROM sparkplug_host_session
     WHERE is_open AND broker = $3 AND host_id = $4 AND (subscriber_id, slot) <> ($1, $2)
       AND ${isLockHeld("'mqtt_subscriber'", 'subscriber_id', 'slot')}`,
    [subscriberId, slot, broker, hostId],
  )
  return rows.map(({ at }) => at)
}
