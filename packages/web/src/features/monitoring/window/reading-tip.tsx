import type { Reading } from './time-surface.tsx'

/** A line at the moment that is read and a note beside it; the nearer an edge, the more of the note lies on the other side. */
export function ReadingTip({ place, reading }: { place: number; reading: Reading | undefined }) {
  const percent = `${place * 100}%`
  return (
    <div aria-hidden="true" className="pointer-events-none">
      <div className="absolute inset-y-0 border-l border-dashed border-text" style={{ left: percent }} />
      {reading && (
        <div
          className="absolute top-1/2 z-5 rounded-control bg-overlay px-2.5 py-2 text-12 whitespace-nowrap text-on-bar tabular-nums shadow-float"
          style={{ left: percent, translate: `-${percent} -50%` }}
        >
          <b className="block font-semibold">{reading.title}</b>
          <span className="text-on-bar-2">{reading.text}</span>
        </div>
      )}
    </div>
  )
}
