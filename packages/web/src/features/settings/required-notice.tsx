import { t } from '@packhouse/messages'
import { Alert } from '../../ui/alert.tsx'

/** Said to somebody who was led here because a role needs a second factor, until and after it is set up. */
export function RequiredNotice({ isMissing }: { isMissing: boolean }) {
  if (!isMissing) {
    return <Alert tone="ok">{t('settings.yourSecondFactorIsSetUp')}</Alert>
  }
  return (
    <Alert tone="warn">
      <h2 className="font-semibold">{t('settings.yourRoleNeedsASecondFactor')}</h2>
      <p>{t('settings.setUpAnAppOrA')}</p>
    </Alert>
  )
}
