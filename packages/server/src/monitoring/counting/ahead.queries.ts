import type { ReportedState } from '@packhouse/contract'
import { sql } from 'kysely'
import type { StoredReadingNames } from '../../history/index.ts'
import type { Transaction } from '../../platform/database.ts'
import type { NewestState } from '../../telemetry/index.ts'
import { type Counts, NO_COUNTS, readCounts, type Stretch } from './counts.queries.ts'
import { addTime, NO_STATE_TIME, type StateTime } from './state-time.ts'

export type Ahead = Counts & StateTime

/**
 * What roll-ups have of machines whose newest record lies behind now: their clocks are ahead, or the record came in this very
 * moment. Nothing counts before its time, so whatever is made from roll-ups takes it away again.
 * @param db a snapshot, the one in which the roll-ups are read
 * @param stretch from now until where the roll-ups were read
 * @returns by machine key; machines of which nothing lies ahead are absent
 */
export async function readAhead(
  db: Transaction,
  names: StoredReadingNames,
  newest: ReadonlyMap<number, NewestState>,
  stretch: Stretch,
): Promise<Map<number, Ahead>> {
  const ahead = new Map([...newest].filter(([, { at }]) => at >= stretch.from))
  const keys = [...ahead.keys()]
  if (keys.length === 0) return new Map()
  const counts = await readCounts(db, names, keys, stretch)
  const ended = await readEnded(db, keys, stretch.from)
  return new Map(
    [...ahead].map(([key, { at, machineState: state, stateSince }]) => {
      const open =
        state === null || state === 'Unknown' || stateSince === null ? [] : [{ from: stateSince, to: at, state }]
      const times = [...(ended.get(key) ?? []), ...open]
      const time = times.reduce((sum, one) => addTime(sum, one, stretch), NO_STATE_TIME)
      return [key, { ...(counts.get(key) ?? NO_COUNTS), ...time }]
    }),
  )
}

interface Ended extends Stretch {
  key: number
  state: ReportedState
}

/** The times in one state that end behind a time. */
async function readEnded(db: Transaction, keys: readonly number[], behind: number): Promise<Map<number, Ended[]>> {
  const { rows } = await sql<{ key: number; from_at: Date; to_at: Date; state: ReportedState }>`
    SELECT key, from_at, to_at, state FROM unnest(${keys}::int[]) AS key CROSS JOIN LATERAL (
      SELECT from_at, to_at, state FROM state_interval WHERE machine_key = key AND to_at > ${new Date(behind)} AND state <> 'Unknown'
        -- They never overlap: of those that begin before, only the last can reach so far.
        AND from_at >= coalesce((SELECT max(from_at) FROM state_interval
          WHERE machine_key = key AND from_at <= ${new Date(behind)}), '-infinity')
    ) ended
  `.execute(db)
  const ended = rows.map(({ key, from_at, to_at, state }) => ({
    key,
    from: from_at.getTime(),
    to: to_at.getTime(),
    state,
  }))
  return Map.groupBy(ended, ({ key }) => key)
}
