import { t } from '@packhouse/messages'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { arrowDirections } from './world-map-marks.ts'
import { degrees } from './world-map-points.ts'
import type { MapState } from './world-map-state.ts'
import { fromScreen, type MapSize, type Place, toScreen, unproject } from './world-map-view.ts'

export interface WorldMapPlacerProps {
  map: MapState
  size: MapSize
  /** Where the crosshair begins; without it in the middle of what is shown. */
  start: Place | undefined
  onPlace: (place: Place) => void
}

/** Says that a press on the map places something, and does the same by keyboard: arrow keys move a crosshair. */
export function WorldMapPlacer({ map, size, start, onPlace }: WorldMapPlacerProps) {
  const [at, setAt] = useState<Place | null>(null)
  const [said, setSaid] = useState('')
  const button = useRef<HTMLButtonElement>(null)
  const hint = useId()
  const move = (by: Place) => {
    if (!at) return
    const { x, y } = toScreen(at, map.view, size)
    const next = fromScreen({ x: x + by.x, y: y + by.y }, map.view, size)
    setAt(next)
    map.reveal(next)
    setSaid(degrees(unproject(next)))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = arrowDirections[event.key]
    const step = event.shiftKey ? LONG_STEP : STEP
    if (arrow) move({ x: arrow.x * step, y: arrow.y * step })
    else if (event.key === 'Enter' && at) {
      onPlace(at)
      setSaid(t('ui.placedAt', { place: degrees(unproject(at)) }))
      button.current?.focus()
    } else if (event.key === 'Escape') button.current?.focus()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      {at && (
        <Crosshair
          at={toScreen(at, map.view, size)}
          describedBy={hint}
          onKeyDown={onKeyDown}
          onBlur={() => setAt(null)}
        />
      )}
      <div className="pointer-events-none absolute inset-x-2.5 bottom-2.5 flex">
        <div className="flex max-w-full flex-wrap items-center gap-x-2 rounded-control border border-line-2 bg-surface py-1 ps-2.5 pe-1 text-12 text-text-2 shadow-raised">
          <span id={hint} className="py-1">
            {at ? t('ui.arrowKeysMoveTheCrosshair') : t('ui.clickTheMapToPlaceThePin')}
          </span>
          <Button
            ref={button}
            size="dense"
            variant="quiet"
            className={at ? 'sr-only' : 'pointer-events-auto'}
            onClick={() => {
              setAt(start ?? { x: map.view.x, y: map.view.y })
              setSaid('')
            }}
          >
            {t('ui.placeItByKeyboard')}
          </Button>
        </div>
      </div>
      <output className="sr-only">{said}</output>
    </>
  )
}

/** How far one press of an arrow key goes, and how far with Shift, pixels. */
const STEP = 4
const LONG_STEP = 40

interface CrosshairProps {
  at: Place
  describedBy: string
  onKeyDown: (event: KeyboardEvent) => void
  onBlur: () => void
}

/** Has the focus as long as it is there. */
function Crosshair({ at, describedBy, ...handlers }: CrosshairProps) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => element.current?.focus({ preventScroll: true }), [])
  return (
    <div
      ref={element}
      // Arrow keys are for the crosshair, not for the reading cursor of a screen reader.
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes keys
      tabIndex={0}
      aria-label={t('ui.crosshair')}
      aria-describedby={describedBy}
      style={{ transform: `translate(${at.x}px, ${at.y}px) translate(-50%, -50%)` }}
      className="pointer-events-none absolute top-0 left-0 z-20 size-8 rounded-full"
      {...handlers}
    >
      <svg viewBox="0 0 32 32" className="size-full stroke-text" strokeWidth="1.5" aria-hidden="true">
        <path d="M16 0v13M16 19v13M0 16h13M19 16h13" />
      </svg>
    </div>
  )
}
