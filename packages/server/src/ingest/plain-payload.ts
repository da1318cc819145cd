import { MAX_CYCLES_PER_MINUTE, type RecordPayload, reportedStates } from '@packhouse/contract'
import { z } from 'zod'

/**
 * Recognises payloads that are plainly well-formed, as nearly all are, at a fraction of what the schema costs. It is
 * never more generous than `recordPayloadSchema` (a test holds the two together), and what it does not recognise is for
 * the schema to judge.
 */

const dateTime = z.regexes.datetime({ offset: true })
const states: readonly unknown[] = reportedStates

/** What a plain value of each field is. */
export const plainFields: ReadonlyMap<string, (value: unknown) => boolean> = new Map<
  string,
  (value: unknown) => boolean
>([
  ['lastSeen', (value) => typeof value === 'string' && dateTime.test(value)],
  ['totalCycles', (value) => Number.isSafeInteger(value) && (value as number) >= 0],
  ['totalRejects', (value) => Number.isSafeInteger(value) && (value as number) >= 0],
  ['cyclesPerMin', (value) => value === null || isWithin(value, 0, MAX_CYCLES_PER_MINUTE)],
  ['machineState', (value) => states.includes(value)],
  ['temperature', (value) => value === null || isWithin(value, -273.15, 2_000)],
  ['humidity', (value) => value === null || isWithin(value, 0, 100)],
  ['latitude', (value) => value === null || isWithin(value, -90, 90)],
  ['longitude', (value) => value === null || isWithin(value, -180, 180)],
  ['machineData', isReadings],
])

/** Whether a record may have the value in a field; of texts only how long they are. */
export function fitsField(name: keyof RecordPayload, value: unknown): boolean {
  return plainFields.get(name)?.(value) === true
}

/** @param json as it came out of JSON.parse; @returns the same as a payload, or undefined if the schema has to judge */
export function readPlainPayload(json: unknown): RecordPayload | undefined {
  if (!isObject(json)) return undefined
  for (const name in json) {
    if (plainFields.get(name)?.(json[name]) !== true) return undefined
  }
  return json
}

function isObject(json: unknown): json is Record<string, unknown> {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
}

function isWithin(value: unknown, min: number, max: number): boolean {
  return typeof value === 'number' && value >= min && value <= max
}

function isReadings(json: unknown): boolean {
  if (!isObject(json)) return false
  for (const name in json) {
    if (!isPlainName(name) || !isPlainReading(json[name])) return false
  }
  return true
}

export function isPlainName(name: string): boolean {
  return name.length <= 128 && name !== '__proto__'
}

export function isPlainReading(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= 1024
  // Beyond what a double holds exactly it has to be read again.
  if (typeof value === 'number') return Math.abs(value) <= Number.MAX_SAFE_INTEGER
  return typeof value === 'boolean' || value === null
}
