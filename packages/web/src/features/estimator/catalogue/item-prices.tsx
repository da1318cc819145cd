import { api, type ItemPrice } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../../lib/api-client.ts'
import { DateLabel } from '../../../lib/format/date-label.tsx'
import { formatPlainDate } from '../../../lib/format/dates.ts'
import { formatPrice } from '../../../lib/format/money.ts'
import { declared, type ResourceRow } from '../../../resource/registry.ts'
import { relatedKey } from '../../../resource/resource-queries.ts'
import { FailedState } from '../../../resource/table/table-states.tsx'
import { usePermission } from '../../../resource/use-permission.ts'
import { useSeesCost } from '../../../resource/use-sees-cost.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { EnterPrice } from './enter-price.tsx'

const tones: Record<ItemPrice['state'], Tone | 'plain'> = {
  today: 'ok',
  coming: 'info',
  past: 'plain',
  replaced: 'unk',
  takenBack: 'unk',
}

const words: Record<ItemPrice['state'], string> = {
  today: t('estimator.appliesToday'),
  coming: t('estimator.comes'),
  past: t('estimator.past'),
  replaced: t('estimator.replaced'),
  takenBack: t('estimator.takenBack'),
}

/** All prices that an item had or will have, the newest day first, with the way to enter another. */
export function ItemPrices({ item }: { item: ResourceRow }) {
  const resource = declared('itemMaster')
  const canChange = usePermission(resource.calls.update).allowed
  const query = useQuery({
    queryKey: [...relatedKey(resource, 'prices', item.id), item.rowVersion],
    queryFn: ({ signal }) => callApi(api.itemPrices, { params: { id: item.id } }, { signal }),
  })
  if (query.isPending) return <Skeleton className="h-24" />
  if (query.isError)
    return <FailedState what={t('estimator.prices')} error={query.error} onRetry={() => void query.refetch()} />
  return (
    <div className="grid gap-4">
      {canChange && <EnterPrice item={item} />}
      <PriceTable prices={query.data.items} currency={item.currency} />
    </div>
  )
}

function PriceTable({ prices, currency }: { prices: readonly ItemPrice[]; currency: unknown }) {
  const seesCost = useSeesCost()
  if (prices.length === 0) return <p className="text-13 text-text-2">{t('estimator.noPriceYet')}</p>
  return (
    <table className="w-full text-13">
      <thead>
        <tr className="border-b border-line text-12 text-text-2">
          <th className="py-1.5 text-start font-[550]">{t('estimator.from')}</th>
          <th className="py-1.5 text-end font-[550]">{t('estimator.price')}</th>
          {seesCost && <th className="py-1.5 text-end font-[550]">{t('estimator.cost')}</th>}
          <th className="py-1.5 ps-3 text-start font-[550]">{t('estimator.entered')}</th>
        </tr>
      </thead>
      <tbody>
        {prices.map((price) => (
          <tr key={price.id} className={isVoid(price) ? 'border-b border-line text-text-3' : 'border-b border-line'}>
            <td className="py-2 align-top whitespace-nowrap">
              {formatPlainDate(price.effectiveFrom)}
              <div className="mt-1">
                <Badge tone={tones[price.state]}>{words[price.state]}</Badge>
              </div>
            </td>
            <td className="py-2 text-end align-top tabular-nums">{formatPrice(price.price, currency)}</td>
            {seesCost && <td className="py-2 text-end align-top tabular-nums">{formatPrice(price.cost, currency)}</td>}
            <td className="py-2 ps-3 align-top text-12 text-text-2">
              <DateLabel value={price.enteredAt} />
              <span className="block">{price.enteredBy}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function isVoid({ state }: ItemPrice): boolean {
  return state === 'takenBack' || state === 'replaced'
}
