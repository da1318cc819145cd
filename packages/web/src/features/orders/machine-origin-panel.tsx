import { api, type MachineOrigin, projects } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import { OrderSteps } from '../../entities/order/order-steps.tsx'
import { callApi } from '../../lib/api-client.ts'
import { PdfButton } from '../../resource/pdf-button.tsx'
import { usePermission } from '../../resource/use-permission.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Fact } from '../../ui/fact.tsx'
import { PanelFrame } from '../../ui/panel-frame.tsx'

/** The order and the quote that a machine came from. Without an order there is nothing to show. @param id machine ID */
export function MachineOriginPanel({ id }: { id: string }) {
  const { data } = useQuery({
    queryKey: ['machines', 'origin', id],
    queryFn: ({ signal }) => callApi(api.machineOrigin, { params: { id } }, { signal }),
  })
  if (!data?.order) return null
  return (
    <PanelFrame title={t('orders.origin')}>
      <Order order={data.order} />
    </PanelFrame>
  )
}

function Order({ order }: { order: NonNullable<MachineOrigin['order']> }) {
  const { number, model, serial, options, quote, steps } = order
  return (
    <div className="grid gap-3 px-4 pb-4 text-13">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5" translate="no">
        <Fact name={t('orders.order')}>{number}</Fact>
        {quote !== null && (
          <Fact name={t('orders.quote')}>
            <QuoteLink quote={quote} />
          </Fact>
        )}
        <Fact name={t('claim.model')}>{[model, serial].filter((word) => word !== null).join(' · ')}</Fact>
        {options.length > 0 && <Fact name={t('claim.options')}>{options.join(', ')}</Fact>}
      </dl>
      <OrderSteps steps={steps} />
      {quote !== null && (
        <div>
          <PdfButton request={{ type: 'orderConfirmation', id: quote.projectId }} label={t('quotePanel.orderAsPdf')}>
            {t('quotePanel.order')}
          </PdfButton>
        </div>
      )}
    </div>
  )
}

function QuoteLink({ quote }: { quote: NonNullable<NonNullable<MachineOrigin['order']>['quote']> }) {
  const isStaff = usePermission(projects.calls.get).allowed
  const href = isStaff ? `/estimator/projects/${quote.projectId}` : `/quotes?quote=${quote.projectId}`
  return (
    <AppLink href={href} className="underline underline-offset-3">
      {quote.number} · {quote.title}
    </AppLink>
  )
}
