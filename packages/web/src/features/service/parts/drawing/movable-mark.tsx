import { t } from '@packhouse/messages'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { numberFormat } from '../../../../lib/format/numbers.ts'
import { MarkButton } from './mark-button.tsx'
import type { Mark } from './use-drawing.ts'

interface MovableMarkProps {
  mark: Pick<Mark, 'position' | 'x' | 'y'>
  isChosen: boolean
  onChoose: () => void
  /** Parts of the width and the height of the drawing. */
  onMove: (x: number, y: number) => void
  onRemove: () => void
}

const STEP = 0.005
const LARGE_STEP = 0.05

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** A position that is dragged, or moved with the arrow keys and removed with Delete. */
export function MovableMark({ mark, isChosen, onChoose, onMove, onRemove }: MovableMarkProps) {
  const { position, x, y } = mark
  const grip = useRef<{ x: number; y: number }>(undefined)
  const percent = (value: number) => numberFormat({ maximumFractionDigits: 1 }).format(value * 100)
  const moveByKey = (event: KeyboardEvent) => {
    if (event.key === 'Delete' || event.key === 'Backspace') onRemove()
    const direction = steps[event.key]
    if (direction === undefined) return
    event.preventDefault()
    const step = event.shiftKey ? LARGE_STEP : STEP
    onMove(x + direction[0] * step, y + direction[1] * step)
  }
  const begin = (event: PointerEvent<HTMLButtonElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    grip.current = { x: event.clientX - left - width / 2, y: event.clientY - top - height / 2 }
    event.currentTarget.setPointerCapture(event.pointerId)
    onChoose()
  }
  const drag = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLButtonElement>) => {
    const sheet = currentTarget.parentElement?.getBoundingClientRect()
    if (grip.current === undefined || sheet === undefined) return
    onMove((clientX - grip.current.x - sheet.left) / sheet.width, (clientY - grip.current.y - sheet.top) / sheet.height)
  }
  const end = () => {
    grip.current = undefined
  }
  return (
    <MarkButton
      mark={mark}
      label={t('service.markAt', { position, x: percent(x), y: percent(y) })}
      isChosen={isChosen}
      aria-keyshortcuts="ArrowLeft ArrowRight ArrowUp ArrowDown Delete"
      className="cursor-grab touch-none active:cursor-grabbing"
      onFocus={onChoose}
      // The drawing below would take the press as a place.
      onClick={(event) => event.stopPropagation()}
      onKeyDown={moveByKey}
      onPointerDown={begin}
      onPointerMove={drag}
      onPointerUp={end}
      onPointerCancel={end}
    />
  )
}
