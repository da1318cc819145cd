import { type ReactNode, use, useLayoutEffect, useRef } from 'react'
import { useWindow } from './machine-window.ts'
import { CursorContext, useSharedCursor } from './shared-cursor.ts'
import { placeIn } from './time-span.ts'

/** Between the line at the moment and the box. */
const AIR = 12
/** Below it the box lies above the chart, so that a finger does not hide it. */
const NARROW = 640

/** The charts of a page, and one box with what all of them show at the moment that is read. */
export function MomentReadout({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  return (
    <div ref={place} className="relative">
      {children}
      <Box place={place} />
    </div>
  )
}

function Box({ place }: { place: { current: HTMLDivElement | null } }) {
  const cursor = use(CursorContext)
  const [moment] = useSharedCursor()
  const { span, clock } = useWindow()
  const box = useRef<HTMLDivElement>(null)
  const share = moment === undefined ? Number.NaN : placeIn(span, moment)
  const isShown = share >= 0 && share <= 1
  useLayoutEffect(() => {
    const [frame, chart] = [place.current?.getBoundingClientRect(), cursor.holder?.getBoundingClientRect()]
    if (!box.current || !frame || !chart || !isShown) return
    const { offsetWidth: width, offsetHeight: height } = box.current
    const line = chart.left + share * chart.width - frame.left
    const isNarrow = frame.width < NARROW
    const left = isNarrow ? line - width / 2 : line + width + AIR > frame.width ? line - width - AIR : line + AIR
    const top = chart.top - frame.top + (isNarrow ? -height - AIR / 2 : (chart.height - height) / 2)
    box.current.style.left = `${Math.max(0, Math.min(frame.width - width, left))}px`
    box.current.style.top = `${top}px`
  })
  if (moment === undefined || !isShown) return null
  const lines = cursor.readAll(moment)
  return (
    <div
      ref={box}
      aria-hidden="true"
      data-readout=""
      className="pointer-events-none absolute z-20 w-max max-w-full rounded-control bg-overlay px-2.5 py-2 text-12 text-on-bar tabular-nums shadow-float"
    >
      <p className="mb-1 text-on-bar-2">
        {clock.day(moment)}, {clock.time(moment)}
      </p>
      <dl className="grid grid-cols-[auto_auto_auto] gap-x-3 gap-y-0.5">
        {lines.map(({ name, reading: { title, other, difference } }) => (
          <div key={name} className="contents">
            <dt className="text-on-bar-2">{name}</dt>
            <dd className="font-semibold [overflow-wrap:anywhere]">{title}</dd>
            <dd className="text-on-bar-2">{[other, difference].filter(Boolean).join(' · ')}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
