import type { PartsDrawing } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { BasketLine } from '../../../../entities/parts-basket/basket.ts'
import { PartRow } from '../part-row.tsx'

interface PositionPartsProps {
  position: string | undefined
  parts: PartsDrawing['parts']
  onAdd: (parts: readonly BasketLine[]) => void
}

/** What is at the position that was pressed: what is fitted first, and what it took the place of. */
export function PositionParts({ position, parts, onAdd }: PositionPartsProps) {
  const at = parts
    .filter((part) => part.position === position)
    .sort((one, other) => Number(other.isFitted) - Number(one.isFitted))
  return (
    <div role="status">
      {position !== undefined && at.length === 0 && (
        <p className="text-13 text-text-2">{t('service.positionHasNoPart', { position })}</p>
      )}
      {position !== undefined && at.length > 0 && (
        <ul
          aria-label={t('service.partsFromDrawing', { position })}
          className="border-t border-line bg-surface-2 px-3 [&>li:last-child]:border-b-0"
        >
          {at.map((part) => (
            <PartRow key={part.id} part={part} onAdd={onAdd} />
          ))}
        </ul>
      )}
    </div>
  )
}
