import type pg from 'pg'
import { SEAL_LOCK } from '../../history/index.ts'
import { type LatestValues, RollupSpans, type StateInterval, type TelemetryRecord } from '../../telemetry/index.ts'
import type { FieldTimesOf } from '../telemetry-sql.ts'
import { LateLookup } from './late-lookup.ts'
import { LateMachine } from './late-machine.ts'
import type { LateRecord, Reading } from './late-record.ts'
import { writeLate } from './late-sql.ts'
import { readRowNeighbours, type Wanted } from './row-neighbours.ts'
import type { SealedColumns } from './sealed-columns.ts'
import { addSealedNeighbours } from './sealed-neighbours.ts'

/** What is known of the machines of late records. */
export interface Known {
  /** The newest values, of records that are stored. */
  latestOf: (machineKey: number) => LatestValues | undefined
  /** Until when a record of a time speaks for its machine if none follows, Unix ms. */
  speaksUntil: (machineKey: number, at: number) => number
  /** The times of newest values that are stored beside them. */
  timesOf: FieldTimesOf
}

/** What late records have changed. */
export interface StoredLate {
  stored: readonly TelemetryRecord[]
  /** What the roll-ups of each span were changed by. */
  rollups: RollupSpans
  /** Newest values that go on differently now. */
  latest: Map<number, LatestValues>
}

/**
 * Locks the machines of records against sealing, as far as they are not being sealed just now: there is no wait for that.
 * @returns the machines that are locked until the transaction ends
 */
export async function lockUnsealed(client: pg.ClientBase, records: readonly TelemetryRecord[]): Promise<Set<number>> {
  const { rows } = await client.query<{ key: number }>({
    name: 'lock-unsealed',
    text: `SELECT key FROM unnest($2::int[]) key WHERE pg_try_advisory_xact_lock_shared($1, key)`,
    values: [SEAL_LOCK, keysOf(records)],
  })
  return new Set(rows.map(({ key }) => key))
}

/** Locks the machines of records against sealing, and waits for those that are being sealed. */
export async function lockAll(client: pg.ClientBase, records: readonly TelemetryRecord[]): Promise<Set<number>> {
  const keys = keysOf(records)
  await client.query('SELECT pg_advisory_xact_lock_shared($1, key) FROM unnest($2::int[]) key', [SEAL_LOCK, keys])
  return new Set(keys)
}

function keysOf(records: readonly TelemetryRecord[]): number[] {
  return [...new Set(records.map(({ machineKey }) => machineKey))].sort((a, b) => a - b)
}

/**
 * Stores records that are not newer than what is stored of their machine, and corrects what was counted on either side of
 * them: afterwards everything is as if they had come in order. Those that are there already, as a row or in a sealed
 * block, change nothing. What it costs does not depend on how many records there are around. Their machines are locked.
 */
export async function storeLate(
  client: pg.ClientBase,
  sealed: SealedColumns,
  records: readonly TelemetryRecord[],
  known: Known,
): Promise<StoredLate> {
  const result: StoredLate = { stored: [], rollups: new RollupSpans(), latest: new Map() }
  if (records.length === 0) return result
  const fresh = await readNew(client, sealed, records, known)
  if (fresh.length === 0) return result
  const removed: { machineKey: number; from: number }[] = []
  const times: StateInterval[] = []
  const lookup = new LateLookup(client, sealed)
  for (const [key, late] of Map.groupBy(fresh, ({ record }) => record.machineKey)) {
    const latest = known.latestOf(key)
    if (latest === undefined) throw new Error(`Nothing is stored of machine ${key} that a record could be late for.`)
    const machine = new LateMachine(
      { key, latest, speaksUntil: (at) => known.speaksUntil(key, at) },
      result.rollups,
      lookup,
    )
    await machine.insert(late)
    const changes = machine.timeChanges()
    removed.push(...changes.removed.map((from) => ({ machineKey: key, from })))
    times.push(...changes.stored)
    const changed = machine.latest()
    if (changed !== undefined) result.latest.set(key, changed)
  }
  result.stored = fresh.map(({ record }) => record)
  await writeLate(client, { records: result.stored, removed, times, timesOf: known.timesOf, ...result })
  return result
}

/** Those that are not stored yet, in time order, with what lies on either side of them. */
async function readNew(
  client: pg.ClientBase,
  sealed: SealedColumns,
  records: readonly TelemetryRecord[],
  known: Known,
): Promise<LateRecord[]> {
  // Of two with the same time the first is stored.
  const once = new Map(records.toReversed().map((record) => [`${record.machineKey}:${record.at}`, record]))
  const wanted = [...once.values()].sort((a, b) => a.at - b.at).map((record) => toWanted(record, known))
  const late = await readRowNeighbours(client, wanted)
  await addSealedNeighbours(client, sealed, late, wanted)
  return late.filter(({ isStored }) => !isStored).map((one) => withNewest(one, known.latestOf(one.record.machineKey)))
}

/** Where the newest reading of a counter lies before, none lies behind: it need not be looked for. */
function toWanted(record: TelemetryRecord, known: Known): Wanted {
  const { machineKey, at } = record
  const latest = known.latestOf(machineKey)
  return {
    record,
    until: Math.max(at, Math.min(known.speaksUntil(machineKey, at), latest?.at ?? at)),
    cycles: record.totalCycles !== undefined && (latest?.totalAt ?? at) > at,
    rejects: record.totalRejects !== undefined && (latest?.rejectsAt ?? at) > at,
  }
}

function withNewest(late: LateRecord, latest: LatestValues | undefined): LateRecord {
  const before = (value: number | null | undefined, at: number | null | undefined): Reading | undefined =>
    typeof value === 'number' && typeof at === 'number' && at < late.record.at ? { at, value } : undefined
  const cycles = before(latest?.totalCycles, latest?.totalAt)
  const rejects = before(latest?.totalRejects, latest?.rejectsAt)
  return {
    ...late,
    cycles: cycles === undefined ? late.cycles : { before: cycles },
    rejects: rejects === undefined ? late.rejects : { before: rejects },
  }
}
