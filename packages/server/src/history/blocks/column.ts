import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { ByteReader, ByteWriter } from './bytes.ts'
import { decodeIntegers, encodeIntegers, isAlways, WIDEST } from './integers.ts'

export type Cell = string | number | boolean | null | undefined

/** Whether a record reports the value at all, and whether it reports null. */
const ABSENT = 0
const NULL = 1
const THERE = 2

/** Kinds of columns: numbers of so many decimals (their count), numbers as they are, and anything else by its JSON. */
const MAX_DECIMALS = 9
const DOUBLES = 254
const WORDS = 255

const MAX_WORDS_BYTES = 64 * 1024 * 1024

/** Writes a column: a cell for each record. */
export function encodeColumn(cells: readonly Cell[]): Uint8Array {
  const writer = new ByteWriter()
  const presence = Float64Array.from(cells, (cell) => (cell === undefined ? ABSENT : cell === null ? NULL : THERE))
  writer.block(encodeIntegers(presence))
  const values = cells.filter((cell) => cell !== undefined && cell !== null)
  if (values.length === 0) return writer.take()
  const numbers = values.filter((value) => typeof value === 'number')
  if (numbers.length < values.length) writeWords(writer, values)
  else writeNumbers(writer, Float64Array.from(numbers))
  return writer.take()
}

/**
 * Reads a column of which every record reports a number, as they nearly all do.
 * @returns undefined if it is another one; `decodeColumn` reads it
 */
export function decodeNumbers(bytes: Uint8Array, count: number): Float64Array | undefined {
  const reader = new ByteReader(bytes)
  const presence = reader.block()
  if (!isAlways(presence, THERE)) return undefined
  const kind = reader.byte()
  if (kind === WORDS) return undefined
  if (kind === DOUBLES) return readDoubles(reader, count)
  return readDecimals(reader, kind, count)
}

/** Reads what `encodeColumn` has written. @param count of records */
export function decodeColumn(bytes: Uint8Array, count: number): Cell[] {
  const reader = new ByteReader(bytes)
  const presence = decodeIntegers(reader.block(), count)
  const there = presence.reduce((sum, state) => sum + (state === THERE ? 1 : 0), 0)
  const values: ArrayLike<Cell> = there === 0 ? [] : readValues(reader, there)
  let next = 0
  return Array.from(presence, (state) => (state === ABSENT ? undefined : state === NULL ? null : values[next++]))
}

function writeNumbers(writer: ByteWriter, values: Float64Array): void {
  const decimals = decimalsOf(values)
  if (decimals === undefined) {
    writer.byte(DOUBLES)
    writer.bytes(zstdCompressSync(byPlanes(values)))
    return
  }
  writer.byte(decimals)
  const factor = 10 ** decimals
  writer.bytes(encodeIntegers(values.map((value) => Math.round(value * factor))))
}

/** How many decimals express every number exactly; undefined if too many would be needed. */
function decimalsOf(values: Float64Array): number | undefined {
  let decimals = 0
  for (const value of values) {
    while (Math.round(value * 10 ** decimals) / 10 ** decimals !== value) {
      decimals += 1
      if (decimals > MAX_DECIMALS) return undefined
    }
  }
  const most = values.reduce((a, b) => Math.max(a, Math.abs(b)), 0)
  return most * 10 ** decimals < WIDEST ? decimals : undefined
}

/** The first bytes of all numbers, then the second ones: those of like weight resemble each other. */
function byPlanes(values: Float64Array): Buffer {
  const plain = Buffer.from(values.buffer, values.byteOffset, values.byteLength)
  const planes = Buffer.allocUnsafe(plain.length)
  for (let i = 0; i < plain.length; i++) planes[(i % 8) * values.length + Math.floor(i / 8)] = plain[i] ?? 0
  return planes
}

function fromPlanes(planes: Uint8Array, count: number): Float64Array {
  const plain = new Uint8Array(count * 8)
  for (let i = 0; i < plain.length; i++) plain[i] = planes[(i % 8) * count + Math.floor(i / 8)] ?? 0
  return new Float64Array(plain.buffer)
}

/** Each different value once, as JSON, and then which of them it is. */
function writeWords(writer: ByteWriter, values: readonly Cell[]): void {
  const places = new Map<Cell, number>()
  for (const value of values) if (!places.has(value)) places.set(value, places.size)
  writer.byte(WORDS)
  writer.block(zstdCompressSync(JSON.stringify([...places.keys()])))
  writer.bytes(encodeIntegers(Float64Array.from(values, (value) => places.get(value) ?? 0)))
}

function readValues(reader: ByteReader, count: number): ArrayLike<Cell> {
  const kind = reader.byte()
  if (kind === DOUBLES) return readDoubles(reader, count)
  if (kind === WORDS) {
    const text = zstdDecompressSync(reader.block(), { maxOutputLength: MAX_WORDS_BYTES }).toString('utf8')
    const words = JSON.parse(text) as Cell[]
    return Array.from(decodeIntegers(reader.rest(), count), (place) => words[place])
  }
  return readDecimals(reader, kind, count)
}

function readDoubles(reader: ByteReader, count: number): Float64Array {
  return fromPlanes(zstdDecompressSync(reader.rest(), { maxOutputLength: MAX_WORDS_BYTES }), count)
}

function readDecimals(reader: ByteReader, decimals: number, count: number): Float64Array {
  const values = decodeIntegers(reader.rest(), count)
  if (decimals === 0) return values
  const factor = 10 ** decimals
  for (let i = 0; i < count; i++) values[i] = (values[i] ?? 0) / factor
  return values
}
