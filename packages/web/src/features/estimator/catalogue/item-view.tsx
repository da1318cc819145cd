import { t } from '@packhouse/messages'
import { formatPlainDate } from '../../../lib/format/dates.ts'
import { formatPrice } from '../../../lib/format/money.ts'
import type { ResourceRow } from '../../../resource/registry.ts'
import type { ResourceView } from '../../../resource/view.ts'
import { ItemPrices } from './item-prices.tsx'

/** Items of the catalogue as list and drawer show them. */
export const itemView: ResourceView = {
  columns: ['categoryId', 'unit', 'price', 'cost', 'next', 'leadDays'],
  sections: [
    { fields: ['code', 'description', 'categoryId', 'unit', 'active'] },
    { title: t('estimator.prices'), fields: ['currency', 'price', 'cost'] },
    { title: t('estimator.buying'), fields: ['supplierId', 'leadDays', 'notes'] },
  ],
  unitFrom: { price: 'currency', cost: 'currency' },
  extraColumns: [{ name: 'next', label: t('estimator.nextPrice'), render: (row) => <NextPrice row={row} /> }],
  extraTabs: [{ tab: 'prices', label: t('estimator.prices'), render: (row) => <ItemPrices item={row} /> }],
}

function NextPrice({ row }: { row: ResourceRow }) {
  if (typeof row.nextFrom !== 'string') return null
  return (
    <span className="tabular-nums">
      {formatPrice(row.nextPrice, row.currency)}
      <small className="ms-1.5 text-12 text-text-2">
        {t('estimator.fromDay', { day: formatPlainDate(row.nextFrom) })}
      </small>
    </span>
  )
}
