import { api, type MachineOrders, type ProductionOrder } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { numberFormat } from '../../lib/format/numbers.ts'
import type { SiteClock } from '../../lib/format/site-clock.ts'
import { showAnswer } from '../../lib/query-client.ts'
import { FormFrame } from '../../resource/form/form-frame.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { type OrderTexts, readDraft, textsOf } from './order-draft.ts'
import { ordersKey } from './use-production.ts'

interface OrderFormProps {
  machine: MachineOrders
  clock: SiteClock
  now: number
  /** The order that is changed; undefined for a new one. */
  order: ProductionOrder | undefined
  onDone: () => void
}

/** Plans an order, or changes one. What was typed stays where the server refuses it. */
export function OrderForm({ machine, clock, now, order, onDone }: OrderFormProps) {
  const id = machine.machineID
  const client = useQueryClient()
  const [texts, setTexts] = useState(() => textsOf(order, clock, now))
  const fault = () => {
    const draft = readDraft(texts, clock)
    return typeof draft === 'string' ? draft : undefined
  }
  const send = async () => {
    const draft = readDraft(texts, clock)
    if (typeof draft === 'string') return
    const changed = order
      ? await callApi(api.changeOrder, {
          params: { id, orderId: order.id },
          body: { rowVersion: order.rowVersion, order: draft },
        })
      : await callApi(api.planOrder, { params: { id }, body: draft })
    showAnswer(client, ordersKey(id), changed)
    showToast({ message: order ? t('production.orderChanged') : t('production.orderPlanned') })
  }
  const field = (name: keyof OrderTexts) => ({
    value: texts[name],
    onChange: ({ target: { value } }: { target: { value: string } }) =>
      setTexts((before) => ({ ...before, [name]: value })),
  })
  const { designSpeed } = machine
  return (
    <FormFrame
      look="row"
      title={order ? t('production.changeOrder', { number: order.number }) : t('production.planOrder')}
      fault={fault}
      send={send}
      onDone={onDone}
    >
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <TextField label={t('production.orderNumber')} maxLength={60} {...field('number')} />
        <TextField label={t('production.product')} maxLength={200} {...field('product')} />
        <TextField label={t('production.target')} inputMode="numeric" maxLength={10} {...field('target')} />
        <TextField
          label={t('production.idealRate')}
          inputMode="decimal"
          maxLength={10}
          placeholder={designSpeed === null ? undefined : numberFormat({}).format(designSpeed)}
          help={t('production.idealRateHelp')}
          {...field('idealRate')}
        />
        <TextField label={t('production.plannedFrom')} type="datetime-local" {...field('from')} />
        <TextField
          label={t('production.plannedTo')}
          type="datetime-local"
          help={t('production.timesOfSite', { zone: clock.zone.replaceAll('_', ' ') })}
          {...field('to')}
        />
      </div>
      <TextField
        label={t('production.recipe')}
        maxLength={200}
        help={t('production.recipeHelp')}
        {...field('recipe')}
      />
    </FormFrame>
  )
}
