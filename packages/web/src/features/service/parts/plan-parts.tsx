import type { MachineService } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useBasket } from '../../../entities/parts-basket/use-basket.ts'
import { numberFormat } from '../../../lib/format/numbers.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toasts.tsx'

interface PlanPartsProps {
  /** Machine ID. */
  id: string
  plan: MachineService['plans'][number]
}

/** What a service needs, all of it put into the basket by one press. */
export function PlanParts({ id, plan: { name, parts } }: PlanPartsProps) {
  const { add } = useBasket(id)
  if (parts.length === 0) return null
  const count = numberFormat({ maximumFractionDigits: 4 })
  return (
    <div className="flex basis-full flex-wrap items-center gap-x-4 gap-y-1">
      <ul
        aria-label={t('service.partsOfPlan', { name })}
        className="min-w-40 flex-1 text-12 text-text-2"
        translate="no"
      >
        {parts.map(({ itemId, number, name: part, unit, quantity }) => (
          <li key={itemId} className="wrap-anywhere">
            {count.format(Number(quantity))} {unit} · {number} · {part}
          </li>
        ))}
      </ul>
      <Button
        size="dense"
        aria-label={t('service.partsOfPlanIntoBasket', { name })}
        onClick={() => {
          add(parts)
          showToast({ message: t('service.partsOfServiceAdded', { count: parts.length, name }) })
        }}
      >
        {t('service.partsIntoBasket')}
      </Button>
    </div>
  )
}
