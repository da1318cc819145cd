import { type CompatibilityResult, compatibilityResults } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { KeyHint } from '../../../ui/key-hint.tsx'
import { answerKeys, answerWords } from './cell-words.ts'

export interface AnswerChoiceProps {
  value: CompatibilityResult
  disabled: boolean
  onChange: (answer: CompatibilityResult) => void
}

/** The four answers, all in sight, with the keys that give them. */
export function AnswerChoice({ value, disabled, onChange }: AnswerChoiceProps) {
  return (
    <fieldset className="grid grid-cols-[1fr_1.4fr_1fr_1.25fr] overflow-hidden rounded-control border border-control">
      <legend className="sr-only">{t('matrix.answer')}</legend>
      {compatibilityResults.map((answer) => (
        <button
          key={answer}
          type="button"
          aria-pressed={answer === value}
          disabled={disabled}
          onClick={() => onChange(answer)}
          className="grid justify-items-center gap-0.5 border-s border-line-2 bg-surface px-1 pt-2 pb-1.5 text-12 text-text-2 first-of-type:border-s-0 focus-visible:-outline-offset-2 enabled:hover:bg-surface-3 disabled:cursor-default aria-pressed:bg-kraft-soft aria-pressed:font-semibold aria-pressed:text-kraft-strong aria-pressed:shadow-[inset_0_-3px_0_var(--kraft)]"
        >
          <span className="matrix-sign" data-answer={answer} />
          {answerWords[answer]}
          <span aria-hidden="true" className="font-normal max-md:hidden">
            <KeyHint>{answerKeys[answer]}</KeyHint>
          </span>
        </button>
      ))}
    </fieldset>
  )
}
