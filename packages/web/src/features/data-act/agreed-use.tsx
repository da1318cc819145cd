import { type AgreedUse, api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import { DateLabel } from '../../lib/format/date-label.tsx'
import { formatPlainDate } from '../../lib/format/dates.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { type Answer, answerOf, hasEnded } from './agreement-answer.ts'
import { partnersKey } from './use-partners.ts'

const tones: Record<Answer, Tone> = { accepted: 'ok', declined: 'unk', changed: 'warn', none: 'warn' }
const words: Record<Answer, string> = {
  accepted: t('dataAct.accepted'),
  declined: t('dataAct.declined'),
  changed: t('dataAct.changedSinceAnswer'),
  none: t('dataAct.notAnswered'),
}

/** What the maker may use the data for, and what the customer answered. @param mayAnswer whether the reader may answer for the customer */
export function AgreedUseList({ agreements, mayAnswer }: { agreements: readonly AgreedUse[]; mayAnswer: boolean }) {
  return (
    <ul aria-label={t('dataAct.dataUse')} className="border-t border-line">
      {agreements.map((agreement) => (
        <li
          key={agreement.id}
          className="grid gap-1 border-b border-line px-4 py-3 text-13 wrap-anywhere last:border-b-0"
        >
          <Agreed agreement={agreement} mayAnswer={mayAnswer} />
        </li>
      ))}
    </ul>
  )
}

function Agreed({ agreement, mayAnswer }: { agreement: AgreedUse; mayAnswer: boolean }) {
  const { version, agreedOn, endedOn, purposes, text, answer } = agreement
  const state = answerOf(agreement)
  const isOver = hasEnded(agreement, Date.now())
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-[550]" translate="no">
          {version}
        </span>
        <span className="text-text-2">{t('dataAct.agreedOn', { date: formatPlainDate(agreedOn) })}</span>
        {endedOn !== null && (
          <Badge tone="unk">
            {isOver
              ? t('dataAct.endedOn', { date: formatPlainDate(endedOn) })
              : t('dataAct.endsOn', { date: formatPlainDate(endedOn) })}
          </Badge>
        )}
        <Badge tone={tones[state]}>{words[state]}</Badge>
        {answer !== null && (
          <span className="text-text-2">
            <DateLabel value={answer.answeredAt} mode="absolute" />
            {answer.answeredBy !== null && <span translate="no"> · {answer.answeredBy}</span>}
          </span>
        )}
      </p>
      <p className="whitespace-pre-line" translate="no">
        {purposes}
      </p>
      {text !== null && (
        <details>
          <summary className="w-fit cursor-pointer py-1 underline decoration-kraft underline-offset-3 max-md:min-h-11 max-md:py-3">
            {t('dataAct.wholeText')}
          </summary>
          <p className="whitespace-pre-line text-text-2" translate="no">
            {text}
          </p>
        </details>
      )}
      {mayAnswer && !isOver && <AnswerButtons agreement={agreement} state={state} />}
    </>
  )
}

/** An answer may be given again: the newest one counts, and all are stored. */
function AnswerButtons({ agreement: { id, version, sha256 }, state }: { agreement: AgreedUse; state: Answer }) {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const answer = async (accepted: boolean) => {
    setBusy(true)
    try {
      await callApi(api.answerDataUse, { params: { id }, body: { accepted, sha256 } })
      showToast({ message: t('dataAct.answerSaved', { version }) })
    } catch (error) {
      const message = error instanceof ApiError ? error.message : t('service.theServerCouldNotBeReached')
      showToast({ message, tone: 'failed' })
    }
    await client.invalidateQueries({ queryKey: partnersKey() })
    setBusy(false)
  }
  return (
    <div className="flex flex-wrap gap-2 pt-1">
      {state !== 'accepted' && (
        <Button
          variant="primary"
          busy={isBusy}
          aria-label={t('dataAct.acceptOf', { version })}
          onClick={() => void answer(true)}
        >
          {t('dataAct.accept')}
        </Button>
      )}
      {state !== 'declined' && (
        <Button disabled={isBusy} aria-label={t('dataAct.declineOf', { version })} onClick={() => void answer(false)}>
          {t('dataAct.decline')}
        </Button>
      )}
    </div>
  )
}
