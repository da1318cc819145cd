import { t } from '@packhouse/messages'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import type { Reading, Readings } from './reading.ts'
import { useCursorReader, useSharedCursor } from './shared-cursor.ts'
import { momentAt, placeIn, type TimeSpan } from './time-span.ts'
import { useTimeGestures, type WindowControl } from './use-time-gestures.ts'

interface TimeSurfaceProps {
  /** What is read, for the name of the control. */
  label: string
  /** What is read, in the readout of all charts, and its place there. */
  name: string
  order: number
  /** Id of the chart in words. */
  describedBy: string
  span: TimeSpan
  readings: Readings
  control: WindowControl
  /** Scrolls sideways on phones, where one finger then scrolls and does not move the window. */
  scrolls?: boolean
  children: ReactNode
}

/**
 * Makes a chart readable point by point, and lets hands move its window. To the keyboard and to screen readers it is a
 * slider along its points; the mouse reads the point below it, and a finger reads by a tap: what scrolls or pans reads nothing.
 * The same moment is read in every chart of the page. Escape closes the reading, and once more zooms out. Shift with an arrow
 * pans, plus and minus zoom.
 */
export function TimeSurface(props: TimeSurfaceProps) {
  const { label, name, order, describedBy, span, readings, control, scrolls = false, children } = props
  const surface = useRef<HTMLDivElement>(null)
  const [moment, point] = useSharedCursor()
  const { selection, reads, handlers } = useTimeGestures(surface, span, control)
  const last = readings.count - 1
  const indexAt = (at: number) => {
    const found = last < 0 ? undefined : readings.indexAt(at)
    return found === undefined ? undefined : Math.min(last, Math.max(0, found))
  }
  const current = moment === undefined ? undefined : indexAt(moment)
  useCursorReader({
    order,
    name,
    read: (at) => {
      const index = indexAt(at)
      return index === undefined ? undefined : readings.read(index)
    },
  })
  const read = (index: number): Reading =>
    index < 0 ? { title: t('monitoring.noDataInThisTimeRange'), text: '' } : readings.read(index)
  const show = (at: number) => point(at, surface.current ?? undefined)

  const track = (event: PointerEvent) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    if (reads()) show(momentAt(span, (event.clientX - left) / width))
  }
  const isFinger = ({ pointerType }: PointerEvent) => pointerType === 'touch'
  const step = (event: KeyboardEvent) => {
    const zoomed = zoomOfKey(event, span)
    if (zoomed) control.zoomTo(zoomed)
    const next = zoomed || event.shiftKey ? undefined : stepFrom(event.key, current ?? last, last)
    if (event.key === 'Escape' && moment === undefined) control.zoomOut()
    if (!zoomed && next === undefined) return
    event.preventDefault()
    if (next === 'none') point(undefined)
    else if (next !== undefined && last >= 0) show(readings.momentOf(next))
  }
  return (
    <div
      ref={surface}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-describedby={describedBy}
      aria-valuemin={1}
      aria-valuemax={Math.max(1, readings.count)}
      aria-valuenow={Math.max(1, (current ?? last) + 1)}
      aria-valuetext={words(read(current ?? last))}
      className={classNames(
        'relative h-full cursor-crosshair touch-pan-y rounded-state select-none',
        scrolls && 'max-md:[touch-action:pan-x_pan-y]',
      )}
      {...handlers}
      onPointerMove={(event) => {
        handlers.onPointerMove(event)
        if (!isFinger(event)) track(event)
      }}
      onPointerDown={(event) => {
        if (!isFinger(event)) track(event)
        handlers.onPointerDown(event)
      }}
      onPointerUp={(event) => {
        if (isFinger(event)) track(event)
        handlers.onPointerUp(event)
      }}
      onPointerLeave={(event) => !isFinger(event) && point(undefined)}
      onFocus={(event) => event.target.matches(':focus-visible') && last >= 0 && show(readings.momentOf(last))}
      onBlur={() => point(undefined)}
      onKeyDown={step}
    >
      {children}
      {selection && (
        <div
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 border-x border-kraft bg-kraft-soft opacity-60"
          style={{ left: `${selection.from * 100}%`, width: `${(selection.to - selection.from) * 100}%` }}
        />
      )}
      {moment !== undefined && placeIn(span, moment) >= 0 && placeIn(span, moment) <= 1 && (
        <div
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 border-l border-dashed border-text"
          style={{ left: `${placeIn(span, moment) * 100}%` }}
        />
      )}
    </div>
  )
}

/** The window a key leads to: Shift with an arrow pans by a quarter, plus and minus zoom. */
function zoomOfKey({ key, shiftKey }: KeyboardEvent, span: TimeSpan): TimeSpan | undefined {
  const length = span.to - span.from
  const by = (from: number, to: number) => ({ from: span.from + from * length, to: span.to + to * length })
  if (shiftKey && key === 'ArrowLeft') return by(-0.25, -0.25)
  if (shiftKey && key === 'ArrowRight') return by(0.25, 0.25)
  if (key === '+') return by(0.25, -0.25)
  return key === '-' ? by(-0.5, 0.5) : undefined
}

/** The point a key leads to; 'none' closes the reading, undefined is no key of ours. */
function stepFrom(key: string, from: number, last: number): number | 'none' | undefined {
  const far = Math.max(1, Math.round(last / 10))
  const targets: Record<string, number | 'none'> = {
    ArrowLeft: from - 1,
    ArrowDown: from - 1,
    ArrowRight: from + 1,
    ArrowUp: from + 1,
    PageDown: from - far,
    PageUp: from + far,
    Home: 0,
    End: last,
    Escape: 'none',
  }
  const target = targets[key]
  return typeof target === 'number' ? Math.min(last, Math.max(0, target)) : target
}

function words({ title, text, other, difference }: Reading): string {
  const value =
    other === undefined ? title : t('monitoring.comparedBy', { reading: title, other, difference: difference ?? '' })
  return text === '' ? value : `${value}, ${text}`
}
