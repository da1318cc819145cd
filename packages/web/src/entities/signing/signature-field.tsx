import { SIGNATURE_HEIGHT, SIGNATURE_WIDTH, type SignatureDrawing } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type PointerEvent, useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { SignatureImage } from './signature-image.tsx'
import { pointAt, withPoint, withStroke } from './strokes.ts'

interface SignatureFieldProps {
  drawing: SignatureDrawing
  onDrawing: (change: (before: SignatureDrawing) => SignatureDrawing) => void
}

/** A field to sign in with a finger, a pen or a mouse. Whoever has none of them types the name instead. */
export function SignatureField({ drawing, onDrawing }: SignatureFieldProps) {
  const id = useId()
  const at = (event: PointerEvent) => pointAt(event, event.currentTarget.getBoundingClientRect())
  const begin = (event: PointerEvent) => {
    if (!event.isPrimary || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const point = at(event)
    onDrawing((before) => withStroke(before, point))
  }
  const goOn = (event: PointerEvent) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const point = at(event)
    onDrawing((before) => withPoint(before, point))
  }
  return (
    <div className="grid gap-[5px]">
      <div className="flex min-h-8 items-center justify-between gap-3">
        <span id={id} className="text-12 font-[550] text-text-2">
          {t('service.signHere')}
        </span>
        {drawing.length > 0 && (
          <Button size="dense" variant="quiet" onClick={() => onDrawing(() => [])}>
            {t('service.clearDrawing')}
          </Button>
        )}
      </div>
      <div
        role="img"
        aria-labelledby={id}
        onPointerDown={begin}
        onPointerMove={goOn}
        style={{ aspectRatio: `${SIGNATURE_WIDTH} / ${SIGNATURE_HEIGHT}` }}
        className="w-full touch-none cursor-crosshair rounded-control border border-control bg-surface text-text select-none"
      >
        <SignatureImage drawing={drawing} className="pointer-events-none size-full" />
      </div>
      <p className="text-12 text-text-2">{t('service.drawOrType')}</p>
    </div>
  )
}
