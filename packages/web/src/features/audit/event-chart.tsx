import type { AuthLogBuckets } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type PointerEvent, useState } from 'react'
import { axisEnd } from '../../lib/axis-end.ts'
import { dateFormat } from '../../lib/format/date-formats.ts'
import { formatCount } from '../../lib/format/numbers.ts'
import { ChartScale } from '../../ui/chart-scale.tsx'

const HEIGHT = 96
/** Where times stand below the picture; fewer of them on a phone. */
const AXIS = [0, 0.25, 0.5, 0.75, 1]

interface EventChartProps {
  data: AuthLogBuckets
  unit: 'minute' | 'hour'
  window: { from: number; to: number } | undefined
  onWindow: (window: { from: number; to: number } | undefined) => void
}

/** Entries as bars, refusals red. Dragging over them chooses a window; the arrows do so too, and Escape gives it up. */
export function EventChart({ data: { buckets, to }, unit, window, onWindow }: EventChartProps) {
  const [drag, setDrag] = useState<{ from: number; to: number }>()
  const top = axisEnd(Math.max(1, ...buckets.map(({ events }) => events)))
  const width = 100 / buckets.length
  const startOf = (place: number) => Date.parse(buckets[place]?.start ?? to)
  const placeOf = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const box = currentTarget.getBoundingClientRect()
    return Math.min(buckets.length - 1, Math.max(0, Math.floor(((clientX - box.left) / box.width) * buckets.length)))
  }
  const chosen = drag ?? placesOf(buckets, window)
  const choose = (from: number, last: number) => onWindow({ from: startOf(from), to: startOf(last + 1) })
  const onKeyDown = (key: string, isLonger: boolean): boolean => {
    const step = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0
    if (key === 'Escape' && window !== undefined) onWindow(undefined)
    else if (step === 0) return false
    else {
      const { from, to: last } = chosen ?? { from: buckets.length - 1 - step, to: buckets.length - 1 - step }
      const within = (place: number) => Math.min(buckets.length - 1, Math.max(0, place))
      choose(isLonger ? from : within(from + step), Math.max(from, within(last + step)))
    }
    return true
  }
  const label = dateFormat(unit === 'minute' || buckets.length <= 24 ? 'time' : 'dateTime')
  return (
    <figure dir="ltr" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 px-4 pb-3">
      <ChartScale top={top} className="h-24" />
      <svg
        width="100%"
        height={HEIGHT}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrows choose the window that dragging chooses
        tabIndex={0}
        role="application"
        aria-label={t('audit.chooseAWindow')}
        className="block touch-pan-y cursor-crosshair overflow-visible outline-offset-2 focus-visible:outline-2 focus-visible:outline-focus"
        onKeyDown={(event) => onKeyDown(event.key, event.shiftKey) && event.preventDefault()}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setDrag({ from: placeOf(event), to: placeOf(event) })
        }}
        onPointerMove={(event) => drag && setDrag({ ...drag, to: placeOf(event) })}
        onPointerUp={() => {
          if (drag) choose(Math.min(drag.from, drag.to), Math.max(drag.from, drag.to))
          setDrag(undefined)
        }}
        onPointerCancel={() => setDrag(undefined)}
      >
        {[0.5, HEIGHT / 2].map((y) => (
          <line key={y} x1="0" x2="100%" y1={y} y2={y} className="stroke-grid" />
        ))}
        {buckets.map(({ start, events, refused }, place) => {
          const height = (HEIGHT * events) / top
          const red = (HEIGHT * refused) / top
          const x = `${(place + 0.12) * width}%`
          return (
            <g key={start}>
              <rect
                x={x}
                width={`${width * 0.76}%`}
                y={HEIGHT - height + red}
                height={height - red}
                className="fill-series-1"
              />
              <rect x={x} width={`${width * 0.76}%`} y={HEIGHT - height} height={red} className="fill-bad" />
            </g>
          )
        })}
        {chosen && (
          <rect
            x={`${Math.min(chosen.from, chosen.to) * width}%`}
            width={`${(Math.abs(chosen.to - chosen.from) + 1) * width}%`}
            y={-3}
            height={HEIGHT + 6}
            className="fill-transparent stroke-kraft"
            strokeWidth={2}
          />
        )}
        <line x1="0" x2="100%" y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} className="stroke-line-2" />
      </svg>
      <div className="col-start-2 mt-1 flex justify-between text-11 text-text-3 tabular-nums" aria-hidden="true">
        {AXIS.map((share) => (
          <span key={share} className={share % 0.5 === 0 ? '' : 'max-md:hidden'}>
            {label.format(startOf(Math.round(share * buckets.length)))}
          </span>
        ))}
      </div>
      <figcaption className="sr-only">
        {t('audit.eventsInPicture', {
          buckets: buckets
            .filter(({ events }) => events > 0)
            .map(({ start, events }) => `${label.format(Date.parse(start))} ${formatCount(events)}`)
            .join(', '),
        })}
      </figcaption>
    </figure>
  )
}

function placesOf(buckets: AuthLogBuckets['buckets'], window: EventChartProps['window']) {
  if (window === undefined) return undefined
  const within = buckets.flatMap(({ start }, place) => {
    const at = Date.parse(start)
    return at >= window.from && at < window.to ? [place] : []
  })
  const [from] = within
  return from === undefined ? undefined : { from, to: within.at(-1) ?? from }
}
