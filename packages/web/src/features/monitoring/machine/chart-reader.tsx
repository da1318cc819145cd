import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'

/** What a reader is told of one point of a chart. */
interface Reading {
  title: string
  text: string
}

interface ChartReaderProps {
  /** What is read, for the name of the control. */
  label: string
  /** Id of the chart in words. */
  describedBy: string
  count: number
  /** The point under a place of the width, 0 to 1. */
  indexAt: (place: number) => number
  /** The place of a point, 0 to 1. */
  placeOf: (index: number) => number
  read: (index: number) => Reading
  children: ReactNode
}

/**
 * Makes a chart readable point by point. To the keyboard and to screen readers it is a slider along its points; the
 * pointer finds the point below it. Both open the same reading. Escape closes it.
 */
export function ChartReader({ label, describedBy, count, indexAt, placeOf, read, children }: ChartReaderProps) {
  const [index, setIndex] = useState<number>()
  const last = count - 1
  const current = index === undefined ? undefined : Math.min(last, index)

  const point = (event: PointerEvent) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    setIndex(Math.min(last, Math.max(0, indexAt((event.clientX - left) / width))))
  }
  const step = (event: KeyboardEvent) => {
    const next = stepFrom(event.key, current ?? last, last)
    if (next === undefined) return
    event.preventDefault()
    setIndex(next === 'none' ? undefined : next)
  }

  const reading = current === undefined ? undefined : read(current)
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-describedby={describedBy}
      aria-valuemin={1}
      aria-valuemax={Math.max(1, count)}
      aria-valuenow={(current ?? last) + 1}
      aria-valuetext={words(reading ?? read(last))}
      className="relative h-full touch-pan-y rounded-state"
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => setIndex(undefined)}
      onFocus={(event) => event.target.matches(':focus-visible') && setIndex((before) => before ?? last)}
      onBlur={() => setIndex(undefined)}
      onKeyDown={step}
    >
      {children}
      {reading && current !== undefined && <ReadingTip place={placeOf(current)} reading={reading} />}
    </div>
  )
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

function words({ title, text }: Reading): string {
  return `${title}, ${text}`
}

/** A line at the point and a note beside it; the nearer an edge, the more of the note lies on the other side. */
function ReadingTip({ place, reading }: { place: number; reading: Reading }) {
  const percent = `${place * 100}%`
  return (
    <div aria-hidden="true" className="pointer-events-none">
      <div className="absolute inset-y-0 border-l border-dashed border-text" style={{ left: percent }} />
      <div
        className="absolute top-1/2 z-5 rounded-control bg-overlay px-2.5 py-2 text-12 whitespace-nowrap text-on-bar tabular-nums shadow-float"
        style={{ left: percent, translate: `-${percent} -50%` }}
      >
        <b className="block font-semibold">{reading.title}</b>
        <span className="text-on-bar-2">{reading.text}</span>
      </div>
    </div>
  )
}
