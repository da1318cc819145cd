import { api, type PublicSettings } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import type { Invitation } from '../../lib/invitation.ts'
import { buttonClasses } from '../../ui/button.tsx'
import { AccessFrame } from './access-frame.tsx'
import { Outcome } from './outcome.tsx'
import { PasswordSet } from './password-set.tsx'
import { SetPasswordForm } from './set-password-form.tsx'

export interface InvitationPageProps {
  settings: PublicSettings
  token: string
  invitation: Invitation | null
}

type State = 'form' | 'done' | 'invalid'

/** Welcomes somebody who was invited, or who confirms an address, and sets the first password. */
export function InvitationPage({ settings, token, invitation }: InvitationPageProps) {
  const [state, setState] = useState<State>(invitation === null ? 'invalid' : 'form')
  const titles: Record<State, string> = {
    form: t('access.welcomeTo', { productTitle: settings.productTitle }),
    done: t('access.yourPasswordIsSet'),
    invalid: t('access.thisInvitationIsNotValidAny'),
  }
  return (
    <AccessFrame settings={settings} title={titles[state]}>
      {state === 'form' && invitation !== null && (
        <SetPasswordForm
          email={invitation.email}
          save={(password) => callApi(api.acceptInvitation, { body: { token, password } })}
          onDone={() => setState('done')}
          onInvalid={() => setState('invalid')}
        />
      )}
      {state === 'done' && <PasswordSet text={t('access.yourAccountIsReadyLogIn')} />}
      {state === 'invalid' && (
        <Outcome tone="warn" text={t('access.itWasUsedAlreadyReplacedBy')}>
          <Link to="/login" className={buttonClasses('primary', 'large')}>
            {t('access.goToTheLogin')}
          </Link>
        </Outcome>
      )}
    </AccessFrame>
  )
}
