import { type CompatibilityResult, compatibilityResults } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { InfoIcon } from '../../../ui/icons.tsx'
import { answerWords } from './cell-words.ts'

export interface TouchBarProps {
  mayAnswer: boolean
  onAnswer: (answer: CompatibilityResult) => void
  onOpen: () => void
}

const button =
  'grid min-h-11 flex-1 justify-items-center gap-0.5 rounded-control border border-line-2 bg-surface px-1 py-1.5 text-11 text-text-2 active:bg-surface-3'

/** What keys do, for fingers: gives the selected cells an answer, and opens the evidence. */
export function TouchBar({ mayAnswer, onAnswer, onOpen }: TouchBarProps) {
  return (
    <div
      role="toolbar"
      aria-label={t('matrix.answerOfSelected')}
      className="hidden gap-1.5 border-t border-line bg-paper py-2 max-md:flex max-md:px-4 any-pointer-coarse:flex"
    >
      {mayAnswer &&
        compatibilityResults.map((answer) => (
          <button key={answer} type="button" className={button} onClick={() => onAnswer(answer)}>
            <span className="matrix-sign" data-answer={answer} />
            {answerWords[answer]}
          </button>
        ))}
      <button type="button" className={button} onClick={onOpen}>
        <InfoIcon />
        {t('matrix.evidence')}
      </button>
    </div>
  )
}
