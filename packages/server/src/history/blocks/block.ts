import { type ReportedState, reportedStates } from '@packhouse/contract'
import { orderedTime, type TelemetryRecord, toMicroseconds } from '../../telemetry/index.ts'
import { ByteReader, ByteWriter } from './bytes.ts'
import { type Cell, decodeColumn, decodeNumbers, encodeColumn } from './column.ts'
import { decodeIntegers, encodeIntegers } from './integers.ts'

/**
 * The records of one machine over a span, column by column. Columns stand under a number: those of a record's own fields
 * are below 16, those of free-form readings are the ids of their names. A single column can be read without the others.
 */

const VERSION = 1

const fields = {
  totalCycles: 2,
  totalRejects: 3,
  cyclesPerMin: 4,
  machineState: 5,
  temperature: 6,
  humidity: 7,
  latitude: 8,
  longitude: 9,
} as const
type FieldName = keyof typeof fields
const fieldNames = Object.keys(fields) as FieldName[]

/** How late a record came, in whole seconds: more precision is not needed for old records. */
const DELAY = 1
/** Whether a record reported readings at all. */
const REPORTS_READINGS = 10
/** The microseconds of its time, of a record that has any. */
const ORDER = 11
/** Of a record that says that its source is gone. */
const ENDS = 12

/** The columns that belong to the times: without them these are whole milliseconds, and nobody knows of an end. */
export const COMMON_COLUMNS: readonly number[] = [ORDER, ENDS]

/** The columns of a record's readings but for the readings themselves. */
export const READING_COLUMNS: readonly number[] = [REPORTS_READINGS]

/** @returns undefined for what is no field of a record */
export function fieldColumn(name: string): number | undefined {
  return Object.hasOwn(fields, name) ? fields[name as FieldName] : undefined
}

/** The names of readings and the numbers that stand for them. */
export interface ReadingNames {
  idOf: (name: string) => number
  nameOf: (id: number) => string
}

/** @param records in time order, all of one machine; @param idOf the number of a reading's name */
export function encodeBlock(records: readonly TelemetryRecord[], idOf: ReadingNames['idOf']): Buffer {
  const writer = new ByteWriter()
  writer.byte(VERSION)
  writer.varint(records.length)
  writer.block(encodeIntegers(Float64Array.from(records, ({ at }) => Math.floor(at))))
  const columns = new Map<number, Cell[]>([
    [DELAY, records.map(({ at, receivedAt }) => Math.round((receivedAt - Math.floor(at)) / 1000))],
    [ORDER, records.map(({ at }) => orderIn(at))],
    [ENDS, records.map(({ ends }) => (ends === true ? 1 : undefined))],
    [REPORTS_READINGS, records.map(({ machineData }) => (machineData === undefined ? 0 : 1))],
  ])
  for (const name of fieldNames)
    columns.set(
      fields[name],
      records.map((record) => toCell(record, name)),
    )
  records.forEach(({ machineData = {} }, index) => {
    for (const name of Object.keys(machineData)) {
      const id = idOf(name)
      const cells = columns.get(id) ?? new Array<Cell>(records.length).fill(undefined)
      cells[index] = machineData[name]
      columns.set(id, cells)
    }
  })
  for (const [id, cells] of columns) {
    if (cells.every((cell) => cell === undefined)) continue
    writer.varint(id)
    writer.block(encodeColumn(cells))
  }
  return writer.take()
}

/**
 * @param nameOf the name of a reading by its number
 * @param span only records of this time, Unix ms, the end exclusive; all of them where it is not given
 */
export function decodeBlock(
  machineKey: number,
  bytes: Uint8Array,
  nameOf: ReadingNames['nameOf'],
  [from, to]: readonly [number, number] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
): TelemetryRecord[] {
  const { times: whole, columns } = open(bytes)
  const times = withOrder(whole, columns)
  const count = times.length
  const first = times.findIndex((at) => at >= from)
  const last = times.findLastIndex((at) => at < to)
  if (first === -1 || last < first) return []
  const cellsOf = (id: number) => {
    const column = columns.get(id)
    return column && decodeColumn(column, count)
  }
  const delays = cellsOf(DELAY) ?? []
  const reported = cellsOf(REPORTS_READINGS) ?? []
  const records = Array.from(times.subarray(first, last + 1), (at, place): TelemetryRecord => {
    const receivedAt = Math.floor(at) + Number(delays[first + place] ?? 0) * 1000
    return { machineKey, at, receivedAt, machineData: reported[first + place] === 1 ? {} : undefined }
  })
  for (const [id] of columns) {
    if (id === DELAY || id === REPORTS_READINGS || id === ORDER) continue
    const name = id === ENDS ? 'ends' : fieldNames.find((field) => fields[field] === id)
    const reading = name ?? nameOf(id)
    const cells = cellsOf(id) ?? []
    records.forEach((record, place) => {
      const cell = cells[first + place]
      if (cell === undefined) return
      if (name !== undefined) Object.assign(record, { [name]: fromCell(name, cell) })
      else if (record.machineData !== undefined) record.machineData[reading] = cell
    })
  }
  return records
}

/**
 * The times of those records of a block that report a column, Unix ms in order, and its numbers: not a number where a record
 * reports that there is no value. True and false are 1 and 0; values that are not numbers are left out.
 * @returns undefined if no record reports the column
 */
