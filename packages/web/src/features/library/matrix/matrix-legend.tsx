import { compatibilityResults } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { memo } from 'react'
import { formatCount } from '../../../lib/format/numbers.ts'
import { answerWords } from './cell-words.ts'
import type { AnswerCounts } from './matrix-filter.ts'

/** What each sign means, with how many of the shown pairs have it. */
export const MatrixLegend = memo(function MatrixLegend({ counts }: { counts: AnswerCounts }) {
  return (
    <ul
      aria-label={t('matrix.legend')}
      className="ms-auto flex flex-wrap items-center gap-x-4 gap-y-1.5 text-12 text-text-2 max-lg:ms-0"
    >
      {compatibilityResults.map((answer) => (
        <li key={answer} className="flex items-center gap-1.5">
          <span className="matrix-sign" data-answer={answer} />
          {answerWords[answer]}
          <b className="font-semibold text-text tabular-nums">{formatCount(counts[answer])}</b>
        </li>
      ))}
      <li className="flex items-center gap-1.5">
        <span className="h-0.5 w-3.5 bg-ok" />
        {t('matrix.runsLive')}
      </li>
      <li className="flex items-center gap-1.5">
        <span className="matrix-sign" data-answer="stale" />
        {t('matrix.stale')}
      </li>
      <li className="flex items-center gap-1.5">
        <span className="matrix-sign size-3!" data-answer="contradicted" />
        {t('matrix.contradicted')}
      </li>
    </ul>
  )
})
