import type pg from 'pg'
import { type BlockSpan, blockMeets, type ReportedColumns, readReportedColumns } from '../../history/index.ts'
import { iso } from '../../telemetry/index.ts'
import { toArray } from '../newest-sql.ts'

/** So many records of blocks are cached decoded; a record takes 25 bytes. */
const CACHED_RECORDS = 500_000

/** A span of a machine; Unix ms, both ends included. */
export interface MachineSpan {
  machineKey: number
  from: number
  to: number
}

/**
 * What counting needs of sealed blocks. The last ones stay decoded, since what comes late mostly belongs together. A block
 * with as many records over the same time is the same: records are only ever added to one.
 */
export class SealedColumns {
  readonly #cache = new Map<string, ReportedColumns>()
  #records = 0

  /** The blocks of machines that have anything of a span, in time order, by machine. Their machines are locked. */
  async find(client: pg.ClientBase, spans: readonly MachineSpan[]): Promise<Map<number, BlockSpan[]>> {
    const { rows } = await client.query<{ machine_key: number; from_at: Date; to_at: Date; records: number }>({
      name: 'find-blocks',
      text: `SELECT b.machine_key, b.from_at, b.to_at, b.records
       FROM unnest($1::int[], $2::timestamptz[], $3::timestamptz[]) AS span (key, from_at, to_at)
         JOIN record_block b ON b.machine_key = span.key
           AND ${blockMeets('span.from_at', "span.to_at + interval '1 ms'")}
       ORDER BY b.from_at`,
      values: [
        toArray(spans, ({ machineKey }) => machineKey),
        toArray(spans, ({ from }) => iso(from)),
        toArray(spans, ({ to }) => iso(to)),
      ],
    })
    const byMachine = Map.groupBy(rows, (row) => row.machine_key)
    const toSpan = (row: (typeof rows)[number]) => ({
      from: row.from_at.getTime(),
      to: row.to_at.getTime(),
      records: row.records,
    })
    return new Map([...byMachine].map(([key, blocks]) => [key, blocks.map(toSpan)]))
  }

  async read(client: pg.ClientBase, machineKey: number, { from, to, records }: BlockSpan): Promise<ReportedColumns> {
    const name = `${machineKey}:${from}:${to}:${records}`
    const known = this.#cache.get(name)
    if (known !== undefined) {
      // Whatever was used last goes last.
      this.#cache.delete(name)
      this.#cache.set(name, known)
      return known
    }
    const { rows } = await client.query<{ data: Buffer }>(
      'SELECT data FROM record_block WHERE machine_key = $1 AND from_at = $2',
      [machineKey, iso(from)],
    )
    const [block] = rows
    if (block === undefined) throw new Error(`A block of machine ${machineKey} has gone.`)
    const columns = readReportedColumns(block.data)
    this.#keep(name, columns)
    return columns
  }

  #keep(name: string, columns: ReportedColumns): void {
    this.#cache.set(name, columns)
    this.#records += columns.times.length
    for (const [oldest, { times }] of this.#cache) {
      if (this.#records <= CACHED_RECORDS || oldest === name) return
      this.#cache.delete(oldest)
      this.#records -= times.length
    }
  }
}

/** The place of the first time from `at` on; as many as there are where none is. */
export function placeFrom(times: Float64Array, at: number): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((times[middle] ?? at) < at) low = middle + 1
    else high = middle
  }
  return low
}
