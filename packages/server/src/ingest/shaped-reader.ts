import type { Readings, TelemetryRecord } from '../telemetry/index.ts'
import { plainFields } from './plain-payload.ts'
import { READING, type RecordShape, type Slot, shapeFields } from './record-shape.ts'

type Reading = Readings[string]
type Field<Name extends keyof TelemetryRecord> = TelemetryRecord[Name]
/** In the order of `shapeFields`, a time as Unix ms. */
type Values = [
  at: number | undefined,
  totalCycles: Field<'totalCycles'>,
  totalRejects: Field<'totalRejects'>,
  cyclesPerMin: Field<'cyclesPerMin'>,
  machineState: Field<'machineState'>,
  temperature: Field<'temperature'>,
  humidity: Field<'humidity'>,
  latitude: Field<'latitude'>,
  longitude: Field<'longitude'>,
]

const byte = {
  quote: 0x22,
  minus: 0x2d,
  point: 0x2e,
  zero: 0x30,
  nine: 0x39,
  upperZ: 0x5a,
  backslash: 0x5c,
} as const
const FIRST_PRINTED = 0x20
const LAST_ASCII = 0x7f
const words = [
  { bytes: Buffer.from('true'), value: true },
  { bytes: Buffer.from('false'), value: false },
  { bytes: Buffer.from('null'), value: null },
]
/** A number of so many digits, and a power of ten up to that of as many, are doubles exactly: so is their quotient, once rounded. */
const MOST_DIGITS = 15
const powers = Array.from({ length: MOST_DIGITS + 1 }, (_, exponent) => 10 ** exponent)

const TIME = shapeFields.indexOf('lastSeen')

/** `2026-11-26T10:15:` and behind it `07.123Z"`, as most clients write a time. */
const MINUTE_BYTES = 17
const TIME_BYTES = 24

/**
 * Reads payloads of a known shape from their bytes, without text, JSON and an object between them and the record. What it reads is exactly what
 * the general parser and the checks of plain payloads make of it; whatever is unusual it leaves to them.
 */
export class ShapedReader {
  #bytes: Buffer = Buffer.alloc(0)
  #position = 0
  #value: Reading = null
  readonly #values: (Reading | undefined)[] = shapeFields.map(() => undefined)
  /** The minute that was read last, and its beginning, Unix ms. */
  readonly #minute = new Uint8Array(MINUTE_BYTES)
  #minuteAt = Number.NaN

