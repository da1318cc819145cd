import type { PublicSettings } from '@packhouse/contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { buttonClasses } from '../../ui/button.tsx'
import { AccessFrame } from './access-frame.tsx'
import { TwoFactorForm } from './two-factor-form.tsx'

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
  return (
    <AccessFrame settings={settings} title={over ? 'Log in again' : 'Confirm it is you'}>
      {over ? (
        <Alert tone="warn">Too much time has passed, or too many codes were wrong.</Alert>
      ) : (
        <TwoFactorForm pendingToken={pendingToken} onSignedIn={onSignedIn} onOver={() => setOver(true)} />
      )}
      <Link
        to="/login"
        search={{ intended }}
        className={`${buttonClasses(over ? 'primary' : 'quiet', 'large')} mt-4 w-full`}
      >
        Back to login
      </Link>
    </AccessFrame>
  )
}
