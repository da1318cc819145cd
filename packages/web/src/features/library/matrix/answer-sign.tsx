import type { CompatibilityResult } from '@packhouse/contract'
import { answerWords } from './cell-words.ts'

/** An answer in words beside its sign. */
export function AnswerSign({ answer }: { answer: CompatibilityResult }) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <span className="matrix-sign" data-answer={answer} />
      {answerWords[answer]}
    </span>
  )
}
