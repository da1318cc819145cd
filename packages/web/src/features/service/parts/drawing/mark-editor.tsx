import type { PartsDrawing } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type MouseEvent, useState } from 'react'
import { UnsavedGuard } from '../../../../resource/form/unsaved-guard.tsx'
import { Alert } from '../../../../ui/alert.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Select } from '../../../../ui/select.tsx'
import { DrawingPicture } from './drawing-picture.tsx'
import { MovableMark } from './movable-mark.tsx'
import { changesOf, countOf, type PlacedMarks, placedOf, withoutPlace, withPlace } from './placed-marks.ts'
import type { Drawing, DrawingFile } from './use-drawing.ts'
import { useSaveMarks } from './use-save-marks.ts'

interface MarkEditorProps {
  /** Machine ID. */
  id: string
  drawing: Drawing
  file: DrawingFile
  shown: PartsDrawing
  onDone: () => void
}

const MIDDLE = 0.5

/** Sets where positions are on a drawing, by pointer or by keyboard. What is set stays until it is saved or discarded. */
export function MarkEditor({ id, drawing, file, shown, onDone }: MarkEditorProps) {
  const [base] = useState<PlacedMarks>(() => placedOf(shown.marks))
  const [placed, setPlaced] = useState(base)
  const positions = positionsOf(shown)
  const [chosen, setChosen] = useState(() => positions.find((one) => !placed.has(one)) ?? positions[0] ?? '')
  const [page, setPage] = useState(() => placed.get(chosen)?.page ?? 1)
  const changes = changesOf(base, shown.marks, placed)
  const { save, isSaving, failure } = useSaveMarks(id, drawing.documentId, onDone)
  const place = (x: number, y: number) => {
    if (chosen === '') return
    const next = withPlace(placed, chosen, { page, x, y })
    setPlaced(next)
    // One press after the other sets one position after the other.
    setChosen(positions.find((one) => !next.has(one)) ?? chosen)
  }
  const placeAt = ({ clientX, clientY, currentTarget }: MouseEvent<HTMLElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    place((clientX - left) / width, (clientY - top) / height)
  }
  const choose = (position: string) => {
    setChosen(position)
    setPage(placed.get(position)?.page ?? page)
  }
  return (
    <div className="grid gap-2">
      <p className="text-12 text-text-2">{t('service.placeHow')}</p>
      <div className="flex flex-wrap items-center gap-2">
        <Select
          label={t('service.positionToPlace')}
          value={chosen}
          onValueChange={choose}
          options={positions.map((value) => ({
            value,
            label: placed.has(value) ? value : t('service.notPlacedYet', { position: value }),
          }))}
        />
        <Button size="dense" onClick={() => place(MIDDLE, MIDDLE)}>
          {t('service.placeInMiddle')}
        </Button>
      </div>
      <DrawingPicture id={id} drawing={drawing} file={file} page={page} onPage={setPage}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the keyboard places by the button above and the arrows on the marks */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
        <div className="absolute inset-0 cursor-crosshair" onClick={placeAt}>
          {[...placed]
            .filter(([, at]) => at.page === page)
            .map(([position, at]) => (
              <MovableMark
                key={position}
                mark={{ position, ...at }}
                isChosen={position === chosen}
                onChoose={() => setChosen(position)}
                onMove={(x, y) => setPlaced((now) => withPlace(now, position, { page, x, y }))}
                onRemove={() => setPlaced((now) => withoutPlace(now, position))}
              />
            ))}
        </div>
      </DrawingPicture>
      {positions.every((one) => placed.has(one)) && (
        <p role="status" className="text-12 text-text-2">
          {t('service.allPlaced')}
        </p>
      )}
      {failure !== undefined && (
        <Alert tone="bad" className="text-13">
          {t('service.positionsNotSaved', { reason: failure })}
        </Alert>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" size="dense" busy={isSaving} onClick={() => void save(changes)}>
          {t('service.savePositions')}
        </Button>
        <Button size="dense" disabled={isSaving} onClick={onDone}>
          {t('service.discardPositions')}
        </Button>
      </div>
      <UnsavedGuard count={countOf(changes)} isSaving={isSaving} onDiscard={onDone} />
    </div>
  )
}

/** Those of the parts that the drawing shows, and those that are placed though no part is there any more, in the order of numbers. */
function positionsOf({ parts, marks }: PartsDrawing): string[] {
  const names = new Set([...parts, ...marks].map(({ position }) => position))
  return [...names].sort((one, other) => one.localeCompare(other, undefined, { numeric: true }))
}
