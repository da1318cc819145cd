import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import { pushQuery, useAddDevice, useOwnFingerprint } from '../../entities/push/use-push.ts'
import { type PushObstacle, pushObstacle } from '../../lib/push-device.ts'
import { useLostFocus } from '../../lib/use-lost-focus.ts'
import { usePermission } from '../../resource/use-permission.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { NotificationChoices } from './notification-choices.tsx'
import { PushDeviceRow } from './push-device-row.tsx'
import { SettingsSection } from './settings-section.tsx'

const obstacles: Record<PushObstacle, string> = {
  insecure: t('settings.notificationsNeedHttps'),
  install: t('settings.notificationsNeedInstall'),
  unsupported: t('settings.notificationsNotSupported'),
  blocked: t('settings.notificationsAreBlocked'),
}

export interface NotificationsSectionProps {
  /** Whether notifications about service are switched on. */
  wantsService: boolean
}

/** The own devices that get notifications, of alarms or about service, and which they get. */
export function NotificationsSection({ wantsService }: NotificationsSectionProps) {
  const { data, isError } = useQuery(pushQuery)
  const { allowed: seesAlarms } = usePermission(api.listAlarms)
  const own = useOwnFingerprint()
  const { add, isAdding, failure } = useAddDevice(data?.publicKey)
  const obstacle = pushObstacle()
  const room = useLostFocus('button')
  const isAdded = data?.devices.some(({ fingerprint }) => fingerprint === own) ?? false
  return (
    <SettingsSection title={t('settings.notifications')} text={t('settings.notificationsAre')}>
      <div ref={room} className="grid gap-3">
        {isError && <Alert tone="bad">{t('settings.devicesCouldNotBeRead')}</Alert>}
        {data === undefined && !isError && <Skeleton className="h-12" />}
        {failure !== null && <Alert tone="bad">{failure}</Alert>}
        {obstacle !== undefined && <Alert tone="info">{obstacles[obstacle]}</Alert>}
        {data && obstacle === undefined && !isAdded && (
          <div>
            <Button variant="primary" busy={isAdding} onClick={add}>
              {t('settings.getNotificationsHere')}
            </Button>
          </div>
        )}
        {!seesAlarms && !wantsService && (
          <Alert tone="info">{t('settings.nothingIsSentUntil', { choice: t('settings.servicePush') })}</Alert>
        )}
        {data && data.devices.length > 0 && (
          <ul aria-label={t('settings.notifications')} className="grid divide-y divide-line">
            {data.devices.map((device) => (
              <PushDeviceRow key={device.id} device={device} isThis={device.fingerprint === own} />
            ))}
          </ul>
        )}
        {data && <NotificationChoices settings={data} seesAlarms={seesAlarms} />}
      </div>
    </SettingsSection>
  )
}
