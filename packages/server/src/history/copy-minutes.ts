import type pg from 'pg'
import type { RingMinute } from '../live/index.ts'
import { iso } from '../telemetry/index.ts'
import { CopyFrames } from './copy-frames.ts'

/**
 * The minutes of all machines by COPY in PostgreSQL's binary format (documentation of COPY, "Binary Format"). Of many
 * machines they are millions: none becomes a row object, and never are all of them in memory.
 */

const HEADER_BYTES = 19
/** Field count, then seven fields that are never null, each behind its length. */
const ROW_BYTES = 2 + (4 + 4) + (4 + 8) + (4 + 4) + (4 + 8) + (4 + 4) + (4 + 4) + (4 + 8)
/** PostgreSQL counts microseconds from 2000-01-01. */
const EPOCH_MS = Date.UTC(2000, 0, 1)
const TWO_TO_32 = 2 ** 32

/** Hands on every minute since `since` (Unix ms), in any order. */
export async function copyMinutes(
  client: pg.ClientBase,
  since: number,
  take: (machineKey: number, minute: RingMinute) => void,
): Promise<void> {
  const select = `SELECT machine_key, at, records, cycles, running_ms, running_ms + idle_ms + stopped_ms + faulted_ms, rejects::bigint
    FROM minute_rollup WHERE at >= '${iso(since)}'`
  let header = HEADER_BYTES
  const frames = new CopyFrames(`COPY (${select}) TO STDOUT (FORMAT binary)`, (view, from, to) => {
    const start = from + header
    header = 0
    // The last frame only says that it is the last.
    if (to - start < ROW_BYTES) return
    take(view.getInt32(start + 6), {
      at: EPOCH_MS + wholeOf(view, start + 14) / 1000,
      records: view.getInt32(start + 26),
      cycles: wholeOf(view, start + 34),
      runningMs: view.getInt32(start + 46),
      knownMs: view.getInt32(start + 54),
      rejects: wholeOf(view, start + 62),
    })
  })
  client.query(frames)
  await frames.done
}

/** A number of 64 bits, exact as far as numbers of JavaScript are; made of two, since a BigInt is an object. */
function wholeOf(view: DataView, at: number): number {
  return view.getInt32(at) * TWO_TO_32 + view.getUint32(at + 4)
}
