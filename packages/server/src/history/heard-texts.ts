import { TEXT_MAX_LENGTH } from '@packhouse/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../platform/database.ts'
import { iso } from '../telemetry/index.ts'
import { blockWith } from './block-columns.ts'
import { blockMeets } from './block-spans.ts'
import { readReading } from './blocks/block.ts'
import type { Cell } from './blocks/column.ts'
import type { SeriesNames } from './numbers.ts'

/** How far back the text that still held when a stretch began is looked for. */
const LOOK_BACK_MS = 7 * 24 * 3_600_000
/** Most records that are read of a stretch: from rows, and from sealed blocks. */
const MAX_ROWS = 200_000
const MAX_SEALED = 1_000_000

/** A record, and what it reports of one reading. */
export interface HeardRecord {
  /** Unix ms. */
  at: number
  /** Whether it says that its source is gone. */
  ends: boolean
  /** Undefined: it does not report the reading. Null: it reports no text. */
  text: string | null | undefined
}

/** The records of a stretch. */
export interface HeardTexts {
  /** From when on they are all there, Unix ms: later than asked where there are too many. */
  since: number
  /** The last record before that. */
  before: HeardRecord | undefined
  /** The last text before that, at most a week old. */
  held: string | null
  /** In time order; each block is decoded when its turn comes. */
  records: Iterable<HeardRecord>
}

interface Request {
  machineKey: number
  tag: string
  /** Unix ms; `to` is exclusive. */
  from: number
  to: number
}

interface Block {
  from: number
  to: number
  /** Null: there are too many records behind it. */
  data: Buffer | null
}

/** What a machine was heard to report of one reading, from rows and sealed blocks alike. @param db a snapshot */
export async function readHeardTexts(db: Transaction, names: SeriesNames, request: Request): Promise<HeardTexts> {
  const { machineKey, tag, from, to } = request
  const id = await names.find(tag)
  const rows = await readRows(db, request, sql`LIMIT ${MAX_ROWS}`)
  const blocks = await readBlocks(db, request, id)
  const cut = blocks.findLast(({ data }) => data === null)
  const oldest = rows.length === MAX_ROWS ? rows.at(-1) : undefined
  const since = Math.max(from, cut?.to ?? from, oldest?.at ?? from)
  const last = await readLast(db, { machineKey, tag, from: since - LOOK_BACK_MS, to: since }, id)
  const isIn = ({ at }: HeardRecord) => at >= since && at < to
  return { since, ...last, records: inOrder(rows.reverse(), blocks, id, isIn) }
}

/** The newest first. */
async function readRows(
  db: Transaction,
  { machineKey, tag, from, to }: Request,
  limit: RawBuilder<unknown>,
  onlyReported = false,
): Promise<HeardRecord[]> {
  const cell = sql`machine_data -> ${tag}`
  const { rows } = await sql<{ at: Date; ends: boolean; reported: boolean; text: string | null }>`
    SELECT at, machine_state IS NOT DISTINCT FROM 'Gone' AS ends, ${cell} IS NOT NULL AS reported,
      CASE WHEN jsonb_typeof(${cell}) = 'string' THEN left(machine_data ->> ${tag}, ${TEXT_MAX_LENGTH}) END AS text
    FROM record WHERE machine_key = ${machineKey} AND at >= ${new Date(from)} AND at < ${new Date(to)}
      AND (${!onlyReported} OR ${cell} IS NOT NULL)
    ORDER BY at DESC ${limit}
  `.execute(db)
  return rows.map(({ at, ends, reported, text }) => ({
    at: at.getTime(),
    ends,
    text: reported ? textOf(text) : undefined,
  }))
}

/** In time order; what is beyond the bound comes without its records. */
async function readBlocks(
  db: Transaction,
  { machineKey, from, to }: Request,
  id: number | undefined,
): Promise<Block[]> {
  const { rows } = await sql<{ from_at: Date; to_at: Date; data: Buffer | null }>`
    SELECT from_at, to_at, CASE WHEN newer <= ${MAX_SEALED} THEN ${partWith(id)} END AS data
    FROM (SELECT b.*, sum(records) OVER (ORDER BY from_at DESC) AS newer FROM record_block b
      WHERE machine_key = ${machineKey} AND ${sql.raw(blockMeets(`'${iso(from)}'`, `'${iso(to)}'`))}) AS b
    ORDER BY from_at
  `.execute(db)
  return rows.map(({ from_at, to_at, data }) => ({ from: from_at.getTime(), to: to_at.getTime(), data }))
}

function partWith(id: number | undefined): RawBuilder<Buffer> {
  return sql.raw(blockWith(id === undefined ? [] : [id]))
}

function* inOrder(
  rows: readonly HeardRecord[],
  blocks: readonly Block[],
  id: number | undefined,
  isIn: (record: HeardRecord) => boolean,
): Generator<HeardRecord> {
  let next = 0
  for (const { to, data } of blocks) {
    if (data === null) continue
    const first = next
    while ((rows[next]?.at ?? to) < to) next += 1
    const sealed = recordsOf(data, id)
    // Late records that are not sealed yet lie between those that are.
    const all = next === first ? sealed : [...rows.slice(first, next), ...sealed].sort((a, b) => a.at - b.at)
    yield* all.filter(isIn)
  }
  yield* rows.slice(next).filter(isIn)
}

function recordsOf(data: Buffer, id: number | undefined): HeardRecord[] {
  const { times, cells, ends } = readReading(data, id)
  return Array.from(times, (at, place) => {
    const cell = cells[place]
    return { at, ends: ends[place] === 1, text: cell === undefined ? undefined : textOf(cell) }
  })
}

/** An empty text counts as no text. */
function textOf(cell: Cell): string | null {
  if (typeof cell !== 'string' || cell.trim() === '') return null
  return cell.length > TEXT_MAX_LENGTH ? [...cell].slice(0, TEXT_MAX_LENGTH).join('') : cell
}

/** The last record and the last text of a stretch: mostly one row or one block has both. */
async function readLast(
  db: Transaction,
  request: Request,
  id: number | undefined,
): Promise<Pick<HeardTexts, 'before' | 'held'>> {
  const one = sql`LIMIT 1`
  let [before] = await readRows(db, request, one)
  let [reported] = await readRows(db, request, one, true)
  const { machineKey, from, to } = request
  for (let end = to; end > from && (before === undefined || (id !== undefined && reported === undefined)); ) {
    const { rows } = await sql<{ from_at: Date; data: Buffer }>`
      SELECT from_at, ${partWith(id)} AS data FROM record_block b WHERE machine_key = ${machineKey}
        AND from_at >= ${new Date(from)} AND from_at < ${new Date(end)} ORDER BY from_at DESC LIMIT 1
    `.execute(db)
    const [block] = rows
    if (block === undefined) break
    end = block.from_at.getTime()
    const records = recordsOf(block.data, id).filter(({ at }) => at < to)
    before = newer(before, records.at(-1))
    reported = newer(
      reported,
      records.findLast(({ text }) => text !== undefined),
    )
  }
  return { before, held: reported?.text ?? null }
}

function newer(one: HeardRecord | undefined, other: HeardRecord | undefined): HeardRecord | undefined {
  return one === undefined || (other !== undefined && other.at > one.at) ? other : one
}
