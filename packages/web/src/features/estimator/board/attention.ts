import type { ProjectCard, ProjectState } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { validityOf } from './validity.ts'

/** The one line of a card. @param now Unix ms */
export function attentionOf(
  card: Pick<ProjectCard, 'validUntil' | 'margin' | 'targetMargin' | 'openQuestions' | 'openCount' | 'isDeclined'>,
  status: ProjectState,
  now: number,
): { words: string; isUrgent: boolean } {
  const { openQuestions, openCount, isDeclined } = card
  if (status === 'sent' && isDeclined) return { words: t('estimator.wasDeclined'), isUrgent: true }
  const validity = validityOf(card.validUntil, status, now)
  if (validity.isUrgent) return validity
  if (status === 'sent' && openQuestions > 0) {
    return { words: t('estimator.openQuestions', { count: openQuestions }), isUrgent: true }
  }
  if (isUnderTarget(card) && ['draft', 'review'].includes(status)) {
    return { words: t('estimator.isUnderTarget'), isUrgent: true }
  }
  if (status === 'sent' && openCount > 0) {
    return { words: t('estimator.openedTimes', { count: openCount }), isUrgent: false }
  }
  return validity
}

function isUnderTarget({ margin, targetMargin }: Pick<ProjectCard, 'margin' | 'targetMargin'>): boolean {
  return margin !== null && targetMargin !== null && Number(margin) < Number(targetMargin)
}
