import { t } from '@packhouse/messages'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { signInWithSecondFactor } from '../../lib/session.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { explainFailure } from './explain-failure.ts'

const SHORTEST = 6

export interface TwoFactorFormProps {
  pendingToken: string
  onSignedIn: () => void
  /** The sign-in is over: too much time has passed, or too many codes were wrong. */
  onOver: () => void
}

/** The code of the app, or a recovery code in the same field. */
export function TwoFactorForm({ pendingToken, onSignedIn, onOver }: TwoFactorFormProps) {
  const code = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => code.current?.focus(), [])
  // After the alert stands, so that it is read before the field is.
  useEffect(() => {
    if (failure !== null) code.current?.select()
  }, [failure])

  async function submit(event: FormEvent) {
    event.preventDefault()
    const typed = code.current?.value.trim() ?? ''
    if (busy) return
    // It would cost one of the few tries.
    if (typed.length < SHORTEST) return setFailure(t('access.enterTheSixDigitsOrA'))
    setBusy(true)
    setFailure(null)
    try {
      await signInWithSecondFactor(pendingToken, typed)
      // It stays busy: the next screen is on its way.
      onSignedIn()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'pending_token_invalid') return onOver()
      const wrong = error instanceof ApiError && error.code === 'second_factor_wrong'
      setFailure(wrong ? `The code is incorrect. ${error.message}` : explainFailure(error))
      setBusy(false)
    }
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {failure !== null && <Alert tone="bad">{failure}</Alert>}
      <TextField
        ref={code}
        size="large"
        label={t('access.code')}
        name="code"
        help={t('access.sixDigitsFromYourAppOr')}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button type="submit" variant="primary" size="large" busy={busy} className="w-full font-semibold">
        {busy ? t('access.checking') : t('access.continue')}
      </Button>
    </form>
  )
}
