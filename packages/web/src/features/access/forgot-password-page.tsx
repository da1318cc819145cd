import { api, type PublicSettings } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, buttonClasses } from '../../ui/button.tsx'
import { emailInput } from '../../ui/email-input.ts'
import { TextField } from '../../ui/text-field.tsx'
import { AccessFrame } from './access-frame.tsx'
import { explainFailure } from './explain-failure.ts'
import { Outcome } from './outcome.tsx'

/** Asks for a link to a new password. The answer does not reveal whether there is such an account. */
export function ForgotPasswordPage({ settings }: { settings: PublicSettings }) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  return (
    <AccessFrame
      settings={settings}
      title={sentTo === null ? t('access.forgotYourPassword') : t('access.lookIntoYourMailbox')}
    >
      {sentTo === null ? (
        <AskForm onSent={setSentTo} />
      ) : (
        <Outcome tone="ok" text={t('access.ifThereIsAnAccountFor', { email: sentTo })}>
          <Link to="/login" className={buttonClasses('primary', 'large')}>
            {t('access.backToLogin')}
          </Link>
        </Outcome>
      )}
    </AccessFrame>
  )
}

/** The address is not checked here: the server answers every one alike. */
function AskForm({ onSent }: { onSent: (email: string) => void }) {
  const email = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => email.current?.focus(), [])

  async function submit(event: FormEvent) {
    event.preventDefault()
    const address = email.current?.value.trim() ?? ''
    if (busy || address === '') return
    setBusy(true)
    setFailure(null)
    try {
      await callApi(api.forgotPassword, { body: { email: address } })
      onSent(address)
    } catch (error) {
      setFailure(explainFailure(error))
      setBusy(false)
    }
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {failure !== null && <Alert tone="bad">{failure}</Alert>}
      <p className="text-15 text-text-2">{t('access.enterTheEmailOfYourAccount')}</p>
      <TextField
        ref={email}
        size="large"
        label={t('access.email')}
        {...emailInput}
        name="email"
        autoComplete="username"
      />
      <Button type="submit" variant="primary" size="large" busy={busy} className="w-full font-semibold">
        {busy ? t('access.sending') : t('access.sendLink')}
      </Button>
      <Link to="/login" className={buttonClasses('quiet', 'large')}>
        {t('access.backToLogin')}
      </Link>
    </form>
  )
}
