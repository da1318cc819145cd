import type { CompatibilityResult } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { listOf } from '../../../lib/format/lists.ts'
import { type CellFacts, factsOf } from './cell-code.ts'

/** The word of each answer. */
export const answerWords: Readonly<Record<CompatibilityResult, string>> = {
  yes: t('matrix.answerYes'),
  conditional: t('matrix.answerConditional'),
  no: t('matrix.answerNo'),
  unknown: t('matrix.answerUnknown'),
}

/** The key that gives each answer; it is the same in every language. */
export const answerKeys: Readonly<Record<CompatibilityResult, string>> = {
  yes: 'Y',
  conditional: 'C',
  no: 'N',
  unknown: 'U',
}

const known = new Map<number, string>()

/** What a cell says, such as `Conditional, 3 conditions, runs live`. */
export function cellWords(code: number): string {
  const words = known.get(code) ?? listOf(partsOf(factsOf(code)))
  known.set(code, words)
  return words
}

function partsOf({ answer, conditions, stale, live, contradicted }: CellFacts): string[] {
  return [
    answerWords[answer],
    ...(conditions > 0 ? [t('matrix.conditionCount', { count: conditions })] : []),
    ...(stale ? [t('matrix.staleWord')] : []),
    ...(live ? [t('matrix.runsLiveWord')] : []),
    ...(contradicted ? [t('matrix.contradictedWord')] : []),
  ]
}
