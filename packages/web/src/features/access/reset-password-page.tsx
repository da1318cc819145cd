import { api, type PublicSettings } from '@packhouse/contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { buttonClasses } from '../../ui/button.tsx'
import { AccessFrame } from './access-frame.tsx'
import { Outcome } from './outcome.tsx'
import { PasswordSet } from './password-set.tsx'
import { SetPasswordForm } from './set-password-form.tsx'

export interface ResetPasswordPageProps {
  settings: PublicSettings
  /** The secret of the link; empty where the address has none. */
  token: string
}

type State = 'form' | 'done' | 'invalid'

const titles: Record<State, string> = {
  form: 'Set a new password',
  done: 'Your new password is set',
  invalid: 'This link is not valid any more',
}

/** Sets a new password with the link of a mail. */
export function ResetPasswordPage({ settings, token }: ResetPasswordPageProps) {
  const [state, setState] = useState<State>(token === '' ? 'invalid' : 'form')
  return (
    <AccessFrame settings={settings} title={titles[state]}>
      {state === 'form' && (
        <SetPasswordForm
          save={(password) => callApi(api.resetPassword, { body: { token, password } })}
          onDone={() => setState('done')}
          onInvalid={() => setState('invalid')}
        />
      )}
      {state === 'done' && <PasswordSet text="You were signed out everywhere. Log in with the new password." />}
      {state === 'invalid' && (
        <Outcome
          tone="warn"
          text="It was used already, replaced by a newer one, or is older than 30 minutes. Ask for another link."
        >
          <Link to="/forgot-password" className={buttonClasses('primary', 'large')}>
            Ask for another link
          </Link>
        </Outcome>
      )}
    </AccessFrame>
  )
}
