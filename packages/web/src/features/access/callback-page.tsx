import type { PublicSettings } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { Link } from '@tanstack/react-router'
import { Alert } from '../../ui/alert.tsx'
import { buttonClasses } from '../../ui/button.tsx'
import { AccessFrame } from './access-frame.tsx'

export interface CallbackPageProps {
  settings: PublicSettings
  /** Why the single sign-on came to nothing, in words. */
  failure: string
  /** Where to go after another try; a path of this origin. */
  intended: string
}

/** The end of a single sign-on that came to nothing. One that did not is not seen. */
export function CallbackPage({ settings, failure, intended }: CallbackPageProps) {
  return (
    <AccessFrame settings={settings} title={t('access.signInFailed')}>
      <Alert tone="bad" className="wrap-anywhere">
        {failure}
      </Alert>
      <Link to="/login" search={{ intended }} className={`${buttonClasses('primary', 'large')} mt-5 w-full`}>
        {t('access.backToLogin')}
      </Link>
    </AccessFrame>
  )
}
