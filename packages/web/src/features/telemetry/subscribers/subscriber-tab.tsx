import { api } from '@packhouse/contract'
import type { ResourceRow } from '../../../resource/registry.ts'
import { ConnectionTab } from '../connection-tab.tsx'

/** Switches a subscriber on and off, and tries its connection out. */
export function SubscriberTab({ row }: { row: ResourceRow }) {
  return (
    <ConnectionTab
      row={row}
      resource="mqttSubscriber"
      test={api.testSubscriber}
      ends="Switching it off ends the subscription at the broker: what is published meanwhile does not arrive later."
      beside="Connects beside the subscriber, which goes on undisturbed."
    />
  )
}
