import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../platform/database.ts'
import { blockWith } from './block-columns.ts'
import { blockMeets } from './block-spans.ts'
import { readNumberColumn } from './blocks/block.ts'
import type { Cell } from './blocks/column.ts'
import type { Point } from './series.ts'

/** How far back the reading that still held when a stretch began is looked for. */
const LOOK_BACK_MS = 24 * 3_600_000

/** A reading; its time in Unix ms. Null: there was no value. */
export interface Reading {
  at: number
  value: number | null
}

/** Where a tag lies in rows and in blocks. */
export interface Place {
  cell: RawBuilder<Cell>
  /** Undefined if no block has it. */
  id: number | undefined
}

interface Stretch {
  machineKey: number
  /** Unix ms; `to` is exclusive. */
  from: number
  to: number
}

/** The steps of a stretch in which anything was heard of a machine, by their starts: the first ones up to a number. */
export async function heardSteps(db: Transaction, stretch: Stretch, stepMs: number, most: number): Promise<number[]> {
  const { machineKey, from, to } = stretch
  const { rows } = await sql<{ at: Date }>`
    SELECT date_bin(${`${stepMs} ms`}::interval, at, ${new Date(from)}) AS at FROM minute_rollup
    WHERE machine_key = ${machineKey} AND at >= ${new Date(from)} AND at < ${new Date(to)} AND records > 0
    GROUP BY 1 ORDER BY 1 LIMIT ${most}
  `.execute(db)
  return rows.map(({ at }) => at.getTime())
}

/**
 * The last reading before a time, at most a day before: from rows, or from the block nearest to it that has one.
 */
export async function lastBefore(
  db: Transaction,
  { machineKey, from }: Pick<Stretch, 'machineKey' | 'from'>,
  { cell, id }: Place,
): Promise<Reading | undefined> {
  const since = new Date(from - LOOK_BACK_MS)
  const { rows } = await sql<{ at: Date; value: Cell }>`
    SELECT at, ${cell} AS value FROM record
    WHERE machine_key = ${machineKey} AND at >= ${since} AND at < ${new Date(from)} AND ${cell} IS NOT NULL
    ORDER BY at DESC LIMIT 1
  `.execute(db)
  const [row] = rows
  const ofRow = row && { at: row.at.getTime(), value: numberOf(row.value) }
  if (id === undefined) return ofRow
  const after = new Date(ofRow?.at ?? since)
  const { rows: blocks } = await sql<{ data: Buffer }>`
    SELECT ${sql.raw(blockWith([id]))} AS data FROM record_block b WHERE machine_key = ${machineKey}
      AND ${sql.raw(blockMeets(`'${after.toISOString()}'`, `'${new Date(from).toISOString()}'`))} ORDER BY from_at DESC
  `.execute(db)
  for (const { data } of blocks) {
    const column = readNumberColumn(data, id)
    const place = column?.times.findLastIndex((at) => at < from) ?? -1
    const at = column?.times[place]
    if (at !== undefined && at > after.getTime()) return { at, value: numberOf(column?.values[place]) }
  }
  return ofRow
}

function numberOf(value: Cell): number | null {
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'number' && !Number.isNaN(value) ? value : null
}

/** Points for steps in which the machine was heard and the tag was not: what was read last still holds there. */
export function heldPoints(
  steps: readonly number[],
  stepMs: number,
  readings: readonly Reading[],
  before: Reading | undefined,
): Point[] {
  const held: Point[] = []
  let last = before
  let next = 0
  for (const step of steps) {
    const isRead = (readings[next]?.at ?? Number.POSITIVE_INFINITY) < step + stepMs
    if (!isRead && last !== undefined && last.value !== null)
      held.push({ time: new Date(step).toISOString(), value: last.value, isHeld: true })
    for (; (readings[next]?.at ?? Number.POSITIVE_INFINITY) < step + stepMs; next++) last = readings[next]
  }
  return held
}
