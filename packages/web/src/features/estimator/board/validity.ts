import type { ProjectState } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { formatPlainDate } from '../../../lib/format/dates.ts'

const DAY_MS = 86_400_000
/** So many days ahead the end is near. */
const URGENT_DAYS = 7
const OVER: readonly ProjectState[] = ['won', 'lost', 'expired']

/** Until when a quote is valid, in words. @param now Unix ms */
export function validityOf(
  validUntil: string | null,
  status: ProjectState,
  now: number,
): { words: string; isUrgent: boolean } {
  if (status === 'won') return { words: t('estimator.ordered'), isUrgent: false }
  if (validUntil === null) return { words: '', isUrgent: false }
  const days = Math.ceil((Date.parse(validUntil) - now) / DAY_MS)
  const isOpen = !OVER.includes(status)
  if (isOpen && days < 0) return { words: t('estimator.validityEnded'), isUrgent: true }
  if (isOpen && days <= URGENT_DAYS) return { words: t('estimator.endsInDays', { count: days }), isUrgent: true }
  return { words: t('estimator.validTo', { date: formatPlainDate(validUntil) }), isUrgent: false }
}

/** Whole days since a moment. @param now Unix ms */
export function daysSince(moment: string, now: number): number {
  return Math.max(0, Math.floor((now - Date.parse(moment)) / DAY_MS))
}
