import { api, deliveryStates } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { PageButtons } from '../../resource/table/pager.tsx'
import { FailedState } from '../../resource/table/table-states.tsx'
import { usePermission } from '../../resource/use-permission.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DeliveryCard } from './delivery-card.tsx'
import { deliveryLooks } from './delivery-looks.ts'
import { useDeliveryAct } from './use-delivery-act.ts'

const REFRESH_MS = 2_000

const stateValues = ['all', ...deliveryStates] as const
const states = stateValues.map((value) => ({
  value,
  label: value === 'all' ? t('general.all') : deliveryLooks[value].label,
}))

/** What was sent, what waits and what was given up. */
export function DeliveriesTab({ webhookId }: { webhookId: string }) {
  const permission = usePermission(api.testWebhook)
  const [page, setPage] = useState(1)
  const [chosen, setChosen] = useState<(typeof stateValues)[number]>('all')
  const { isBusy, act } = useDeliveryAct(webhookId)
  const state = chosen === 'all' ? {} : { state: chosen }
  const query = useQuery({
    queryKey: ['webhookDeliveries', webhookId, chosen, page],
    queryFn: ({ signal }) => {
      const parts = { params: { id: webhookId }, query: { page: String(page), pageSize: '20', ...state } }
      return callApi(api.webhookDeliveries, parts, { signal })
    },
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
  const test = async () => {
    await callApi(api.testWebhook, { params: { id: webhookId } })
    return t('webhooks.aTestIsOnItsWay')
  }
  if (query.isPending) return <Skeleton className="h-64" />
  if (query.isError) {
    return <FailedState what={t('webhooks.deliveries')} error={query.error} onRetry={() => void query.refetch()} />
  }
  const { items, total, pageSize } = query.data
  return (
    <section className="grid gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <Select
          label={t('general.state')}
          options={states}
          value={chosen}
          onValueChange={(value) => {
            setPage(1)
            setChosen(value)
          }}
        />
        {permission.allowed && (
          <Button busy={isBusy} onClick={() => void act(test)}>
            {t('webhooks.sendATest')}
          </Button>
        )}
      </div>
      {total === 0 ? (
        <p className="text-13 text-text-2">{t('webhooks.noDeliveries')}</p>
      ) : (
        <ul className="grid gap-2" aria-label={t('webhooks.deliveries')}>
          {items.map((delivery) => (
            <DeliveryCard key={delivery.id} webhookId={webhookId} delivery={delivery} />
          ))}
        </ul>
      )}
      {total > pageSize && <PageButtons page={page} pages={Math.ceil(total / pageSize)} onPage={setPage} />}
    </section>
  )
}
