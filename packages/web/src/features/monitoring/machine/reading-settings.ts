import type { MachineDetails } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { DeclaredMeasure } from '../../../lib/format/measures.ts'
import type { NormalRange } from './normal-range.ts'

const NOTHING_SET = { normalLow: null, normalHigh: null }

/** What is set of a tag of a machine: its unit by the tag map, its decimals by the settings of readings. */
export function declaredOf(machine: MachineDetails | undefined, tag: string): DeclaredMeasure {
  return { unit: machine?.units[tag], decimals: machine?.readingSettings?.[tag]?.decimals }
}

/** The normal range that is set of a tag, as stored; open at an end without a limit. Undefined where none is set. */
export function setRangeOf({ readingSettings }: MachineDetails, tag: string): NormalRange | undefined {
  const { normalLow, normalHigh } = readingSettings?.[tag] ?? NOTHING_SET
  if (normalLow === null && normalHigh === null) return undefined
  return { from: normalLow ?? Number.NEGATIVE_INFINITY, to: normalHigh ?? Number.POSITIVE_INFINITY }
}

/** Whether values are held against ranges that are set: they are about a machine that runs, and its last values must not look current. */
export function isJudged({ online, machineState }: MachineDetails): boolean {
  return online === true && (machineState === null || machineState === 'Running')
}

interface Judgement {
  words: string
  isOutside: boolean
}

/**
 * A value beside its normal range, both in the unit in which they are shown.
 * @param value undefined where it is not to be judged
 * @param format of the ends of the range
 */
export function judged(
  value: number | undefined,
  { from, to }: NormalRange,
  format: (end: number) => string,
): Judgement {
  if (value !== undefined && value > to)
    return { words: t('monitoring.aboveNormal', { to: format(to) }), isOutside: true }
  if (value !== undefined && value < from)
    return { words: t('monitoring.belowNormal', { from: format(from) }), isOutside: true }
  return { words: rangeWords({ from, to }, format), isOutside: false }
}

function rangeWords({ from, to }: NormalRange, format: (end: number) => string): string {
  if (!Number.isFinite(from)) return t('monitoring.normalUpTo', { to: format(to) })
  if (!Number.isFinite(to)) return t('monitoring.normalFrom', { from: format(from) })
  return t('monitoring.normalRange', { from: format(from), to: format(to) })
}
