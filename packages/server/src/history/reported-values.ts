import { sql } from 'kysely'
import type { Transaction } from '../platform/database.ts'
import { iso } from '../telemetry/index.ts'
import { blockWith } from './block-columns.ts'
import { blockMeets } from './block-spans.ts'
import { fieldColumn, readCells } from './blocks/block.ts'
import type { Cell } from './blocks/column.ts'
import { isNumberField, type SeriesNames } from './numbers.ts'

/** What a record reports of one tag. Null: it reports that there is no value. */
export interface Reported {
  /** Unix ms. */
  at: number
  value: string | number | boolean | null
}

export interface ReportedRequest {
  machineKey: number
  /** Fields of records that are numbers, and names of readings. */
  tags: readonly string[]
  /** Unix ms; `to` is exclusive. */
  from: number
  to: number
}

type Row = { at: Date; data: Buffer | null } & Record<string, unknown>

/**
 * What the records of a machine report of some tags, in time order, from rows and sealed blocks alike. Records that do not report a
 * tag are left out, and those that report a field without a value.
 * @returns by tag
 */
export async function readReported(
  db: Transaction,
  names: SeriesNames,
  { machineKey, tags, from, to }: ReportedRequest,
): Promise<Map<string, Reported[]>> {
  const cells = tags.map((tag) => (isNumberField(tag) ? fieldOf(tag) : sql`(machine_data -> ${tag})::text`))
  const named = sql.join(cells.map((cell, place) => sql`${cell} AS ${sql.ref(`v${place}`)}`))
  const empty = sql.join(tags.map(() => sql`NULL`))
  const ids = await columnsOf(tags, names)
  // One statement, so that both are of one moment: what is sealed in the meantime is in exactly one of them.
  const { rows } = await sql<Row>`
    SELECT at, NULL::bytea AS data, ${named} FROM record
      WHERE machine_key = ${machineKey} AND at >= ${new Date(from)} AND at < ${new Date(to)}
    UNION ALL
    SELECT from_at, ${sql.raw(blockWith([...ids.keys()]))}, ${empty} FROM record_block b
      WHERE machine_key = ${machineKey} AND ${sql.raw(blockMeets(`'${iso(from)}'`, `'${iso(to)}'`))}
  `.execute(db)
  const blocks = rows.flatMap(({ data }) => data ?? [])
  const found = new Map(tags.map((tag, place) => [tag, reportedInRows(rows, `v${place}`)]))
  addSealed(found, blocks, ids, { from, to })
  for (const values of found.values()) values.sort((a, b) => a.at - b.at)
  return found
}

const fieldOf = (name: string) =>
  sql`to_jsonb(nullif(${sql.ref(name.replaceAll(/[A-Z]/g, (sign) => `_${sign.toLowerCase()}`))}::float8, 'NaN'))::text`

function reportedInRows(rows: readonly Row[], column: string): Reported[] {
  return rows.flatMap(({ at, [column]: text }) =>
    typeof text === 'string' ? [{ at: at.getTime(), value: JSON.parse(text) }] : [],
  )
}

/** Tags by the numbers of their columns in blocks; those that no block has are missing. */
async function columnsOf(tags: readonly string[], names: SeriesNames): Promise<Map<number, string>> {
  const ids = new Map<number, string>()
  for (const tag of tags) {
    const id = isNumberField(tag) ? fieldColumn(tag) : await names.find(tag)
    if (id !== undefined) ids.set(id, tag)
  }
  return ids
}

function addSealed(
  found: ReadonlyMap<string, Reported[]>,
  blocks: readonly Buffer[],
  ids: ReadonlyMap<number, string>,
  { from, to }: { from: number; to: number },
): void {
  for (const block of blocks) {
    const { times, cells } = readCells(block, [...ids.keys()])
    for (const [id, column] of cells) {
      const tag = ids.get(id) ?? ''
      const isField = isNumberField(tag)
      const isWanted = (at: number, value: Cell) =>
        at >= from && at < to && value !== undefined && !(isField && value === null)
      times.forEach((at, place) => {
        const value = column[place]
        if (value !== undefined && isWanted(at, value)) found.get(tag)?.push({ at, value })
      })
    }
  }
}
