import type { AlarmRemedy } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useBasket } from '../../entities/parts-basket/use-basket.ts'
import { numberFormat } from '../../lib/format/numbers.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toasts.tsx'

interface RemedyPartProps {
  machineID: string
  part: NonNullable<AlarmRemedy['sparePart']>
}

/** The part of the rule as the machine of the alarm has it, put into the basket of that machine by one press. */
export function RemedyPart({ machineID, part }: RemedyPartProps) {
  const { add } = useBasket(machineID)
  const { number, name, unit, quantity, position } = part
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="min-w-40 flex-1 wrap-anywhere">
        <span className="block" translate="no">
          {name}
        </span>
        <span className="block text-12 text-text-2">
          <span translate="no">
            {number} · {numberFormat({ maximumFractionDigits: 4 }).format(Number(quantity))} {unit}
          </span>{' '}
          · {t('service.markOf', { position })}
        </span>
      </span>
      <Button
        size="dense"
        aria-label={t('service.addPart', { number })}
        onClick={() => {
          add([part])
          showToast({ message: t('service.partAdded', { name, number }) })
        }}
      >
        {t('service.intoBasket')}
      </Button>
    </div>
  )
}
