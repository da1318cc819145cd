import { placeIn, type TimeSpan, timeTicks } from './history-window.ts'

/** The times below a chart. Each label is centred on its place, those near an edge are kept inside. */
export function TimeAxis({ window }: { window: TimeSpan }) {
  return (
    <div aria-hidden="true" className="relative h-5 text-11 text-text-3 tabular-nums">
      {timeTicks(window).map(({ at, label, minor }) => {
        const place = placeIn(window, at)
        if (place < 0.02 || place > 0.98) return null
        return (
          <span
            key={at}
            className={`absolute top-1.5 -translate-x-1/2 whitespace-nowrap ${minor ? 'max-md:hidden' : ''}`}
            style={{ left: `${place * 100}%` }}
          >
            {label}
          </span>
        )
      })}
    </div>
  )
}

/** Upright grid lines at the times of the axis, for inside an SVG. */
export function TimeGrid({ window, height }: { window: TimeSpan; height: number }) {
  return timeTicks(window).map(({ at }) => {
    const x = `${placeIn(window, at) * 100}%`
    return <line key={at} x1={x} x2={x} y1={0} y2={height} className="stroke-grid" />
  })
}
