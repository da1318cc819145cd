import type { SpareParts } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { BasketLine } from '../../../entities/parts-basket/basket.ts'
import { numberFormat } from '../../../lib/format/numbers.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toasts.tsx'

type Part = SpareParts['parts'][number]

interface PartRowProps {
  part: Part
  /** Whether its drawing is open, and how to open it; absent where the drawing is what it is shown beside. */
  drawn?: { isShown: boolean; onDrawing: (part: Part | undefined) => void }
  onAdd: (parts: readonly BasketLine[]) => void
}

/** A part of a machine: where it is on the drawing, and a button that puts one set of it into the basket. */
export function PartRow({ part, drawn, onAdd }: PartRowProps) {
  const { itemId, number, name, unit, quantity, position, drawing, isFitted, isActive, replacedBy } = part
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2 text-13">
      <span className="code min-w-10 rounded-control bg-surface-3 px-2 py-1 text-center" translate="no">
        <span className="sr-only">{t('service.position')} </span>
        {position}
      </span>
      <span className="min-w-40 flex-1 wrap-anywhere">
        <span className="block font-[550]" translate="no">
          {name}
        </span>
        <span className="block text-12 text-text-2" translate="no">
          {number} · {numberFormat({ maximumFractionDigits: 4 }).format(Number(quantity))} {unit}
        </span>
        {drawing !== null && drawn && (
          <button
            type="button"
            aria-expanded={drawn.isShown}
            onClick={() => drawn.onDrawing(drawn.isShown ? undefined : part)}
            className="text-start text-12 underline decoration-kraft underline-offset-3 max-md:min-h-11 md:min-h-6"
          >
            {t('service.drawingOf', { title: drawing.title })}
          </button>
        )}
      </span>
      {!isActive && <Badge tone="warn">{t('service.notDelivered')}</Badge>}
      {!isFitted && (
        <Badge tone="unk">
          {replacedBy === null ? t('service.notFitted') : t('service.replacedByPart', { number: replacedBy })}
        </Badge>
      )}
      {isFitted && isActive && (
        <Button
          size="dense"
          aria-label={t('service.addPart', { number })}
          onClick={() => {
            onAdd([{ itemId, number, name, unit, quantity }])
            showToast({ message: t('service.partAdded', { name, number }) })
          }}
        >
          {t('service.intoBasket')}
        </Button>
      )}
    </li>
  )
}
