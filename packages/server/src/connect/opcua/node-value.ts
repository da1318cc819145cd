import type { DataValue, Variant } from 'node-opcua-client'

export type Scalar = string | number | boolean | null

/** Numbers of built-in types (OPC 10000-6, 5.1.2) whose values are not what JavaScript calls them. */
const INT64 = 8
const UINT64 = 9
const DATE_TIME = 13
const LOCALIZED_TEXT = 21
const EXTENSION_OBJECT = 22
/** A string that is longer is no value of a machine. */
const MAX_TEXT = 1_000

/**
 * The value of a node as a record can hold it.
 * @returns null if its quality is bad or it has no value; undefined if it is a list or a structure
 */
export function scalarOf(dataValue: DataValue): Scalar | undefined {
  if (isBad(dataValue)) return null
  return plain(dataValue.value)
}

/** OPC 10000-4, 7.39: the two highest bits say good (00), uncertain (01) or bad (10). */
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
  if (Number(dataType) !== EXTENSION_OBJECT)
    return Array.isArray(value) && isList(dataValue.value) ? value[0] : plain(dataValue.value)
  const first = (Array.isArray(value) ? value[0] : value) as { accCount?: unknown } | undefined
  return typeof first?.accCount === 'number' ? first.accCount : null
}

function plain(variant: Variant): Scalar | undefined {
  const { dataType, value } = variant
  if (isList(variant)) return undefined
  const kind = Number(dataType)
  if (kind === INT64 || kind === UINT64) return wholeOf(value as [number, number], kind === INT64)
  if (kind === DATE_TIME) return (value as Date).toISOString()
  if (kind === LOCALIZED_TEXT) return ((value as { text?: string | null }).text ?? '').slice(0, MAX_TEXT)
  if (typeof value === 'string') return value.slice(0, MAX_TEXT)
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return undefined
}

/** The library reports 64 bits as two halves. Beyond 2^53 a number would be another one: such become text. */
function wholeOf([high, low]: [number, number], isSigned: boolean): number | string {
  const whole = (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0)
  const value = isSigned ? BigInt.asIntN(64, whole) : whole
  return value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER)
    ? Number(value)
    : value.toString()
}

/** Whether a variant is an array or a matrix. */
function isList({ arrayType }: Variant): boolean {
  return Number(arrayType) !== 0
}
