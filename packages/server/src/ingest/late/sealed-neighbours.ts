import type pg from 'pg'
import type { BlockSpan } from '../../history/index.ts'
import { COUNTER_GAP_LIMIT_MS, justAfter } from '../../telemetry/index.ts'
import type { LateRecord, Reading, Readings } from './late-record.ts'
import type { Wanted } from './row-neighbours.ts'
import { type MachineSpan, placeFrom, type SealedColumns } from './sealed-columns.ts'

type CounterColumn = 'totalCycles' | 'totalRejects'

/** Completes what was found among the rows by what lies nearer in sealed blocks. */
export async function addSealedNeighbours(
  client: pg.ClientBase,
  sealed: SealedColumns,
  late: readonly LateRecord[],
  wanted: readonly Wanted[],
): Promise<void> {
  const open = wanted.map((one, place) => ({ ...one, late: late[place] }))
  const blocks = await sealed.find(client, spansOf(open))
  for (const { record, late: one, until, cycles, rejects } of open) {
    const own = blocks.get(record.machineKey)
    if (own === undefined || one === undefined || one.isStored) continue
    const search = new Search(client, sealed, one, own)
    await search.findSame()
    if (one.isStored) continue
    await search.findNext(until)
    if (cycles) await search.findReadings('totalCycles', one.cycles)
    if (rejects) await search.findReadings('totalRejects', one.rejects)
  }
}

/** Where blocks could have anything nearer than the rows, one span for each machine. */
function spansOf(open: readonly (Wanted & { late: LateRecord | undefined })[]): MachineSpan[] {
  const spans = new Map<number, MachineSpan>()
  for (const { record, late, until, cycles, rejects } of open) {
    if (late === undefined) continue
    const { machineKey, at } = record
    const sides = [...(cycles ? [late.cycles] : []), ...(rejects ? [late.rejects] : [])]
    const before = sides.map((side) => side.before?.at ?? at - COUNTER_GAP_LIMIT_MS)
    const behind = sides.map((side) => side.after?.at ?? at + COUNTER_GAP_LIMIT_MS)
    const known = spans.get(machineKey)
    spans.set(machineKey, {
      machineKey,
      from: Math.min(at, known?.from ?? at, ...before),
      to: Math.max(at, known?.to ?? at, late.next?.at ?? until, ...behind),
    })
  }
  return [...spans.values()]
}

/** Looks for the neighbours of one late record in the blocks of its machine, the nearest first. */
class Search {
  readonly #client: pg.ClientBase
  readonly #sealed: SealedColumns
  readonly #late: LateRecord
  readonly #blocks: readonly BlockSpan[]

  constructor(client: pg.ClientBase, sealed: SealedColumns, late: LateRecord, blocks: readonly BlockSpan[]) {
    this.#client = client
    this.#sealed = sealed
    this.#late = late
    this.#blocks = blocks
  }

  async findSame(): Promise<void> {
    const { at } = this.#late.record
    const block = this.#blocks.find(({ from, to }) => from <= at && at < to)
    if (block === undefined) return
    const { times } = await this.#read(block)
    this.#late.isStored = times[placeFrom(times, at)] === at
  }

  async findNext(until: number): Promise<void> {
    const { at } = this.#late.record
    const end = this.#late.next?.at ?? until
    for (const block of this.#blocks.filter(({ from, to }) => to > at && from <= end)) {
      const { times, reportsState } = await this.#read(block)
      const place = placeFrom(times, justAfter(at))
      const time = times[place]
      if (time === undefined) continue
      if (time <= end) this.#late.next = { at: time, reportsState: reportsState[place] === 1 }
      return
    }
  }

  async findReadings(column: CounterColumn, found: Readings): Promise<void> {
    found.before = (await this.#readingBefore(column, found.before)) ?? found.before
    found.after = (await this.#readingAfter(column, found.after)) ?? found.after
  }

  async #readingBefore(column: CounterColumn, found: Reading | undefined): Promise<Reading | undefined> {
    const { at } = this.#late.record
    const start = found?.at ?? at - COUNTER_GAP_LIMIT_MS
    for (const block of this.#blocks.filter(({ from, to }) => from < at && to > start).toReversed()) {
      const columns = await this.#read(block)
      for (let place = placeFrom(columns.times, at) - 1; place >= 0; place--) {
        const reading = readingAt(columns.times, columns[column], place)
        if (reading !== undefined) return reading.at >= start ? reading : undefined
      }
    }
    return undefined
  }

  async #readingAfter(column: CounterColumn, found: Reading | undefined): Promise<Reading | undefined> {
    const { at } = this.#late.record
    const end = found?.at ?? at + COUNTER_GAP_LIMIT_MS
    for (const block of this.#blocks.filter(({ from, to }) => to > at && from <= end)) {
      const columns = await this.#read(block)
      for (let place = placeFrom(columns.times, justAfter(at)); place < columns.times.length; place++) {
        const reading = readingAt(columns.times, columns[column], place)
        if (reading !== undefined) return reading.at <= end ? reading : undefined
      }
    }
    return undefined
  }

  async #read(block: BlockSpan) {
    return await this.#sealed.read(this.#client, this.#late.record.machineKey, block)
  }
}

function readingAt(times: Float64Array, values: Float64Array, place: number): Reading | undefined {
  const [at, value] = [times[place], values[place]]
  return at === undefined || value === undefined || Number.isNaN(value) ? undefined : { at, value }
}
