import type { TagMapEntry } from '@packhouse/contract'
import { t } from '@packhouse/messages'

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
  const { min, max, scale, offset } = entry
  if (min !== null && value < min) return { fault: t('monitoring.commandBelow', { min }) }
  if (max !== null && value > max) return { fault: t('monitoring.commandAbove', { max }) }
  const raw = shortened((value - offset) / scale)
  return Number.isFinite(raw) ? { raw } : { fault: t('monitoring.commandMustBeANumber') }
}

/** Whether a value that a machine reports is the one that was written. Machines may hold numbers in seven digits. */
export function isSameValue(written: RawValue, reported: RawValue | null | undefined): boolean {
  if (typeof written !== 'number' || typeof reported !== 'number') return written === reported
  return Math.abs(written - reported) <= 1e-6 * Math.max(Math.abs(written), Math.abs(reported))
}

function rawText(value: RawValue): { raw: string } | { fault: string } {
  const isText = typeof value === 'string' && value.isWellFormed() && !/\p{Cc}/u.test(value)
  return isText ? { raw: value } : { fault: t('monitoring.commandMustBeAText') }
}

/** Scaling by a decimal leaves binary rounding errors behind the twelfth digit. */
function shortened(value: number): number {
  return Number(value.toPrecision(12))
}
