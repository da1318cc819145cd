import { t } from '@packhouse/messages'
import { Alert } from '../../ui/alert.tsx'

/** For users who are sent here because a role requires a second factor, before and after they set it up. */
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
