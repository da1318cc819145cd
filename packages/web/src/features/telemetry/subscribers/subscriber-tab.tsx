import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { ResourceRow } from '../../../resource/registry.ts'
import { ConnectionTab } from '../connection-tab.tsx'

/** Switches a subscriber on and off, and tries its connection out. */
export function SubscriberTab({ row }: { row: ResourceRow }) {
  return (
    <ConnectionTab
      row={row}
      resource="mqttSubscriber"
      test={api.testSubscriber}
      ends={t('telemetry.switchingItOffEndsTheSubscription')}
      beside={t('telemetry.connectsBesideTheSubscriberWhichGoes')}
    />
  )
}
