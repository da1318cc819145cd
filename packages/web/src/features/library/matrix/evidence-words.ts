import { t } from '@packhouse/messages'
import type { EvidenceKind } from './pair-draft.ts'

/** What an answer rests on, from the strongest to the weakest. */
export const evidenceWords: Readonly<Record<EvidenceKind, string>> = {
  measured: t('matrix.evidenceMeasured'),
  acceptanceTest: t('matrix.evidenceAcceptanceTest'),
  reference: t('matrix.evidenceReference'),
  judgement: t('matrix.evidenceJudgement'),
}

export const evidenceOptions = Object.entries(evidenceWords).map(([value, label]) => ({ value, label }))
