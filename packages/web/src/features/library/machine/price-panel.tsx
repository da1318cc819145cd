import { t } from '@packhouse/messages'
import { DASH } from '../../../lib/format/numbers.ts'
import type { ResourceRow } from '../../../resource/registry.ts'
import { Fact } from '../../../ui/fact.tsx'
import { PanelFrame } from '../../../ui/panel-frame.tsx'
import { priceOf } from '../price.ts'

/** What the machine costs without options, and how long it takes. */
export function PricePanel({ row }: { row: ResourceRow }) {
  const { leadWeeks } = row
  return (
    <PanelFrame title={t('library.priceAndLead')}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 border-t border-line px-4 py-3 text-13">
        <Fact name={t('library.basePrice')}>
          <b className="font-semibold tabular-nums">{priceOf(row)}</b>
        </Fact>
        <Fact name={t('library.leadTime')}>
          {typeof leadWeeks === 'number' ? t('library.weeks', { count: leadWeeks }) : DASH}
        </Fact>
      </dl>
    </PanelFrame>
  )
}
