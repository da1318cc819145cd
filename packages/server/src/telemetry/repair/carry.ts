import type { ReportedState } from '@packhouse/contract'
import type pg from 'pg'
import type { StoredReadingNames } from '../history/reading-names.ts'
import { lastHourBefore, readRecords } from '../history/stored-records.ts'
import { COUNTER_GAP_LIMIT_MS, type LatestValues, type TelemetryRecord } from '../record.ts'
import { iso } from '../telemetry-sql.ts'

/** What a record later on can hang on: which of these a machine has ever told. */
export interface Tells {
  state: boolean
  cycles: boolean
  rejects: boolean
}

/**
 * What was known of a machine just before a time, as far as counting needs it: the record before, the counters of the
 * day before, and the state, however long ago it was told.
 */
export async function carriedInto(
  client: pg.ClientBase,
  machineKey: number,
  at: number,
  { latest, tells, names }: { latest: LatestValues; tells: Tells; names: StoredReadingNames },
): Promise<LatestValues | undefined> {
  const before = await recordsBefore(client, machineKey, at, tells, names)
  const state = tells.state ? await stateBefore(client, machineKey, at, latest) : undefined
  const newest = before.at(-1)
  const cycles = before.findLast(({ totalCycles }) => totalCycles !== undefined)
  const rejects = before.findLast(({ totalRejects }) => totalRejects !== undefined)
  if (newest === undefined && state === undefined) return undefined
  return {
    at: newest?.at ?? Number.NEGATIVE_INFINITY,
    totalCycles: cycles?.totalCycles ?? null,
    totalAt: cycles?.at ?? null,
    totalRejects: rejects?.totalRejects ?? null,
    rejectsAt: rejects?.at ?? null,
    machineState: state?.state ?? null,
    // Without the record that told it last, nobody knows how long the state was held: that time has been counted.
    stateSince: newest === undefined ? null : (state?.since ?? null),
    cyclesPerMin: null,
    temperature: null,
    humidity: null,
    latitude: null,
    longitude: null,
    machineData: {},
  }
}

/** Goes back hour by hour until everything was told that the machine tells, but no further than counters reach. */
async function recordsBefore(
  client: pg.ClientBase,
  machineKey: number,
  at: number,
  tells: Tells,
  names: StoredReadingNames,
): Promise<TelemetryRecord[]> {
  const since = at - COUNTER_GAP_LIMIT_MS
  let found: TelemetryRecord[] = []
  for (let to = at; to > since; ) {
    const hour = await lastHourBefore(client, machineKey, [since, to])
    if (hour === undefined) break
    const from = Math.max(hour, since)
    found = [...(await readRecords(client, machineKey, [from, to], names)), ...found]
    to = from
    const lacksCycles = tells.cycles && !found.some(({ totalCycles }) => totalCycles !== undefined)
    const lacksRejects = tells.rejects && !found.some(({ totalRejects }) => totalRejects !== undefined)
    if (found.length > 0 && !lacksCycles && !lacksRejects) break
  }
  return found
}

/** The last state before a time and since when it lasted; of times that have ended and of the one that goes on. */
async function stateBefore(
  client: pg.ClientBase,
  machineKey: number,
  at: number,
  latest: LatestValues,
): Promise<{ state: ReportedState; since: number } | undefined> {
  if (latest.machineState !== null && latest.stateSince !== null && latest.stateSince < at) {
    return { state: latest.machineState, since: latest.stateSince }
  }
  const { rows } = await client.query<{ state: ReportedState; from_at: Date }>(
    `SELECT state, from_at FROM state_interval WHERE machine_key = $1 AND from_at < $2 ORDER BY from_at DESC LIMIT 1`,
    [machineKey, iso(at)],
  )
  const [row] = rows
  return row && { state: row.state, since: row.from_at.getTime() }
}
