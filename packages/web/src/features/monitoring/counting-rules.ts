import { t } from '@packhouse/messages'
import { limitWords } from '../../lib/format/lengths.ts'

/** The rules of `docs/counting.md` for the numbers of these screens, with the values of the machine. */

export const utilizationRules = [
  t('monitoring.utilizationIsTheShareOfThe'),
  t('monitoring.aRecordCountsUntilTheNext'),
  t('monitoring.unknownTimeCountsAsTimeIn'),
] as const

/** @param silence “Offline after” of the machine, ms */
export function stateRules(silence: number): string[] {
  return [
    t('monitoring.aRecordCountsUntilTheNextOne', { limitWords: limitWords(silence / 1_000) }),
    t('monitoring.aStateThatARecordDoes'),
    t('monitoring.aRecordCountsAtItsOwn'),
  ]
}

export function heatRules(zone: string): string[] {
  return [
    t('monitoring.hoursAreThoseOfTheClock', { zone }),
    t('monitoring.theCyclesOfARecordAre'),
    t('monitoring.aStepIsNotCountedAfter'),
    t('monitoring.theCurrentHourCountsUpTo'),
  ]
}
