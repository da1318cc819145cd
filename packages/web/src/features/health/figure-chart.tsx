import { t } from '@packhouse/messages'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { hatchOf } from '../../ui/hatch.ts'
import { BOTTOM, gapsOf, HEIGHT, type Point, scaleTop, stretchesOf, WIDTH, xOf, yOf } from './chart-shape.ts'

export interface FigureChartProps {
  label: string
  points: readonly Point[]
  /** Words of a point: its time and its value. */
  pointWords: (place: number) => string
  /** The most that it should be. */
  target?: number | null
  /** Where the line goes on if all stays as it is: from the last point to there. */
  forecast?: { x: number; value: number } | undefined
  /** Whether the area below the line is filled: for amounts that flow or wait. */
  filled?: boolean
  /** The top of the scale, where it is fixed. */
  highest?: number
  /** Words below the picture, from its begin to its end. */
  axis: readonly string[]
}

const hatching = hatchOf('var(--line-2)')

/** A figure over time. The pointer and the arrows read single points; what is not known is hatched. */
export function FigureChart(props: FigureChartProps) {
  const { label, points, pointWords, target = null, forecast, filled = false, axis } = props
  const [place, setPlace] = useState<number>()
  const highest = props.highest ?? scaleTop([...points.map(({ value }) => value), target, forecast?.value ?? null])
  const last = points.length - 1
  const known = points.findLast(({ value }) => value !== null)
  const read = place === undefined ? undefined : points[place]
  const onKeyDown = (event: KeyboardEvent) => {
    const next = placeAfter(event.key, place ?? last, last)
    if (event.key === 'Escape') setPlace(undefined)
    else if (next === undefined) return
    else setPlace(next)
    event.preventDefault()
  }
  const onPointerMove = ({ clientX, currentTarget }: PointerEvent<HTMLDivElement>) => {
    const box = currentTarget.getBoundingClientRect()
    const x = (clientX - box.left) / box.width
    setPlace(
      points.reduce((best, point, at) => (Math.abs(point.x - x) < Math.abs((points[best]?.x ?? 0) - x) ? at : best), 0),
    )
  }
  return (
    <figure dir="ltr">
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={place ?? last}
        aria-valuetext={pointWords(place ?? last)}
        onKeyDown={onKeyDown}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && setPlace(last)}
        onBlur={() => setPlace(undefined)}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setPlace(undefined)}
        className="relative touch-pan-y outline-offset-2 focus-visible:outline-2 focus-visible:outline-focus"
      >
        {/* The picture below is stretched, which would slant the lines in another way. */}
        {gapsOf(points).map(({ from, to }) => (
          <span
            key={from}
            data-gap=""
            className="absolute min-w-px"
            style={{
              left: `${100 * from}%`,
              width: `${100 * (to - from)}%`,
              top: yOf(highest, highest),
              height: BOTTOM - yOf(highest, highest),
              background: hatching,
            }}
          />
        ))}
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="relative block h-[104px] w-full overflow-visible"
          aria-hidden="true"
        >
          {[0, 0.5, 1].map((share) => (
            <path
              key={share}
              d={`M0 ${yOf(share, 1)}H${WIDTH}`}
              className="fill-none stroke-grid"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {stretchesOf(points).map((stretch) => {
            const [first] = stretch
            const line = stretch.map(({ x, value }) => `${xOf(x)} ${yOf(value, highest)}`).join('L')
            const end = xOf(stretch.at(-1)?.x ?? 0)
            return (
              <g key={first?.x}>
                {filled && (
                  <path
                    d={`M${xOf(first?.x ?? 0)} ${BOTTOM}L${line}L${end} ${BOTTOM}Z`}
                    className="fill-series-1 opacity-10"
                  />
                )}
                <path
                  // A single reading is a dot: a line without length has only its round ends.
                  d={stretch.length === 1 ? `M${line}h0` : `M${line}`}
                  className="fill-none stroke-series-1"
                  strokeWidth={stretch.length === 1 ? 5 : 1.75}
                  strokeLinecap="round"
                  strokeLinejoin="round"
                  vectorEffect="non-scaling-stroke"
                />
              </g>
            )
          })}
          {target !== null && (
            <path
              data-target=""
              d={`M0 ${yOf(target, highest)}H${WIDTH}`}
              className="fill-none stroke-series-2"
              strokeWidth={1.5}
              strokeDasharray="5 4"
              vectorEffect="non-scaling-stroke"
            />
          )}
          {forecast && known && (
            <path
              data-forecast=""
              d={`M${xOf(known.x)} ${yOf(known.value ?? 0, highest)}L${xOf(forecast.x)} ${yOf(forecast.value, highest)}`}
              className="fill-none stroke-warn"
              strokeWidth={1.75}
              strokeDasharray="1.5 4"
              strokeLinecap="round"
              vectorEffect="non-scaling-stroke"
            />
          )}
          {read && (
            <path
              d={`M${xOf(read.x)} 0V${BOTTOM}`}
              className="fill-none stroke-text-3"
              vectorEffect="non-scaling-stroke"
            />
          )}
        </svg>
        {read && place !== undefined && (
          <span
            aria-hidden="true"
            className={classNames(
              'pointer-events-none absolute top-0 z-1 rounded-state border border-line-2 bg-surface px-1.5 text-11 leading-5 whitespace-nowrap text-text tabular-nums',
              read.x > 0.5 ? '-translate-x-full' : '',
            )}
            style={{ insetInlineStart: `${read.x * 100}%` }}
          >
            {pointWords(place)}
          </span>
        )}
      </div>
      <figcaption className="flex justify-between gap-2 text-11 text-text-3 tabular-nums" aria-hidden="true">
        {axis.map((words, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same words may stand at two places
          <span key={at} className={at % 2 === 1 ? 'max-sm:hidden' : ''}>
            {words}
          </span>
        ))}
      </figcaption>
      {points.every(({ value }) => value === null) && <p className="sr-only">{t('health.nothingMeasured')}</p>}
    </figure>
  )
}

/** @returns undefined for a key that reads nothing */
function placeAfter(key: string, place: number, last: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowLeft: place - 1,
    ArrowRight: place + 1,
    ArrowDown: place - 1,
    ArrowUp: place + 1,
    PageUp: place - 12,
    PageDown: place + 12,
    Home: 0,
    End: last,
  }
  const next = steps[key]
  return next === undefined ? undefined : Math.min(last, Math.max(0, next))
}
