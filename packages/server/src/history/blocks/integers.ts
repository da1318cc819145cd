import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { ByteReader, ByteWriter, readVarints } from './bytes.ts'
import { bestParameter, decodeRice, encodeRice } from './rice.ts'

/** Beyond this, differences of differences would leave the range in which every whole number is exact. */
export const WIDEST = 2 ** 50

const ZSTD_LEVEL = 12
/** More than a block of one machine and hour can hold: bytes that were damaged must not take the memory. */
const MAX_OUTPUT = 64 * 1024 * 1024

/** How numbers are made small: by how far they lie from the middle, by their steps, or by the changes of their steps. */
const shapes = { level: 0, step: 1, bend: 2 } as const
type Shape = (typeof shapes)[keyof typeof shapes]

/** The forms in which they are written. */
const forms = { same: 0, rice: 1, zstd: 2, even: 3 } as const

/** Writes whole numbers between -WIDEST and WIDEST in the smallest of the ways known here. */
export function encodeIntegers(values: Float64Array): Uint8Array {
  const [first = 0] = values
  const writer = new ByteWriter()
  if (values.every((value) => value === first)) {
    writer.byte(forms.same)
    writer.varint(zigzag(first))
    return writer.take()
  }
  const steps = reshape(values, shapes.step)
  const [step = 0] = steps.rest
  if (steps.rest.every((other) => other === step)) {
    writer.byte(forms.even)
    writer.varint(zigzag(first))
    writer.varint(step)
    return writer.take()
  }
  const candidates = Object.values(shapes).map((shape) => {
    const { start, rest } = shape === shapes.step ? steps : reshape(values, shape)
    return { shape, start, rest, ...bestParameter(rest) }
  })
  const best = candidates.reduce((least, next) => (next.bits < least.bits ? next : least))
  const packed = zstd(best.rest)
  const rice = packed.length * 8 > best.bits
  writer.byte((rice ? forms.rice : forms.zstd) | (best.shape << 2))
  for (const value of best.start) writer.varint(zigzag(value))
  if (rice) writer.byte(best.k)
  writer.bytes(rice ? encodeRice(best.rest, best.k) : packed)
  return writer.take()
}

/** Reads what `encodeIntegers` has written. @param count how many there are */
export function decodeIntegers(bytes: Uint8Array, count: number): Float64Array {
  const reader = new ByteReader(bytes)
  const head = reader.byte()
  const form = head & 3
  if (form === forms.same) return new Float64Array(count).fill(unzigzag(reader.varint()))
  if (form === forms.even) {
    const first = unzigzag(reader.varint())
    const step = unzigzag(reader.varint())
    const values = new Float64Array(count)
    for (let i = 0; i < count; i++) values[i] = first + i * step
    return values
  }
  const shape = (head >>> 2) as Shape
  const start = Array.from({ length: shape === shapes.bend ? 2 : 1 }, () => unzigzag(reader.varint()))
  const left = shape === shapes.level ? count : count - start.length
  if (form === forms.rice) {
    const k = reader.byte()
    return restore(start, decodeRice(reader.rest(), k, left), shape, count)
  }
  const plain = zstdDecompressSync(reader.rest(), { maxOutputLength: MAX_OUTPUT })
  return restore(start, readVarints(plain, left), shape, count)
}

/** Whether what was written is one number again and again, without reading all of it. */
export function isAlways(bytes: Uint8Array, value: number): boolean {
  const reader = new ByteReader(bytes)
  return (reader.byte() & 3) === forms.same && unzigzag(reader.varint()) === value
}

function reshape(values: Float64Array, shape: Shape): { start: number[]; rest: Float64Array } {
  const at = (index: number) => values[index] ?? 0
  if (shape === shapes.level) {
    const middle = values.toSorted()[values.length >>> 1] ?? 0
    return { start: [middle], rest: values.map((value) => zigzag(value - middle)) }
  }
  if (shape === shapes.step) {
    const rest = new Float64Array(values.length - 1)
    for (let i = 1; i < values.length; i++) rest[i - 1] = zigzag(at(i) - at(i - 1))
    return { start: [at(0)], rest }
  }
  const rest = new Float64Array(values.length - 2)
  for (let i = 2; i < values.length; i++) rest[i - 2] = zigzag(at(i) - 2 * at(i - 1) + at(i - 2))
  return { start: [at(0), at(1)], rest }
}

function restore(start: number[], rest: Float64Array, shape: Shape, count: number): Float64Array {
  const [first = 0, second = 0] = start
  if (shape === shapes.level) {
    for (let i = 0; i < count; i++) rest[i] = first + unzigzag(rest[i] as number)
    return rest
  }
  const values = new Float64Array(count)
  values[0] = first
  if (shape === shapes.step) {
    for (let i = 1, value = first; i < count; i++) values[i] = value += unzigzag(rest[i - 1] ?? 0)
    return values
  }
  values[1] = second
  for (let i = 2, value = second, step = second - first; i < count; i++) {
    step += unzigzag(rest[i - 2] ?? 0)
    values[i] = value += step
  }
  return values
}

function zstd(values: Float64Array): Buffer {
  const plain = new ByteWriter()
  for (const value of values) plain.varint(value)
  return zstdCompressSync(plain.take(), { params: { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL } })
}

/** Signed numbers as unsigned ones, small where they are near 0. */
function zigzag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value
}

function unzigzag(value: number): number {
  if (value <= 0x7fffffff) return (value >>> 1) ^ -(value & 1)
  return value % 2 === 1 ? -(value + 1) / 2 : value / 2
}
