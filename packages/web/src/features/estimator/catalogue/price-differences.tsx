import { t } from '@packhouse/messages'
import { formatPrice } from '../../../lib/format/money.ts'
import type { Differences } from './use-price-update.ts'

/** What an update would change: old and new beside each other. */
export function PriceDifferences({ preview }: { preview: Differences }) {
  const { changes, changed, unchanged } = preview
  return (
    <section aria-label={t('estimator.differences')} className="grid gap-2">
      <p className="text-13">{t('estimator.wouldChange', { changed, unchanged })}</p>
      {changes.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled with the keyboard too
        <div tabIndex={0} className="max-h-64 overflow-auto rounded-panel border border-line">
          <table className="w-full text-13">
            <tbody>
              {changes.map(({ id, code, description, currency, price, cost }) => (
                <tr key={id} className="border-b border-line last:border-0">
                  <td className="px-3 py-1.5">
                    <span className="code text-12 text-text-2">{code}</span>
                    <span className="block">{description}</span>
                  </td>
                  <td className="px-3 py-1.5 text-end whitespace-nowrap tabular-nums">
                    <Difference of={price} currency={currency} />
                    {cost && (
                      <span className="block text-12 text-text-2">
                        {t('estimator.cost')} <Difference of={cost} currency={currency} />
                      </span>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {changed > changes.length && (
        <p className="text-12 text-text-2">{t('estimator.firstShown', { count: changes.length })}</p>
      )}
    </section>
  )
}

function Difference({ of, currency }: { of: { from: string; to: string } | null; currency: string }) {
  if (of === null) return null
  return (
    <span>
      <del className="text-text-3">{formatPrice(of.from, undefined)}</del> →{' '}
      <ins className="font-semibold no-underline">{formatPrice(of.to, currency)}</ins>
    </span>
  )
}
