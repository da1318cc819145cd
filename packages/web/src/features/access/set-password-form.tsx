import { declared, t } from '@packhouse/messages'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { emailInput } from '../../ui/email-input.ts'
import { TextField } from '../../ui/text-field.tsx'
import { explainFailure } from './explain-failure.ts'
import { PasswordField } from './password-field.tsx'

export interface SetPasswordFormProps {
  /** Whose password it is, where that is known; password managers keep it with the password. */
  email?: string
  /** Sends the password. */
  save: (password: string) => Promise<unknown>
  onDone: () => void
  /** The link is used, replaced or too old. */
  onInvalid: () => void
}

/** What is wrong with the password, or with something else. */
interface Failure {
  field?: string
  form?: string
}

function toFailure(error: unknown): Failure {
  const fault = error instanceof ApiError ? error.errors.find(({ path }) => path === 'body.password') : undefined
  return fault === undefined
    ? { form: explainFailure(error) }
    : { field: t('access.thePassword', { fault: declared(fault.message) }) }
}

/** A new password, typed once and shown on demand. Its rules are the server's. */
export function SetPasswordForm({ email, save, onDone, onInvalid }: SetPasswordFormProps) {
  const password = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>({})
  useEffect(() => password.current?.focus(), [])
  // After the error is shown, so that a screen reader reads it with the field.
  useEffect(() => {
    if (failure.field !== undefined) password.current?.select()
  }, [failure])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setFailure({})
    try {
      await save(password.current?.value ?? '')
      onDone()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'link_invalid') return onInvalid()
      setFailure(toFailure(error))
      setBusy(false)
    }
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {failure.form !== undefined && <Alert tone="bad">{failure.form}</Alert>}
      {email !== undefined && (
        <TextField
          size="large"
          label={t('access.email')}
          {...emailInput}
          name="email"
          autoComplete="username"
          value={email}
          readOnly
        />
      )}
      <PasswordField
        ref={password}
        kind="new"
        help={t('access.atLeast15Characters8If')}
        {...(failure.field !== undefined && { error: failure.field })}
      />
      <Button type="submit" variant="primary" size="large" busy={busy} className="w-full font-semibold">
        {busy ? t('access.saving') : t('access.setPassword')}
      </Button>
    </form>
  )
}
