import { api, type PublicSettings } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import type { Subscription } from '../../lib/subscription.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, buttonClasses } from '../../ui/button.tsx'
import { AccessFrame } from './access-frame.tsx'
import { explainFailure } from './explain-failure.ts'
import { Outcome } from './outcome.tsx'

export interface UnsubscribePageProps {
  settings: PublicSettings
  token: string
  subscription: Subscription | null
}

type State = 'asked' | 'done' | 'invalid'

/** Asks somebody who has followed the link of a mail whether to unsubscribe. Opening it changes nothing: scanners of mails open links. */
export function UnsubscribePage({ settings, token, subscription }: UnsubscribePageProps) {
  const [state, setState] = useState<State>(startOf(subscription))
  const titles: Record<State, string> = {
    asked: t('access.unsubscribe'),
    done: t('access.youAreUnsubscribed'),
    invalid: t('access.thisLinkIsNotValid'),
  }
  const isShift = subscription?.kind === 'shift'
  const values = { customer: subscription?.customer ?? '', name: subscription?.name ?? '' }
  return (
    <AccessFrame settings={settings} title={titles[state]}>
      {state === 'asked' && (
        <Question
          text={isShift ? t('access.youGetTheShiftReport', values) : t('access.youGetTheMonthlyReport', values)}
          token={token}
          onDone={() => setState('done')}
          onInvalid={() => setState('invalid')}
        />
      )}
      {state === 'done' && (
        <Outcome
          tone="ok"
          text={isShift ? t('access.youGetShiftReportNoMore', values) : t('access.youGetItNoMore', values)}
        >
          <ToLogin />
        </Outcome>
      )}
      {state === 'invalid' && (
        <Outcome tone="warn" text={t('access.youAreNoRecipientAnyMore')}>
          <ToLogin />
        </Outcome>
      )}
    </AccessFrame>
  )
}

function startOf(subscription: Subscription | null): State {
  if (subscription === null) return 'invalid'
  return subscription.isSubscribed ? 'asked' : 'done'
}

interface QuestionProps {
  text: string
  token: string
  onDone: () => void
  onInvalid: () => void
}

function Question({ text, token, onDone, onInvalid }: QuestionProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const end = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await callApi(api.unsubscribe, { body: { token } })
      onDone()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'link_invalid') return onInvalid()
      setFailure(explainFailure(error))
      setBusy(false)
    }
  }
  return (
    <div className="grid gap-5">
      {failure !== null && <Alert tone="bad">{failure}</Alert>}
      <p className="text-15 wrap-anywhere text-text-2">{text}</p>
      <Button variant="primary" size="large" busy={busy} onClick={() => void end()}>
        {t('access.unsubscribe')}
      </Button>
    </div>
  )
}

function ToLogin() {
  return (
    <Link to="/login" className={buttonClasses('primary', 'large')}>
      {t('access.goToTheLogin')}
    </Link>
  )
}
