import { api, type PublicSettings } from '@packhouse/contract'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, buttonClasses } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AccessFrame } from './access-frame.tsx'
import { explainFailure } from './explain-failure.ts'
import { Outcome } from './outcome.tsx'

/** Asks for a link to a new password. What it says does not tell whether there is such an account. */
export function ForgotPasswordPage({ settings }: { settings: PublicSettings }) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  return (
    <AccessFrame settings={settings} title={sentTo === null ? 'Forgot your password?' : 'Look into your mailbox'}>
      {sentTo === null ? (
        <AskForm onSent={setSentTo} />
      ) : (
        <Outcome
          tone="ok"
          text={`If there is an account for ${sentTo}, a link to set a new password is on its way to it. The link is valid for 30 minutes.`}
        >
          <Link to="/login" className={buttonClasses('primary', 'large')}>
            Back to the login
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
      <p className="text-15 text-text-2">
        Enter the email of your account. A link with which to set a new password is sent to it.
      </p>
      <TextField ref={email} size="large" label="Email" type="email" name="email" autoComplete="username" />
      <Button type="submit" variant="primary" size="large" busy={busy} className="w-full font-semibold">
        {busy ? 'Sending...' : 'Send link'}
      </Button>
      <Link to="/login" className={buttonClasses('quiet', 'large')}>
        Back to the login
      </Link>
    </form>
  )
}
