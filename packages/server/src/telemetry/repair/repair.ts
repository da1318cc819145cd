import type pg from 'pg'
import type { StateInterval } from '../account.ts'
import type { StoredReadingNames } from '../history/reading-names.ts'
import { rollupColumns, storeIntervals } from '../newest-sql.ts'
import type { OfflineAfter } from '../offline-after.ts'
import type { LatestValues, TelemetryRecord } from '../record.ts'
import { HOUR_MS, MINUTE_MS, type Rollup, startOf } from '../rollup.ts'
import { COUNTER_NAMES, COUNTERS, iso, ROLLUP_TYPES } from '../telemetry-sql.ts'
import { carriedInto, type Tells } from './carry.ts'
import { type Replayed, replay } from './replay.ts'

export interface Repaired {
  /** The minutes that were counted again. */
  recounted: Rollup[]
  /** The newest values, where late records have changed what they go on from. */
  latest: LatestValues | undefined
}

/**
 * Makes good what late records of a machine have changed: the steps of counters, the times in each state, and the minutes
 * and hours they are counted in. Afterwards everything is as if the records had come in order. The records are stored.
 * @param late the records that were new, in time order
 * @param latest the newest values, of records that are stored
 */
export async function repair(
  client: pg.ClientBase,
  late: readonly TelemetryRecord[],
  latest: LatestValues,
  machine: OfflineAfter,
  names: StoredReadingNames,
): Promise<Repaired> {
  const key = late[0]?.machineKey ?? 0
  const tells = tellsOf(late, latest)
  const repaired: Repaired = { recounted: [], latest: undefined }
  const times = late.map(({ at }) => at)
  for (let done = 0; done < times.length; ) {
    const known = repaired.latest ?? latest
    const from = startOf(times[done] ?? 0, MINUTE_MS)
    const before = await carriedInto(client, key, from, { latest: known, tells, names })
    const stretch = await replay(client, { key, tells, machine, names }, times.slice(done), before)
    repaired.latest = (await storeStates(client, key, stretch, known)) ?? repaired.latest
    repaired.recounted.push(...(await storeMinutes(client, key, stretch)))
    done += stretch.done
  }
  return repaired
}

function tellsOf(late: readonly TelemetryRecord[], latest: LatestValues): Tells {
  return {
    state: latest.machineState !== null || late.some(({ machineState }) => machineState !== undefined),
    cycles: latest.totalCycles !== null || late.some(({ totalCycles }) => totalCycles !== undefined),
    rejects: latest.totalRejects !== null || late.some(({ totalRejects }) => totalRejects !== undefined),
  }
}

/** Puts the times in each state in place of the old ones. @returns the newest values where they go on differently now */
async function storeStates(
  client: pg.ClientBase,
  key: number,
  { account, from, closer, values }: Replayed,
  latest: LatestValues,
): Promise<LatestValues | undefined> {
  const until = closer?.at ?? Number.POSITIVE_INFINITY
  const { rows } = await client.query<{ to_at: Date; state: StateInterval['state']; from_at: Date }>(
    `DELETE FROM state_interval WHERE machine_key = $1 AND to_at > $2 AND from_at <= $3 RETURNING from_at, to_at, state`,
    [key, iso(from), closer === undefined ? 'infinity' : iso(until)],
  )
  const old = rows.map((row) => ({ ...row, from: row.from_at.getTime(), to: row.to_at.getTime() }))
  await storeIntervals(client, account.intervals)
  const given = new Set(account.intervals.map((interval) => interval.from))
  const untouched = old.filter((row) => row.from < from && !given.has(row.from) && row.from !== values?.stateSince)
  await storeIntervals(
    client,
    untouched.map((row) => ({ machineKey: key, from: row.from, to: row.to, state: row.state })),
  )
  if (values === undefined) return undefined
  const { machineState, stateSince } = values
  const ended = old.find((row) => row.to > until)
  if (closer !== undefined && ended !== undefined && machineState !== null && stateSince !== null) {
    await storeIntervals(client, [{ machineKey: key, from: stateSince, to: ended.to, state: machineState }])
    return undefined
  }
  if (closer !== undefined && ended === undefined)
    return stateSince === latest.stateSince ? undefined : { ...latest, stateSince }
  return newestOf(values, latest)
}

/** The newest values as they are after a stretch that reaches them; what was told before anything carried into it stays. */
function newestOf(values: LatestValues, latest: LatestValues): LatestValues {
  const { totalCycles, totalAt, totalRejects, rejectsAt, machineState, stateSince } = values
  return {
    ...latest,
    ...(totalAt !== null && { totalCycles, totalAt }),
    ...(rejectsAt !== null && { totalRejects, rejectsAt }),
    ...(machineState !== null && { machineState, stateSince }),
  }
}

/** Puts the minutes of a stretch in place of the old ones and adds their hours up again. */
async function storeMinutes(
  client: pg.ClientBase,
  key: number,
  { account, from, to }: Replayed,
): Promise<Repaired['recounted']> {
  const minutes = account.minutes.rows().filter(({ at }) => at >= from && at < to)
  const last = minutes.at(-1)?.at ?? from
  await client.query('DELETE FROM minute_rollup WHERE machine_key = $1 AND at >= $2 AND at <= $3', [
    key,
    iso(from),
    iso(last),
  ])
  const types = ROLLUP_TYPES.map((type, index) => `$${index + 1}::${type}[]`).join(', ')
  await client.query(
    `INSERT INTO minute_rollup (machine_key, at, ${COUNTERS}) SELECT * FROM unnest(${types})`,
    rollupColumns(minutes),
  )
  await client.query(
    `INSERT INTO hour_rollup (machine_key, at, ${COUNTERS})
     SELECT machine_key, date_trunc('hour', at, 'UTC'), ${COUNTER_NAMES.map((name) => `sum(${name})`).join(', ')}
     FROM minute_rollup WHERE machine_key = $1 AND at >= $2 AND at < $3
     GROUP BY 1, 2
     ON CONFLICT (machine_key, at) DO UPDATE SET
       ${COUNTER_NAMES.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    [key, iso(startOf(from, HOUR_MS)), iso(startOf(last, HOUR_MS) + HOUR_MS)],
  )
  return minutes
}