export function readNumberColumn(
  bytes: Uint8Array,
  id: number,
): { times: Float64Array; values: Float64Array } | undefined {
  const { times: whole, columns } = open(bytes)
  const column = columns.get(id)
  if (column === undefined) return undefined
  const times = withOrder(whole, columns)
  const numbers = decodeNumbers(column, times.length)
  if (numbers !== undefined) return { times, values: numbers }
  const cells = decodeColumn(column, times.length)
  const isReported = (_: unknown, index: number) => {
    const cell = cells[index]
    return typeof cell === 'number' || typeof cell === 'boolean' || cell === null
  }
  return {
    times: times.filter(isReported),
    values: Float64Array.from(cells.filter(isReported), (cell) => (cell === null ? Number.NaN : Number(cell))),
  }
}

/** The cells of some columns of a block, each by the place of its record; a column that no record reports is missing. */
export function readCells(
  bytes: Uint8Array,
  ids: readonly number[],
): { times: Float64Array; cells: Map<number, Cell[]> } {
  const { times, columns } = open(bytes)
  const found = ids.flatMap((id) => {
    const column = columns.get(id)
    return column === undefined ? [] : ([[id, decodeColumn(column, times.length)]] as const)
  })
  return { times, cells: new Map(found) }
}

/**
 * One reading of the records of a block, by their place, and whether a record says that its source is gone.
 * @param id undefined: the times alone
 */
export function readReading(
  bytes: Uint8Array,
  id: number | undefined,
): { times: Float64Array; cells: readonly Cell[]; ends: readonly Cell[] } {
  const { times, columns } = open(bytes)
  const cellsOf = (column: Uint8Array | undefined) => (column === undefined ? [] : decodeColumn(column, times.length))
  return { times, cells: cellsOf(id === undefined ? undefined : columns.get(id)), ends: cellsOf(columns.get(ENDS)) }
}

/** What counting needs of the records of a block, each by their place. */
export interface ReportedColumns {
  /** Unix ms in order, with their microseconds. */
  times: Float64Array
  /** NaN if a record does not report it. */
  totalCycles: Float64Array
  totalRejects: Float64Array
  /** 1 where a record reports a state, or that it is unknown. */
  reportsState: Uint8Array
}

export function readReportedColumns(bytes: Uint8Array): ReportedColumns {
  const { times, columns } = open(bytes)
  const numbers = (id: number) => {
    const column = columns.get(id)
    if (column === undefined) return new Float64Array(times.length).fill(Number.NaN)
    const cells = decodeNumbers(column, times.length) ?? decodeColumn(column, times.length)
    return Float64Array.from(cells, (cell) => (typeof cell === 'number' ? cell : Number.NaN))
  }
  const state = columns.get(fields.machineState)
  const states = state === undefined ? [] : decodeColumn(state, times.length)
  return {
    times: withOrder(times, columns),
    totalCycles: numbers(fields.totalCycles),
    totalRejects: numbers(fields.totalRejects),
    reportsState: Uint8Array.from(times, (_, place) => (states[place] === undefined ? 0 : 1)),
  }
}

/** The microseconds of a time; undefined for none. */
function orderIn(at: number): number | undefined {
  return toMicroseconds(at) % 1000 || undefined
}

/** Times with their microseconds. */
function withOrder(times: Float64Array, columns: ReadonlyMap<number, Uint8Array>): Float64Array {
  const column = columns.get(ORDER)
  if (column === undefined) return times
  const orders = decodeColumn(column, times.length)
  return times.map((at, place) => orderedTime(at, Number(orders[place] ?? 0)))
}

/** A state is stored as its index in the list of states, to which others may only be appended. */
function toCell(record: TelemetryRecord, name: FieldName): Cell {
  if (name === 'machineState' && record.ends === true) return null
  const value = record[name]
  return name === 'machineState' && value ? reportedStates.indexOf(value as ReportedState) : value
}

/** The value of a field as a record reports it. */
export function fromCell(name: string, cell: Cell): Cell {
  if (name === 'ends') return true
  return name === 'machineState' && typeof cell === 'number' ? reportedStates[cell] : cell
}

/** The times of a block, Unix ms in order. */
export function readTimes(bytes: Uint8Array): Float64Array {
  const { times, columns } = open(bytes)
  return withOrder(times, columns)
}

/** Where the columns of a block lie. */
export interface BlockDirectory {
  ids: number[]
  /** Bytes before each column, and at last the bytes of the whole block. */
  starts: number[]
}

/** Looks up where the columns of a block lie, without reading them. */
export function directoryOf(bytes: Uint8Array): BlockDirectory {
  const reader = readerOf(bytes)
  reader.varint()
  reader.block()
  const directory: BlockDirectory = { ids: [], starts: [reader.position] }
  while (!reader.atEnd) {
    directory.ids.push(reader.varint())
    reader.block()
    directory.starts.push(reader.position)
  }
  return directory
}

function readerOf(bytes: Uint8Array): ByteReader {
  const reader = new ByteReader(bytes)
  const version = reader.byte()
  if (version !== VERSION) throw new RangeError(`The block is of version ${version}; ${VERSION} is read here.`)
  return reader
}

/** The times are whole milliseconds. */
function open(bytes: Uint8Array): { times: Float64Array; columns: Map<number, Uint8Array> } {
  const reader = readerOf(bytes)
  const count = reader.varint()
  const times = decodeIntegers(reader.block(), count)
  const columns = new Map<number, Uint8Array>()
  while (!reader.atEnd) columns.set(reader.varint(), reader.block())
  return { times, columns }
}
