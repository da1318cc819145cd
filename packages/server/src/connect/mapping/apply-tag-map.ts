import { isDigits, type ReportedState, reportedStates, type TagMapEntry } from '@packhouse/contract'
import { fitsField } from '../../ingest/index.ts'
import { sentence } from '../../platform/sentence.ts'
import { isStorable } from '../../platform/storable-text.ts'
import type { Readings } from '../../telemetry/index.ts'
import type { CounterCourse } from './counter-course.ts'
import { scaled, scaledDigits } from './scaled.ts'

/** A value as a device reports it, under the device's own name for it. */
export interface Reading {
  address: string
  value: string | number | boolean | null
}

/** What a tag map makes of readings, in the words of a record; `faults` says what could not be used, and why: it is null, or no count. */
export interface Mapped {
  fields: {
    totalCycles?: number
    totalRejects?: number
    cyclesPerMin?: number | null
    /** Null: it is not known. */
    machineState?: ReportedState | null
    temperature?: number | null
    humidity?: number | null
    machineData?: Readings
  }
  faults: { address: string; reason: string }[]
  /** Whether nothing of it could be used but a state that has no meaning. */
  isUseless: boolean
}

export type CounterName = 'totalCycles' | 'totalRejects'

/** What is known of a machine before the readings. */
export interface Before {
  /** Time of the readings, Unix ms. */
  at: number
  /** Whether the readings are older than what is known. */
  late: boolean
  /** The totals of a counter that wraps. */
  courseOf: (counter: CounterName) => CounterCourse
  /** The newest value of every tag and of every measured field, for deadbands. */
  tags: Readings
  measured: Measured
}

/** The fields of a record that are measured; one that is missing was never reported. */
export type Measured = Pick<Mapped['fields'], 'cyclesPerMin' | 'temperature' | 'humidity'>

/** Gives readings of a device their canonical names, units and meanings. Readings that no entry names are left out. */
export function applyTagMap(entries: readonly TagMapEntry[], readings: readonly Reading[], before: Before): Mapped {
  const given = new Map(readings.map(({ address, value }) => [address, value]))
  const mapped: Mapped = { fields: {}, faults: [], isUseless: true }
  for (const entry of entries.length > given.size * FEW ? entriesOf(entries, given) : entries) {
    const value = given.get(entry.address)
    if (value === undefined) continue
    const fault = apply(entry, value, before, mapped.fields)
    if (fault !== undefined) mapped.faults.push({ address: entry.address, reason: fault })
    if (fault === undefined || entry.role === 'state') mapped.isUseless = false
  }
  return mapped
}

/** Where a message has so many times fewer readings than the map has entries, these are looked up. */
const FEW = 8

const byAddress = new WeakMap<readonly TagMapEntry[], ReadonlyMap<string, readonly number[]>>()

/** The entries of the readings, in the order of the map. */
function entriesOf(entries: readonly TagMapEntry[], given: ReadonlyMap<string, unknown>): TagMapEntry[] {
  const places = byAddress.get(entries) ?? Map.groupBy(entries.keys(), (place) => entries[place]?.address ?? '')
  byAddress.set(entries, places)
  const found = [...given.keys()].flatMap((address) => places.get(address) ?? []).toSorted((a, b) => a - b)
  return found.flatMap((place) => entries[place] ?? [])
}

/**
 * What cannot be used is not known, and no reason to go on with the value before; but what was counted stays true.
 * @returns why the value cannot be used; undefined if it was
 */
