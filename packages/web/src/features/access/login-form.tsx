import { t } from '@packhouse/messages'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { signIn } from '../../lib/session.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { loginText } from './login-text.ts'
import { PasswordField } from './password-field.tsx'

export interface LoginFormProps {
  /** The text of the button. */
  text: string | undefined
  onSignedIn: () => void
  onSecondFactor: (pendingToken: string) => void
}

/** A refusal is always the same words; a server that is away is no fault of what was typed. */
function explain(error: unknown): string {
  return error instanceof ApiError && error.status < 500
    ? t('access.invalidCredentials')
    : t('access.theServerCouldNotBeReached')
}

/** Sign-in with email and password. Neither is checked here: the server decides. */
export function LoginForm({ text = t('general.login'), onSignedIn, onSecondFactor }: LoginFormProps) {
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => email.current?.focus(), [])
  // After the alert is shown, so that a screen reader reads it before the field.
  useEffect(() => {
    if (failure !== null) password.current?.select()
  }, [failure])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setFailure(null)
    try {
      const { pendingToken } = await signIn(email.current?.value ?? '', password.current?.value ?? '')
      // It stays busy: the next screen is on its way.
      if (pendingToken === undefined) onSignedIn()
      else onSecondFactor(pendingToken)
    } catch (error) {
      setFailure(explain(error))
      setBusy(false)
    }
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {failure !== null && (
        <Alert tone="bad" className="mb-0.5 font-[550]">
          {failure}
        </Alert>
      )}
      <TextField ref={email} size="large" label={t('access.email')} type="email" name="email" autoComplete="username" />
      <PasswordField ref={password} />
      <Button type="submit" variant="primary" size="large" busy={busy} className="w-full font-semibold">
        {busy ? t('access.loggingIn') : loginText(text)}
      </Button>
    </form>
  )
}
