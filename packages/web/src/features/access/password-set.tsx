import { t } from '@packhouse/messages'
import { Link } from '@tanstack/react-router'
import { buttonClasses } from '../../ui/button.tsx'
import { Outcome } from './outcome.tsx'

/** Leads to the login, which alone starts a session: with the second factor where there is one. */
export function PasswordSet({ text }: { text: string }) {
  return (
    <Outcome tone="ok" text={text}>
      <Link to="/login" className={buttonClasses('primary', 'large')}>
        {t('access.goToTheLogin')}
      </Link>
    </Outcome>
  )
}
