import type pg from 'pg'

/** A message that a broker may repeat, by the number of its packet: what it was, and when it came. */
export interface StoredDelivery {
  packetId: number
  /** In hex. */
  digest: string
  /** Unix ms. */
  at: number
}

/** Whose messages they are: a session at a broker. */
export interface DeliveryOwner {
  subscriberId: string
  slot: number
}

/** What is to be written: `forgets` removes all that was stored before. */
export interface DeliveryChanges {
  forgets: boolean
  gone: readonly number[]
  come: readonly StoredDelivery[]
}

type Pool = Pick<pg.Pool, 'query'>

export async function readDeliveries(pool: Pool, { subscriberId, slot }: DeliveryOwner): Promise<StoredDelivery[]> {
  const { rows } = await pool.query<StoredDelivery>(
    `SELECT packet_id AS "packetId", encode(digest, 'hex') AS digest, at::float8 AS at
     FROM mqtt_delivery WHERE subscriber_id = $1 AND slot = $2`,
    [subscriberId, slot],
  )
  return rows
}

/**
 * Writes without waiting for the disk: the commit of a record, which does, comes later and so brings these to the disk before it. Nothing
 * is written for subscribers that were deleted in the meantime.
 */
export async function writeDeliveries(
  pool: Pool,
  { subscriberId, slot }: DeliveryOwner,
  { forgets, gone, come }: DeliveryChanges,
): Promise<void> {
  if (forgets)
    await pool.query('DELETE FROM mqtt_delivery WHERE subscriber_id = $1 AND slot = $2', [subscriberId, slot])
  await pool.query(
    `WITH quick AS (SELECT set_config('synchronous_commit', 'off', true)),
     gone AS (
       DELETE FROM mqtt_delivery WHERE subscriber_id = $1 AND slot = $2 AND packet_id = ANY($3::int[])
     )
     INSERT INTO mqtt_delivery (subscriber_id, slot, packet_id, digest, at)
     SELECT $1, $2, come.* FROM quick, unnest($4::int[], $5::bytea[], $6::bigint[]) AS come
     WHERE EXISTS (SELECT FROM mqtt_subscriber WHERE id = $1)
     ON CONFLICT (subscriber_id, slot, packet_id) DO UPDATE SET digest = excluded.digest, at = excluded.at`,
    [
      subscriberId,
      slot,
      gone,
      come.map(({ packetId }) => packetId),
      come.map(({ digest }) => Buffer.from(digest, 'hex')),
      come.map(({ at }) => at),
    ],
  )
}
