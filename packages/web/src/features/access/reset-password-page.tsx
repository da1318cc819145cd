import { api, type PublicSettings } from '@packhouse/contract'
import { t } from '@packhouse/messages'
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
  form: t('access.setANewPassword'),
  done: t('access.yourNewPasswordIsSet'),
  invalid: t('access.thisLinkIsNotValidAny'),
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
      {state === 'done' && <PasswordSet text={t('access.youWereSignedOutEverywhereLog')} />}
      {state === 'invalid' && (
        <Outcome tone="warn" text={t('access.itWasUsedAlreadyReplacedByA')}>
          <Link to="/forgot-password" className={buttonClasses('primary', 'large')}>
            {t('access.askForAnotherLink')}
          </Link>
        </Outcome>
      )}
    </AccessFrame>
  )
}
