import { t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import { whyNoPasskeys } from '../../lib/passkeys.ts'
import { publicSettingsQuery } from '../../lib/public-settings.ts'
import { Alert } from '../../ui/alert.tsx'

/** For users who are sent here because a role requires a second factor, before and after they set it up. */
export function RequiredNotice({ isMissing }: { isMissing: boolean }) {
  const obstacle = whyNoPasskeys(useQuery(publicSettingsQuery).data)
  if (!isMissing) {
    return <Alert tone="ok">{t('settings.yourSecondFactorIsSetUp')}</Alert>
  }
  return (
    <Alert tone="warn">
      <h2 className="font-semibold">{t('settings.yourRoleNeedsASecondFactor')}</h2>
      <p>{obstacle === undefined ? t('settings.setUpAnAppOrA') : t('settings.setUpAnApp')}</p>
      {obstacle !== undefined && <p>{obstacle}</p>}
    </Alert>
  )
}
