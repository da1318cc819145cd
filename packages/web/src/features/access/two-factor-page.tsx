import type { PublicSettings } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { Link } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { buttonClasses } from '../../ui/button.tsx'
import { AccessFrame } from './access-frame.tsx'
import { TwoFactorWays } from './two-factor-ways.tsx'

export interface TwoFactorPageProps {
  settings: PublicSettings
  /** What the login answered; empty where the address has none. */
  pendingToken: string
  /** Where to go afterwards; a path of this origin. */
  intended: string
  onSignedIn: () => void
}

/** The second step of a sign-in. */
export function TwoFactorPage({ settings, pendingToken, intended, onSignedIn }: TwoFactorPageProps) {
  const [over, setOver] = useState(pendingToken === '')
  const end = useCallback(() => setOver(true), [])
  return (
    <AccessFrame settings={settings} title={over ? t('access.logInAgain') : t('access.confirmItIsYou')}>
      {over ? (
        <Alert tone="warn">{t('access.tooMuchTimeHasPassedOr')}</Alert>
      ) : (
        <TwoFactorWays settings={settings} pendingToken={pendingToken} onSignedIn={onSignedIn} onOver={end} />
      )}
      <Link
        to="/login"
        search={{ intended }}
        className={`${buttonClasses(over ? 'primary' : 'quiet', 'large')} mt-4 w-full`}
      >
        {t('access.backToLogin')}
      </Link>
    </AccessFrame>
  )
}
