import { api } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { callApi } from '../../lib/api-client.ts'
import { DateLabel } from '../../lib/format/date-label.tsx'
import { resourceNamed } from '../../resource/registry.ts'
import { usePermission } from '../../resource/use-permission.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { type Delivery, deliveryLooks } from './delivery-looks.ts'
import { useDeliveryAct } from './use-delivery-act.ts'

const verbs: Partial<Record<string, string>> = {
  create: t('webhooks.created'),
  update: t('webhooks.changed'),
  delete: t('webhooks.deleted'),
}

/** What it reports, in the words of the screens. */
function wordsOf({ resource, action }: Delivery): string {
  if (resource === null) return t('webhooks.test')
  const verb = action === null ? undefined : (verbs[action] ?? action)
  return [resourceNamed(resource)?.noun[0] ?? resource, verb].filter((word) => word !== undefined).join(' · ')
}

/** One delivery: what it reports, and what the receiver said. */
export function DeliveryCard({ webhookId, delivery }: { webhookId: string; delivery: Delivery }) {
  const permission = usePermission(api.resendDelivery)
  const { isBusy, act } = useDeliveryAct(webhookId)
  const { id, state, attempts, status, durationMs, reason, createdAt } = delivery
  const look = deliveryLooks[state]
  const resend = async () => {
    await callApi(api.resendDelivery, { params: { id: webhookId, deliveryId: id } })
    return t('webhooks.itIsSentAgain')
  }
  const mayResend = permission.allowed && (state === 'delivered' || state === 'failed')
  return (
    <li className="grid gap-1.5 rounded-panel border border-line p-3 text-13">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={look.tone} icon={look.icon}>
          {look.label}
        </Badge>
        <strong className="font-[550]">{wordsOf(delivery)}</strong>
        <span className="ms-auto text-text-2">
          <DateLabel value={createdAt} mode="absolute" />
        </span>
      </div>
      <p className="text-text-2 tabular-nums">
        {t('webhooks.attemptsSoFar', { attempts })}
        {status !== null && ` · HTTP ${status}`}
        {durationMs !== null && ` · ${t('webhooks.milliseconds', { ms: durationMs })}`}
      </p>
      {reason !== null && <p className="wrap-anywhere">{declared(reason)}</p>}
      {mayResend && (
        <div>
          <Button size="dense" busy={isBusy} onClick={() => void act(resend)}>
            {t('webhooks.resend')}
          </Button>
        </div>
      )}
    </li>
  )
}
