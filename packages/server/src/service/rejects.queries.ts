import { sql } from 'kysely'
import type { StoredReadingNames } from '../history/index.ts'
import { type Counts, NEWEST_REJECTS, readCounts, readSilentHours } from '../monitoring/area.ts'
import type { Transaction } from '../platform/database.ts'
import { decidedByNewest, HOUR_MS, REJECTS_SPEAK_MS } from '../telemetry/index.ts'
import type { Span } from './stops.ts'

/** What rejects of a window are held against. */
export interface MeasuredRejects {
  rejects: number
  /** Those of the hours for which the machine reports rejects. */
  cycles: number
  /** The part of the known time that is not in hours with cycles and without reported rejects. */
  share: number
}

/**
 * Rejects of a window, and the cycles that they are of. The answer about a window is the same while it goes on and later.
 * @param counted what records of the window amount to
 * @returns undefined where the machine does not say how many rejects it makes: quality is not measured then
 */
export async function readMeasuredRejects(
  db: Transaction,
  names: StoredReadingNames,
  machineKey: number,
  window: Span,
  counted: Pick<Counts, 'cycles' | 'rejects' | 'rejectsCount'> | undefined,
): Promise<MeasuredRejects | undefined> {
  if (!(await reportsRejects(db, names, machineKey, window, counted))) return undefined
  const { cycles, rejects } = counted ?? { cycles: 0, rejects: 0 }
  const silent = (await readSilentHours(db, [machineKey], window)).get(machineKey)
  if (silent === undefined) return { rejects, cycles, share: 1 }
  let silentCycles = silent.cycles
  for (const start of silent.cut) {
    const part = { from: Math.max(start, window.from), to: Math.min(start + HOUR_MS, window.to) }
    silentCycles += (await readCounts(db, names, [machineKey], part)).get(machineKey)?.cycles ?? 0
  }
  const measured = Math.max(0, cycles - silentCycles)
  if (measured === 0 && silentCycles > 0) return undefined
  return { rejects, cycles: measured, share: silent.knownMs > 0 ? 1 - silent.silentMs / silent.knownMs : 1 }
}

/** Whether a reading of rejects speaks for the window or a part of it. */
async function reportsRejects(
  db: Transaction,
  names: StoredReadingNames,
  machineKey: number,
  window: Span,
  counted: Pick<Counts, 'rejectsCount'> | undefined,
): Promise<boolean> {
  const { rows } = await sql<{ at: number | null }>`
    SELECT ${NEWEST_REJECTS} AS at FROM latest WHERE machine_key = ${machineKey}
  `.execute(db)
  const decided = decidedByNewest(rows[0]?.at ?? null, window)
  if (decided !== undefined) return decided
  if (counted !== undefined && counted.rejectsCount > 0) return true
  const before = await readCounts(db, names, [machineKey], { from: window.from - REJECTS_SPEAK_MS, to: window.from })
  return (before.get(machineKey)?.rejectsCount ?? 0) > 0
}
