import { drawingMarks, type PartsDrawing } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useRef, useState } from 'react'
import type { BasketLine } from '../../../../entities/parts-basket/basket.ts'
import { saveFile } from '../../../../resource/download.ts'
import { usePermission } from '../../../../resource/use-permission.ts'
import { Button } from '../../../../ui/button.tsx'
import { PanelFailure } from '../../../../ui/panel-frame.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { showToast } from '../../../../ui/toasts.tsx'
import { DrawingPicture } from './drawing-picture.tsx'
import { MarkButton } from './mark-button.tsx'
import { MarkEditor } from './mark-editor.tsx'
import { PositionParts } from './position-parts.tsx'
import { type Drawing, type DrawingFile, fileRequest, kindOf, readFile, usePartsDrawing } from './use-drawing.ts'

interface DrawingViewProps {
  /** Machine ID. */
  id: string
  drawing: Drawing
  /** The position that somebody came from. */
  position: string | undefined
  onPosition: (position: string) => void
  onAdd: (parts: readonly BasketLine[]) => void
  onClose: () => void
}

/** A drawing beside the positions. Each position on it can be pressed and shows its part; staff set where they are. */
export function DrawingView({ id, drawing, position, onPosition, onAdd, onClose }: DrawingViewProps) {
  const { title, file, documentId } = drawing
  const { data, isLoadingError, refetch } = usePartsDrawing(id, documentId)
  const [isEditing, setEditing] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const mayEdit = useMayEdit() && file !== null && kindOf(file) !== 'file'
  const close = () => {
    setEditing(false)
    // The button is back with the next drawing of the page.
    requestAnimationFrame(() => opener.current?.focus())
  }
  return (
    <section aria-label={t('service.drawingOf', { title })} className="grid content-start gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <span className="me-auto font-[550]" translate="no">
          {title}
        </span>
        {mayEdit && data && !isEditing && (
          <Button ref={opener} size="dense" onClick={() => setEditing(true)}>
            {t('service.setPositions')}
          </Button>
        )}
        {!isEditing && (
          <Button size="dense" variant="quiet" onClick={onClose}>
            {t('service.closeDrawing')}
          </Button>
        )}
      </div>
      {file === null && <p className="text-13 text-text-2">{t('service.drawingHasNoFile')}</p>}
      {!data && isLoadingError && <PanelFailure what={title} onRetry={() => void refetch()} />}
      {file !== null && !data && !isLoadingError && <Skeleton className="h-64" />}
      {file !== null && data && isEditing && (
        <MarkEditor key={file.id} id={id} drawing={drawing} file={file} shown={data} onDone={close} />
      )}
      {file !== null && data && !isEditing && (
        <Shown key={file.id} {...{ id, drawing, file, position, onPosition, onAdd }} shown={data} />
      )}
      {file !== null && <Download id={id} drawing={drawing} file={file} />}
    </section>
  )
}

function useMayEdit(): boolean {
  const { create, update, remove } = drawingMarks.calls
  const checks = [usePermission(create), usePermission(update), usePermission(remove)]
  return checks.every(({ allowed }) => allowed)
}

interface ShownProps extends Omit<DrawingViewProps, 'onClose'> {
  file: DrawingFile
  shown: PartsDrawing
}

function Shown({ id, drawing, file, shown, position, onPosition, onAdd }: ShownProps) {
  const { marks, parts } = shown
  const markOf = (wanted: string | undefined) => marks.find((mark) => mark.position === wanted)
  const [turned, setTurned] = useState<{ of: string | undefined; page: number }>()
  // Another position leads to its page, whichever was turned to before.
  const page = turned?.of === position && turned ? turned.page : (markOf(position)?.page ?? 1)
  return (
    <>
      {kindOf(file) !== 'file' && (
        <p className="text-12 text-text-2">
          {marks.length === 0 ? t('service.noPositionsYet') : t('service.pressPosition')}
        </p>
      )}
      <DrawingPicture
        id={id}
        drawing={drawing}
        file={file}
        page={page}
        onPage={(next) => setTurned({ of: position, page: next })}
      >
        <ul aria-label={t('service.positionsOnDrawing', { title: drawing.title })}>
          {marks
            .filter((mark) => mark.page === page)
            .map((mark) => (
              <li key={mark.position} className="contents">
                <MarkButton
                  mark={mark}
                  label={labelOf(mark.position, parts)}
                  isChosen={mark.position === position}
                  onClick={() => onPosition(mark.position)}
                />
              </li>
            ))}
        </ul>
      </DrawingPicture>
      <PositionParts position={position} parts={parts} onAdd={onAdd} />
    </>
  )
}

function labelOf(position: string, parts: PartsDrawing['parts']): string {
  const at = parts.filter((part) => part.position === position)
  const part = at.find(({ isFitted }) => isFitted) ?? at[0]
  return part === undefined ? t('service.markOf', { position }) : t('service.markOfPart', { position, name: part.name })
}

function Download({ id, drawing, file }: { id: string; drawing: Drawing; file: DrawingFile }) {
  const [isBusy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      saveFile(await readFile(fileRequest(id, drawing, file)), file.name)
    } catch (failure) {
      showToast({ message: failure instanceof Error ? failure.message : String(failure), tone: 'failed' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div>
      <Button size="dense" busy={isBusy} onClick={() => void download()}>
        {t('resource.download', { name: file.name })}
      </Button>
    </div>
  )
}