  /**
   * @param arrival Unix ms, the time of a record that reports none
   * @returns the record; undefined where the payload is not of the shape, or something of it is unusual
   */
  read(shape: RecordShape, payload: Buffer, machineKey: number, arrival: number): TelemetryRecord | undefined {
    this.#bytes = payload
    this.#position = 0
    const values = this.#values.fill(undefined)
    const machineData: Readings | undefined = shape.hasReadings ? {} : undefined
    let start = 0
    for (const slot of shape.slots) {
      if (!this.#passes(shape.bytes, start, slot.end) || !this.#readValue(slot)) return undefined
      if (slot.field !== READING) values[slot.field] = this.#value
      else if (machineData !== undefined) machineData[slot.name] = this.#value
      start = slot.end
    }
    if (!this.#passes(shape.bytes, start, shape.bytes.length) || this.#position !== payload.length) return undefined
    const [at, totalCycles, totalRejects, cyclesPerMin, machineState, temperature, humidity, latitude, longitude] =
      values as Values
    // Each was checked, and in the order of the general way, so that all records have one shape.
    return {
      machineKey,
      at: at ?? arrival,
      receivedAt: arrival,
      totalCycles,
      totalRejects,
      cyclesPerMin,
      machineState,
      temperature,
      humidity,
      latitude,
      longitude,
      machineData,
      isPartial: undefined,
      ends: undefined,
    }
  }

  /** Whether the same bytes come next; they are read over. */
  #passes(expected: Uint8Array, start: number, end: number): boolean {
    const bytes = this.#bytes
    const offset = this.#position - start
    if (offset + end > bytes.length) return false
    for (let index = start; index < end; index++) if (bytes[offset + index] !== expected[index]) return false
    this.#position = offset + end
    return true
  }

  /** @returns whether a plain value comes next; it is noted */
  #readValue({ field, isPlain }: Slot): boolean {
    const first = this.#bytes[this.#position] ?? 0
    if (first !== byte.quote)
      return (isDigit(first) || first === byte.minus ? this.#readNumber() : this.#readWord()) && isPlain(this.#value)
    this.#position += 1
    if (field === TIME && this.#readTime()) return true
    if (!this.#readText() || !isPlain(this.#value)) return false
    if (field === TIME) this.#value = Date.parse(this.#value as unknown as string)
    return true
  }

  /** An exponent is left to the general parser: no shape goes on with one. */
  #readNumber(): boolean {
    const bytes = this.#bytes
    const start = this.#position
    const isNegative = bytes[start] === byte.minus
    const first = isNegative ? start + 1 : start
    let position = first
    let number = 0
    let digit = bytes[position] ?? 0
    for (; isDigit(digit); digit = bytes[++position] ?? 0) number = number * 10 + (digit - byte.zero)
    let digits = position - first
    if (digits === 0 || (digits > 1 && bytes[first] === byte.zero)) return false
    let decimals = 0
    if (digit === byte.point) {
      const point = position
      digit = bytes[++position] ?? 0
      for (; isDigit(digit); digit = bytes[++position] ?? 0) number = number * 10 + (digit - byte.zero)
      decimals = position - point - 1
      if (decimals === 0) return false
      digits += decimals
    }
    if (digits > MOST_DIGITS) return decimals === 0 && this.#takeDigits(start, position)
    const signed = isNegative ? -number : number
    this.#value = decimals === 0 ? signed : signed / (powers[decimals] ?? Number.NaN)
    this.#position = position
    return true
  }

  /** A whole number of so many digits is a text where a double would round it. */
  #takeDigits(start: number, end: number): boolean {
    const text = this.#bytes.toString('latin1', start, end)
    const number = Number(text)
    this.#value = Number.isSafeInteger(number) ? number : text
    this.#position = end
    return true
  }

  #readWord(): boolean {
    for (const { bytes, value } of words) {
      if (this.#passes(bytes, 0, bytes.length)) {
        this.#value = value
        return true
      }
    }
    return false
  }

  /** Text in ASCII without escapes, up to its quote. */
  #readText(): boolean {
    const bytes = this.#bytes
    const start = this.#position
    let position = start
    for (; bytes[position] !== byte.quote; position++) {
      const one = bytes[position] ?? 0
      if (one < FIRST_PRINTED || one > LAST_ASCII || one === byte.backslash) return false
    }
    this.#value = bytes.toString('latin1', start, position)
    this.#position = position + 1
    return true
  }

  /** A time in milliseconds and UTC. @returns whether there is one; otherwise nothing is read */
  #readTime(): boolean {
    const bytes = this.#bytes
    const start = this.#position
    const seconds = start + MINUTE_BYTES
    if (
      bytes[seconds + 2] !== byte.point ||
      bytes[seconds + 6] !== byte.upperZ ||
      bytes[start + TIME_BYTES] !== byte.quote
    )
      return false
    if (!this.#isInMinute(start)) this.#takeMinute(start)
    const second = digitsAt(bytes, seconds, 2)
    const ms = digitsAt(bytes, seconds + 3, 3)
    const at = this.#minuteAt + second * 1_000 + ms
    if (!(second < 60) || Number.isNaN(at)) return false
    this.#value = at
    this.#position = start + TIME_BYTES + 1
    return true
  }

  #isInMinute(start: number): boolean {
    for (let index = 0; index < MINUTE_BYTES; index++)
      if (this.#bytes[start + index] !== this.#minute[index]) return false
    return true
  }

  #takeMinute(start: number): void {
    const text = `${this.#bytes.toString('latin1', start, start + MINUTE_BYTES)}00.000Z`
    this.#minute.set(this.#bytes.subarray(start, start + MINUTE_BYTES))
    this.#minuteAt = plainFields.get('lastSeen')?.(text) === true ? Date.parse(text) : Number.NaN
  }
}

function isDigit(one: number): boolean {
  return one >= byte.zero && one <= byte.nine
}

/** @returns the number that some digits make; NaN if one of them is not a digit */
function digitsAt(bytes: Buffer, start: number, count: number): number {
  let number = 0
  for (let index = start; index < start + count; index++) {
    const digit = bytes[index] ?? 0
    number = isDigit(digit) ? number * 10 + (digit - byte.zero) : Number.NaN
  }
  return number
}
