import type { DataValue, Variant } from 'node-opcua-client'
import { floatDecimal } from '../float-decimal.ts'

export type Scalar = string | number | boolean | null

/** Numbers of built-in types (OPC 10000-6, 5.1.2) whose values are not what JavaScript calls them. */
const INT64 = 8
const UINT64 = 9
const FLOAT = 10
const DATE_TIME = 13
const BYTE_STRING = 15
const NODE_ID = 17
const STATUS_CODE = 19
const QUALIFIED_NAME = 20
const LOCALIZED_TEXT = 21
const EXTENSION_OBJECT = 22
/** One more than a record takes: what is longer is found to be so, and never stored as what the server did not say. */
const MAX_TEXT = 1_025

/** A value with what has to be known to make sense of it. */
export interface TypedValue {
  value: unknown
  /** Number of its built-in type; undefined where its structure does not say it. */
  dataType: number | undefined
  isList: boolean
  /** Of a matrix: how many elements it has in each direction. */
  dimensions?: readonly number[] | undefined
}

/**
 * The value of a node as a record can hold it.
 * @returns null if its quality is bad or it has no value; undefined if it is a list or a structure
 */
export function scalarOf(dataValue: DataValue): Scalar | undefined {
  return isBad(dataValue) ? null : plain(typedValue(dataValue.value))
}

/** OPC 10000-4, 7.39: the two highest bits say good (00), uncertain (01) or bad (10). An uncertain value is used. */
export function isBad({ statusCode, value }: DataValue): boolean {
  return statusCode.value >>> 31 === 1 || value?.value === null || value?.value === undefined
}

/**
 * A count of PackML: a number, or the structure of OPC 30050 alone or in a list, of which the accumulated count of the
 * first is taken.
 */
export function countOf(dataValue: DataValue): Scalar | undefined {
  if (isBad(dataValue)) return null
  const { value, dataType } = dataValue.value
  if (Number(dataType) !== EXTENSION_OBJECT) {
    const typed = typedValue(dataValue.value)
    return plain(typed.isList ? { ...typed, isList: false, value: (value as ArrayLike<unknown>)[0] } : typed)
  }
  const first = (Array.isArray(value) ? value[0] : value) as { accCount?: unknown } | undefined
  return typeof first?.accCount === 'number' ? first.accCount : null
}

export function typedValue({ dataType, arrayType, value, dimensions }: Variant): TypedValue {
  return {
    value,
    dataType: Number(dataType),
    isList: Number(arrayType) !== 0,
    dimensions: dimensions !== null && (dimensions?.length ?? 0) > 1 ? dimensions : undefined,
  }
}

/** @returns undefined if it is a list, a structure or bytes */
export function plain({ value, dataType, isList }: TypedValue): Scalar | undefined {
  if (isList) return undefined
  if (value === null || value === undefined) return null
  if (dataType === INT64 || dataType === UINT64) return wholeOf(value as [number, number], dataType === INT64)
  if (dataType === DATE_TIME || value instanceof Date) return (value as Date).toISOString()
  if (dataType === LOCALIZED_TEXT) return ((value as { text?: string | null }).text ?? '').slice(0, MAX_TEXT)
  if (dataType === QUALIFIED_NAME) return ((value as { name?: string | null }).name ?? '').slice(0, MAX_TEXT)
  if (dataType === STATUS_CODE) return (value as { name: string }).name
  if (dataType === NODE_ID) return String(value).slice(0, MAX_TEXT)
  if (dataType === BYTE_STRING) return undefined
  if (typeof value === 'string') return value.slice(0, MAX_TEXT)
  if (typeof value === 'boolean') return value
  if (typeof value !== 'number') return undefined
  if (!Number.isFinite(value)) return null
  return dataType === FLOAT ? floatDecimal(value) : value
}

/** The library reports 64 bits as two halves. Beyond 2^53 a number would be another one: such become text. */
function wholeOf([high, low]: [number, number], isSigned: boolean): number | string {
  const whole = (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0)
  const value = isSigned ? BigInt.asIntN(64, whole) : whole
  return value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER)
    ? Number(value)
    : value.toString()
}
