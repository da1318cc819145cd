import { isStorable } from '../../platform/storable-text.ts'
import { floatDecimal } from '../float-decimal.ts'
import type { Metric } from './generated/sparkplug-b_pb.ts'

/** A value as records hold it. */
export type SparkplugValue = string | number | boolean | null

/** A value, or why it has none that can be held: it is not known then. `ignored` are kinds of values that no record has. */
export type ReadValue = { value: SparkplugValue; fault?: string } | { ignored: string }

/** Numbers of the data types whose reading depends on them (Sparkplug 3.0.0, 6.4.16). */
export const dataTypes = { int8: 1, int16: 2, int32: 3, int64: 4, uint32: 7, float: 9, boolean: 11 } as const

const MAX_TEXT = 1024

/** Reads the value of a metric. @param dataType the birth's, where the message names none */
export function readValue({ value, isNull }: Metric, dataType: number | undefined): ReadValue {
  if (isNull || value.case === undefined) return { value: null }
  switch (value.case) {
    case 'booleanValue':
      return { value: value.value }
    case 'intValue':
      return { value: signed(value.value, dataType) }
    case 'longValue':
      return { value: ofLong(value.value, dataType) }
    case 'floatValue':
      return ofNumber(floatDecimal(value.value))
    case 'doubleValue':
      // Some senders send a float as a double.
      return ofNumber(dataType === dataTypes.float ? floatDecimal(value.value) : value.value)
    case 'stringValue':
      return ofText(value.value)
    case 'datasetValue':
      return { ignored: 'Data sets are not taken.' }
    case 'templateValue':
      return { ignored: 'Templates are not taken.' }
    default:
      return { ignored: 'Bytes, files and extensions are not taken.' }
  }
}

/** Signed integers travel as the two's complement, some senders' in their own width and others' in 32 bits. */
function signed(value: number, dataType: number | undefined): number {
  if (dataType === dataTypes.int8) return (value << 24) >> 24
  if (dataType === dataTypes.int16) return (value << 16) >> 16
  return dataType === dataTypes.int32 ? value | 0 : value
}

/** Bits of the signed integers, which some senders send as longs whatever their width. */
const SIGNED_BITS: ReadonlyMap<number | undefined, number> = new Map([
  [dataTypes.int8, 8],
  [dataTypes.int16, 16],
  [dataTypes.int32, 32],
  [dataTypes.int64, 64],
])

/** A number that JavaScript would round becomes text, so that no digit of it is invented. */
function ofLong(value: bigint, dataType: number | undefined): number | string {
  const bits = SIGNED_BITS.get(dataType)
  const read = bits === undefined ? value : BigInt.asIntN(bits, value)
  const exact = dataType === dataTypes.uint32 ? BigInt.asUintN(32, read) : read
  const number = Number(exact)
  return Number.isSafeInteger(number) ? number : String(exact)
}

function ofNumber(value: number): ReadValue {
  return Number.isFinite(value) ? { value } : { value: null, fault: 'The number is infinite or none at all.' }
}

function ofText(value: string): ReadValue {
  if (value.length > MAX_TEXT) return { value: null, fault: `The text is longer than ${MAX_TEXT} characters.` }
  return isStorable(value) ? { value } : { value: null, fault: 'The text has a NUL or half of a surrogate pair.' }
}
