import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { RingMinute } from '../live/index.ts'
import { iso } from '../telemetry/index.ts'

/**
 * The minutes of all machines by COPY in PostgreSQL's binary format (documentation of COPY, "Binary Format"). Of many
 * machines they are millions: none becomes a row object, and never are all of them in memory.
 */

const HEADER_BYTES = 19
/** Field count, then five fields that are never null, each behind its length. */
const ROW_BYTES = 2 + (4 + 4) + (4 + 8) + (4 + 4) + (4 + 8) + (4 + 4)
/** PostgreSQL counts microseconds from 2000-01-01. */
const EPOCH_MS = Date.UTC(2000, 0, 1)

/** Hands on every minute since `since` (Unix ms), in any order. */
export async function copyMinutes(
  client: pg.ClientBase,
  since: number,
  take: (machineKey: number, minute: RingMinute) => void,
): Promise<void> {
  const select = `SELECT machine_key, at, records, cycles, running_ms FROM minute_rollup WHERE at >= '${iso(since)}'`
  const stream = client.query(copyTo(`COPY (${select}) TO STDOUT (FORMAT binary)`))
  let rest: Buffer = Buffer.alloc(0)
  let start = HEADER_BYTES
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    // What follows the last row is shorter than a row.
    for (; start + ROW_BYTES <= bytes.length; start += ROW_BYTES) {
      take(bytes.readInt32BE(start + 6), {
        at: EPOCH_MS + Number(bytes.readBigInt64BE(start + 14)) / 1000,
        records: bytes.readInt32BE(start + 26),
        cycles: Number(bytes.readBigInt64BE(start + 34)),
        runningMs: bytes.readInt32BE(start + 46),
      })
    }
    rest = bytes.subarray(Math.min(start, bytes.length))
    start = Math.max(start - bytes.length, 0)
  }
}
