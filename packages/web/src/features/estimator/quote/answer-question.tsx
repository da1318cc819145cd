import { api, type QuoteQuestion } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type FormEvent, useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { DateLabel } from '../../../lib/format/date-label.tsx'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { QUESTION } from '../drafts/kept-draft.ts'
import { useTypedKept } from '../workspace/use-typed-kept.ts'
import { useWorkspace } from '../workspace/workspace-context.ts'
import { useShowQuotes } from './use-project-quotes.ts'

/** A question of the customer with its answer, or a field for it. */
export function AnswerQuestion({ projectId, question }: { projectId: string; question: QuoteQuestion }) {
  const show = useShowQuotes(projectId)
  const { drafts } = useWorkspace()
  const [typed, setTyped] = useState<string>()
  const place = { rowId: question.id, field: 'answer' }
  const before = drafts.typed(place.rowId, place.field)
  const answer = typed ?? (typeof before === 'string' ? before : '')
  const kept = useTypedKept({
    keep: ({ answer: mine }) =>
      void drafts.keep({ ...place, resource: QUESTION, rowVersion: 0, base: null, mine }, undefined),
    drop: () => void drafts.forget([place]),
  })
  const [fault, setFault] = useState<string>()
  const send = async (event: FormEvent) => {
    event.preventDefault()
    try {
      const params = { id: projectId, questionId: question.id }
      await show(await callApi(api.answerQuoteQuestion, { params, body: { answer } }))
      kept.end()
      await drafts.forget([place])
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <article className="grid gap-2 border-s-2 border-line-2 ps-3">
      <p>
        <bdi className="font-semibold">{question.name}</bdi>{' '}
        <DateLabel value={question.askedAt} className="text-text-3" />
        {question.section !== null && <span className="text-text-3"> · {question.section}</span>}
        <span className="block whitespace-pre-line wrap-anywhere">{question.question}</span>
      </p>
      {question.answer === null ? (
        <form onSubmit={(event) => void send(event)} className="grid gap-2">
          <TextField
            label={t('quotePanel.answer')}
            value={answer}
            required
            maxLength={4_000}
            onChange={({ target }) => {
              setTyped(target.value)
              kept.later({ answer: target.value })
            }}
          />
          {fault !== undefined && <Alert tone="bad">{fault}</Alert>}
          <div>
            <Button type="submit" size="dense">
              {t('quotePanel.sendAnswer')}
            </Button>
          </div>
        </form>
      ) : (
        <p>
          <bdi className="font-semibold">{question.answeredBy}</bdi>
          <span className="block whitespace-pre-line wrap-anywhere">{question.answer}</span>
        </p>
      )}
    </article>
  )
}
