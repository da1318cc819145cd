import { t } from '@packhouse/messages'
import { useLayoutEffect, useRef } from 'react'
import { type DecimalSign, readableDecimal, readDecimal } from '../../../lib/format/decimal-text.ts'
import { Button } from '../../../ui/button.tsx'
import type { WritingQuestion } from './use-paste.ts'

export interface PasteQuestionProps {
  question: WritingQuestion | undefined
  onAnswer: (sign: DecimalSign | undefined) => void
  onClose: () => void
}

/** Asks how the numbers of a pasted table are meant. */
export function PasteQuestion({ question, onAnswer, onClose }: PasteQuestionProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    if (question !== undefined) dialog.current?.showModal()
  }, [question])
  if (question === undefined) return null
  const { example } = question
  const answer = (sign: DecimalSign | undefined) => {
    dialog.current?.close()
    onAnswer(sign)
    onClose()
  }
  return (
    <dialog
      ref={dialog}
      aria-label={t('estimator.howMeant')}
      onCancel={() => answer(undefined)}
      className="m-auto w-[420px] max-w-[calc(100vw-32px)] rounded-dialog border border-line bg-surface p-5 text-text shadow-float backdrop:bg-black/40"
    >
      <h2 className="mb-2">{t('estimator.howMeant')}</h2>
      <p className="mb-4 text-13 text-text-2">{t('estimator.howMeantText', { example })}</p>
      <div className="grid gap-2">
        {(['.', ','] as const).map((sign) => (
          <Button key={sign} onClick={() => answer(sign)}>
            {t('estimator.asThousands', { example, number: meaning(example, sign) })}
          </Button>
        ))}
        <Button variant="quiet" onClick={() => answer(undefined)}>
          {t('general.cancel')}
        </Button>
      </div>
    </dialog>
  )
}

function meaning(example: string, sign: DecimalSign): string {
  const read = readDecimal(example, sign, true)
  return 'value' in read ? readableDecimal(read.value) : example
}
