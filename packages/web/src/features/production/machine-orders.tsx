import { api, type MachineOrders, type ProductionOrder } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import { showAnswer } from '../../lib/query-client.ts'
import { useLostFocus } from '../../lib/use-lost-focus.ts'
import { usePermission } from '../../resource/use-permission.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { PanelFailure, PanelFrame } from '../../ui/panel-frame.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { OrderForm } from './order-form.tsx'
import { OrderRow } from './order-row.tsx'
import type { PageWindow } from './page-window.ts'
import { ordersKey, useMachineOrders } from './use-production.ts'

interface MachineOrdersProps {
  id: string
  page: PageWindow
}

/** What a machine is to make: the order under way with its progress, those that are planned, and the last ones. */
export function MachineOrdersPanel({ id, page }: MachineOrdersProps) {
  const { data, isLoadingError, refetch } = useMachineOrders(id)
  const { allowed: changes } = usePermission(api.planOrder)
  const [form, setForm] = useState<ProductionOrder | 'new'>()
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    setForm(undefined)
    opener.current?.focus()
  }
  const orders = data ? [data.underWay, ...data.planned, ...data.ended].filter((order) => order !== null) : []
  // Who may plan nothing has nothing to look at where nothing is planned.
  if ((data === undefined && !isLoadingError) || (data && orders.length === 0 && !changes)) return null
  return (
    <PanelFrame
      title={t('production.orders')}
      empty={data && orders.length === 0 && form === undefined && t('production.noOrders')}
      aside={
        data &&
        changes && (
          <Button
            ref={opener}
            size="dense"
            aria-expanded={form === 'new'}
            onClick={() => setForm(form === 'new' ? undefined : 'new')}
          >
            {t('production.planOrder')}
          </Button>
        )
      }
    >
      {data === undefined && <PanelFailure what={t('production.theOrders')} onRetry={() => void refetch()} />}
      {data && form !== undefined && (
        <OrderForm
          key={form === 'new' ? form : form.id}
          machine={data}
          clock={page.clock}
          now={page.now}
          order={form === 'new' ? undefined : form}
          onDone={close}
        />
      )}
      {data && orders.length > 0 && (
        <Orders machine={data} orders={orders} page={page} onChange={changes ? setForm : undefined} />
      )}
    </PanelFrame>
  )
}

interface OrdersProps {
  machine: MachineOrders
  orders: readonly ProductionOrder[]
  page: PageWindow
  /** Absent without the permission to change orders. */
  onChange: ((order: ProductionOrder) => void) | undefined
}

function Orders({ machine, orders, page, onChange }: OrdersProps) {
  const client = useQueryClient()
  const [asked, setAsked] = useState<ProductionOrder>()
  const rows = useLostFocus('button')
  const id = machine.machineID
  const run = async (message: string, work: () => Promise<MachineOrders>) => {
    try {
      showAnswer(client, ordersKey(id), await work())
      showToast({ message })
    } catch (error) {
      showToast({ tone: 'failed', message: error instanceof ApiError ? error.message : t('production.noAnswer') })
    }
  }
  const step = (order: ProductionOrder, what: 'start' | 'end') =>
    run(what === 'start' ? t('production.orderStarted') : t('production.orderEnded'), () =>
      callApi(api.stepOrder, { params: { id, orderId: order.id, step: what } }),
    )
  const remove = (order: ProductionOrder) => {
    setAsked(undefined)
    return run(t('production.orderRemoved'), () => callApi(api.removeOrder, { params: { id, orderId: order.id } }))
  }
  return (
    <>
      <ul ref={rows} aria-label={t('production.orders')} className="max-h-62 overflow-auto border-t border-line-2">
        {orders.map((order) => (
          <OrderRow
            key={order.id}
            order={order}
            page={page}
            hasShifts={machine.hasShifts}
            canStart={machine.underWay === null}
            actions={
              onChange && {
                change: () => onChange(order),
                step: (what) => step(order, what),
                remove: () => setAsked(order),
              }
            }
          />
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== undefined}
        title={t('production.removeOrder', { number: asked?.number ?? '' })}
        confirm={t('production.remove')}
        onConfirm={() => asked && void remove(asked)}
        onCancel={() => setAsked(undefined)}
      >
        {t('production.removeOrderText')}
      </ConfirmDialog>
    </>
  )
}
