import { marginPercent } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { formatDecimal, formatPrice } from '../../../lib/format/money.ts'
import { DASH } from '../../../lib/format/numbers.ts'
import type { ResourceRow } from '../../../resource/registry.ts'
import { useSeesCost } from '../../../resource/use-sees-cost.ts'
import { Fact } from '../../../ui/fact.tsx'
import { PanelFrame } from '../../../ui/panel-frame.tsx'
import { priceOf } from '../price.ts'

/** The price of the machine without options, what it costs to make for whoever sees that, and how long it takes. */
export function PricePanel({ row }: { row: ResourceRow }) {
  const { leadWeeks } = row
  const seesCost = useSeesCost()
  const margin = marginOf(row)
  return (
    <PanelFrame title={t('library.priceAndLead')}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 border-t border-line px-4 py-3 text-13">
        <Fact name={t('library.basePrice')}>
          <b className="font-semibold tabular-nums">{priceOf(row)}</b>
        </Fact>
        {seesCost && (
          <Fact name={t('library.baseCost')}>
            <span className="tabular-nums">{formatPrice(row.baseCost, row.currency)}</span>
            {margin !== null && (
              <span className="ms-2 text-12 text-text-2 tabular-nums">
                {t('library.marginOf', { percent: formatDecimal(margin) })}
              </span>
            )}
          </Fact>
        )}
        <Fact name={t('library.leadTime')}>
          {typeof leadWeeks === 'number' ? t('library.weeks', { count: leadWeeks }) : DASH}
        </Fact>
      </dl>
    </PanelFrame>
  )
}

function marginOf({ basePrice, baseCost }: ResourceRow): string | null {
  return typeof basePrice === 'string' && typeof baseCost === 'string' ? marginPercent(basePrice, baseCost) : null
}
