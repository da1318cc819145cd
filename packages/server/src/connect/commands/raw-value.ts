import type { TagMapEntry } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { unscaled } from '../mapping/scaled.ts'

/** A value as a machine has it. */
export type RawValue = number | boolean | string

/**
 * The value of a machine for a value of people: the reverse of what a tag map does to readings.
 * @returns what is wrong with the value, in words, where the entry does not take it
 */
export function rawValueOf(entry: TagMapEntry, value: RawValue): { raw: RawValue } | { fault: string } {
  const named = Object.entries(entry.valueMap).find(([, meaning]) => meaning === value)
  if (named !== undefined) return { raw: named[0] }
  if (entry.dataType === 'boolean') {
    return typeof value === 'boolean' ? { raw: value } : { fault: t('monitoring.commandMustBeABoolean') }
  }
  if (entry.dataType === 'text') return rawText(value)
  if (typeof value !== 'number' || !Number.isFinite(value)) return { fault: t('monitoring.commandMustBeANumber') }
  const { min, max } = entry
  if (min !== null && value < min) return { fault: t('monitoring.commandBelow', { min }) }
  if (max !== null && value > max) return { fault: t('monitoring.commandAbove', { max }) }
  const raw = unscaled(value, entry)
  return Number.isFinite(raw) ? { raw } : { fault: t('monitoring.commandMustBeANumber') }
}

/** Whether a value that a machine reports is the one that was written. A measure may be held in seven digits, a count may not. */
export function isSameValue(written: RawValue, reported: RawValue | null | undefined): boolean {
  if (typeof written !== 'number' || typeof reported !== 'number') return written === reported
  if (Number.isInteger(written) && Number.isInteger(reported)) return written === reported
  return Math.abs(written - reported) <= 1e-6 * Math.max(Math.abs(written), Math.abs(reported))
}

function rawText(value: RawValue): { raw: string } | { fault: string } {
  const isText = typeof value === 'string' && value.isWellFormed() && !/\p{Cc}/u.test(value)
  return isText ? { raw: value } : { fault: t('monitoring.commandMustBeAText') }
}
