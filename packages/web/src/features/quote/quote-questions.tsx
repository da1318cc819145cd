import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type FormEvent, useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { DateLabel } from '../../lib/format/date-label.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { type ShownQuote, useShowQuote } from './use-quote.ts'

/** Questions with their answers, and a field for another one. */
export function QuoteQuestions({ token, quote: { questions } }: { token: string; quote: ShownQuote }) {
  const show = useShowQuote(token)
  const [question, setQuestion] = useState('')
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const ask = async (event: FormEvent) => {
    event.preventDefault()
    if (question.trim() === '') return
    setBusy(true)
    setFault(undefined)
    try {
      const { questions: asked } = await callApi(api.askAboutQuote, { params: { token }, body: { question } })
      show((before) => ({ ...before, quote: before.quote && { ...before.quote, questions: asked } }))
      setQuestion('')
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error))
    }
    setBusy(false)
  }
  return (
    <section aria-label={t('quotePage.questions')} className="rounded-panel border border-line bg-surface p-5 pt-4">
      <h2 className="mb-3">{t('quotePage.questions')}</h2>
      <ul className="grid gap-3 text-13">
        {questions.map(({ id, name, askedAt, question: asked, answer, answeredBy, answeredAt }) => (
          <li key={id} className="grid gap-2">
            <Message name={name} at={askedAt} text={asked} />
            {answer !== null && <Message name={answeredBy ?? ''} at={answeredAt} text={answer} />}
          </li>
        ))}
      </ul>
      <form onSubmit={(event) => void ask(event)} className="mt-3 grid gap-2">
        <TextArea
          label={t('quotePage.askAbout')}
          rows={2}
          maxLength={2_000}
          value={question}
          onChange={(event) => setQuestion(event.target.value)}
        />
        {fault !== undefined && (
          <Alert tone="bad" className="text-13">
            {fault}
          </Alert>
        )}
        <Button type="submit" size="dense" busy={isBusy} className="justify-self-end">
          {t('quotePage.sendQuestion')}
        </Button>
      </form>
    </section>
  )
}

function Message({ name, at, text }: { name: string; at: string | null; text: string }) {
  return (
    <div>
      <p>
        <bdi className="font-semibold">{name}</bdi> <DateLabel value={at} className="text-12 text-text-3" />
      </p>
      <p className="whitespace-pre-line text-text-2 wrap-anywhere">{text}</p>
    </div>
  )
}