function apply(
  entry: TagMapEntry,
  given: Reading['value'],
  before: Before,
  fields: Mapped['fields'],
): string | undefined {
  const value = given === null ? null : meaningOf(entry, given)
  if (entry.role === 'state') {
    const state = reportedStates.find((name) => name === value)
    fields.machineState = state ?? null
    if (value === null || state !== undefined) return undefined
    return sentence`${describe(given)} has no state in the value map.`
  }
  if (entry.role === 'count' || entry.role === 'reject') {
    if (value === null) return undefined
    if (value === undefined) return notOfKind(entry, describe(given))
    const name = entry.role === 'count' ? 'totalCycles' : 'totalRejects'
    const raw = typeof value === 'number' ? Math.round(value) : undefined
    if (raw === undefined || Number(value) < 0 || !fitsField(name, raw))
      return sentence`${describe(given)} is no counter.`
    const { rolloverAt } = entry
    fields[name] = rolloverAt === null ? raw : before.courseOf(name).totalOf(raw, rolloverAt, before.at)
    return undefined
  }
  if (entry.role === 'speed' || entry.role === 'temperature' || entry.role === 'humidity') {
    const name = entry.role === 'speed' ? 'cyclesPerMin' : entry.role
    const isNumber = value === null || typeof value === 'number'
    const isUsable = isNumber && fitsField(name, value)
    fields[name] = isUsable ? steady(entry, value, before.measured[name]) : null
    if (isUsable) return undefined
    if (value === undefined) return notOfKind(entry, describe(given))
    return isNumber
      ? sentence`${describe(given)} is more or less than there can be.`
      : sentence`${describe(given)} is no number.`
  }
  fields.machineData ??= {}
  const fault = value === undefined ? notOfKind(entry, describe(given)) : textFault(value)
  const isUsable = value !== undefined && fault === undefined
  fields.machineData[entry.canonicalTag] = isUsable ? steady(entry, value, before.tags[entry.canonicalTag]) : null
  return fault
}

/** Why a text cannot be stored. */
function textFault(value: Reading['value']): string | undefined {
  if (typeof value !== 'string') return undefined
  if (!fitsField('machineData', { value })) return sentence`The text is longer than 1,024 characters.`
  return isStorable(value) ? undefined : sentence`The text has a NUL or half of a surrogate pair.`
}

function notOfKind({ dataType }: TagMapEntry, given: string): string {
  if (dataType === 'number') return sentence`${given} is no number.`
  return dataType === 'boolean' ? sentence`${given} is no boolean.` : sentence`${given} is no text.`
}

/** The value by the value map, or scaled; undefined if it is of another kind than the entry says. */
function meaningOf(entry: TagMapEntry, given: string | number | boolean): string | number | boolean | undefined {
  const named = Object.hasOwn(entry.valueMap, String(given)) ? entry.valueMap[String(given)] : undefined
  if (named !== undefined) return named
  if (entry.dataType !== 'text' && typeof given === 'string' && isPadded(given)) return meaningOf(entry, Number(given))
  if (entry.role === 'state') return String(given)
  if (entry.dataType === 'text') return String(given)
  if (entry.dataType === 'boolean') return typeof given === 'string' ? undefined : Boolean(given)
  // A whole number that a double would round comes as text, and stays as it is.
  if (isLong(given)) return entry.scale === 1 && entry.offset === 0 ? given : scaledDigits(String(given), entry)
  const number = typeof given === 'string' && given.trim() === '' ? Number.NaN : Number(given)
  if (!Number.isFinite(number)) return undefined
  const value = scaled(number, entry)
  if (Number.isSafeInteger(number) && Number.isInteger(value) && !Number.isSafeInteger(value))
    return scaledDigits(String(number), entry)
  return Number.isFinite(value) ? value : undefined
}

/** Digits with zeros before them are a number where the entry does not say that they are a text. */
function isPadded(given: string): boolean {
  return /^-?0\d{1,15}$/.test(given)
}

function isLong(given: string | number | boolean): boolean {
  return typeof given === 'string' && isDigits(given) && !Number.isSafeInteger(Number(given))
}

/** A change within the deadband is ignored: the previous value stays. */
function steady<Value extends Reading['value']>(
  entry: TagMapEntry,
  value: Value,
  previous: Reading['value'] | undefined,
): Value | number {
  if (entry.deadband === 0 || typeof value !== 'number' || typeof previous !== 'number') return value
  return Math.abs(value - previous) <= entry.deadband ? previous : value
}

function describe(given: Reading['value']): string {
  return JSON.stringify(given).slice(0, 100)
}
