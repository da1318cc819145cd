import type { BoardColumn } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { formatPrice } from '../../../lib/format/money.ts'
import { formatRoughAmount, openSums } from './board-sums.ts'

/** What the projects that are open come to, and what they are likely to bring in. */
export function OpenLine({ columns }: { columns: readonly BoardColumn[] }) {
  const open = [...openSums(columns)]
  if (open.length === 0) return null
  const words = (format: (amount: string, currency: string) => string, of: 'total' | 'weighted') =>
    open.map(([currency, sums]) => format(sums[of], currency)).join(', ')
  const line = (format: (amount: string, currency: string) => string) =>
    t('estimator.openSums', { total: words(format, 'total'), weighted: words(format, 'weighted') })
  return (
    <p title={line(formatPrice)} className="ms-auto min-w-0 text-12 text-text-2 tabular-nums md:text-end">
      {line(formatRoughAmount)}
    </p>
  )
}
