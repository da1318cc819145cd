import type { api, CallResult } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { Tone } from '../../ui/badge.tsx'
import type { Icon } from '../../ui/icon.tsx'
import { AlertIcon, InfoIcon, RetryIcon, WarningIcon } from '../../ui/icons.tsx'
import { CheckIcon } from '../../ui/tool-icons.tsx'

export type Delivery = CallResult<typeof api.webhookDeliveries>['items'][number]

interface StateLook {
  label: string
  tone: Tone
  icon: Icon
}

export const deliveryLooks: Record<Delivery['state'], StateLook> = {
  waiting: { label: t('webhooks.waiting'), tone: 'info', icon: RetryIcon },
  delivered: { label: t('webhooks.delivered'), tone: 'ok', icon: CheckIcon },
  failed: { label: t('webhooks.failed'), tone: 'bad', icon: AlertIcon },
  withheld: { label: t('webhooks.withheld'), tone: 'unk', icon: InfoIcon },
  dropped: { label: t('webhooks.dropped'), tone: 'warn', icon: WarningIcon },
}
