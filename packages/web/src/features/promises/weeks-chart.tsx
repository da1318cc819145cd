import type { PromiseActual } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { formatPlainDate } from '../../lib/format/dates.ts'
import { PanelFrame } from '../../ui/panel-frame.tsx'
import { figureWords } from './promise-words.ts'

/** Of the picture in its own units, on wide screens and on phones: so its words stay as large. */
const WIDE = { width: 720, labels: 6 }
const NARROW = { width: 360, labels: 2 }
const HEIGHT = 260
const MARGIN = { top: 16, end: 96, bottom: 28, start: 44 }
const TICKS = 5

type Week = PromiseActual['weeks'][number]

/** The speed while running week by week, beside what was promised and tested. */
export function WeeksChart({ promise }: { promise: PromiseActual }) {
  const { weeks, figure, tests, unit } = promise
  const lines = [
    { label: t('promises.promised'), value: figure, dash: undefined },
    { label: t('promises.fat'), value: tests.factory?.value, dash: '7 4' },
    { label: t('promises.sat'), value: tests.site?.value, dash: '2 4' },
  ].filter((line): line is { label: string; value: number; dash: string | undefined } => line.value !== undefined)
  const [first, last] = [weeks[0], weeks.at(-1)]
  return (
    <PanelFrame
      title={t('promises.speedByWeek')}
      aside={<span className="text-12 text-text-2">{t('promises.medianAndSpan')}</span>}
    >
      {first === undefined || last === undefined ? (
        <p className="px-4 pb-6 text-text-2">{t('promises.noRunningTime')}</p>
      ) : (
        <figure className="px-4 pb-3">
          <div className="max-md:hidden">
            <Picture weeks={weeks} lines={lines} {...WIDE} />
          </div>
          <div className="md:hidden">
            <Picture weeks={weeks} lines={lines} {...NARROW} />
          </div>
          <figcaption className="sr-only">
            {t('promises.weeksCaption', {
              from: formatPlainDate(first.week),
              to: formatPlainDate(last.week),
              first: figureWords(first.median),
              last: figureWords(last.median),
              unit,
            })}
          </figcaption>
        </figure>
      )}
    </PanelFrame>
  )
}

interface PictureProps {
  weeks: readonly Week[]
  lines: readonly { label: string; value: number; dash: string | undefined }[]
  width: number
  /** How many weeks are named at most. */
  labels: number
}

function Picture({ weeks, lines, width, labels }: PictureProps) {
  const values = [...weeks.flatMap(({ p10, p90 }) => [p10, p90]), ...lines.map(({ value }) => value)]
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const room = Math.max(high - low, high * 0.1, 1) * 0.12
  const [bottom, top] = [Math.max(0, low - room), high + room]
  const start = Date.parse(weeks[0]?.week ?? '')
  const span = Math.max(1, Date.parse(weeks.at(-1)?.week ?? '') - start)
  const x = ({ week }: Week) => MARGIN.start + ((Date.parse(week) - start) / span) * (width - MARGIN.start - MARGIN.end)
  const y = (value: number) =>
    HEIGHT - MARGIN.bottom - ((value - bottom) / (top - bottom)) * (HEIGHT - MARGIN.top - MARGIN.bottom)
  const ticks = Array.from({ length: TICKS }, (_, place) => bottom + ((top - bottom) * place) / (TICKS - 1))
  const labelled = weeks.filter((_, place) => place % Math.ceil(weeks.length / labels) === 0)
  const band = [
    ...weeks.map((week) => `${x(week)},${y(week.p90)}`),
    ...weeks.toReversed().map((week) => `${x(week)},${y(week.p10)}`),
  ]
  return (
    <div dir="ltr">
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden="true" className="block w-full text-11">
        {ticks.map((tick) => (
          <g key={tick}>
            <line x1={MARGIN.start} x2={width - MARGIN.end} y1={y(tick)} y2={y(tick)} className="stroke-line" />
            <text x={MARGIN.start - 8} y={y(tick) + 4} textAnchor="end" className="fill-text-3">
              {figureWords(Math.round(tick * 10) / 10)}
            </text>
          </g>
        ))}
        {labelled.map((week) => (
          <text key={week.week} x={x(week)} y={HEIGHT - 8} textAnchor="middle" className="fill-text-3">
            {formatPlainDate(week.week)}
          </text>
        ))}
        <polygon points={band.join(' ')} className="fill-text-3 opacity-20" />
        {lines.map(({ label, value, dash }) => (
          <g key={label}>
            <line
              x1={MARGIN.start}
              x2={width - MARGIN.end}
              y1={y(value)}
              y2={y(value)}
              strokeDasharray={dash}
              strokeWidth="1.5"
              className="stroke-kraft-strong"
            />
            <text x={width - MARGIN.end + 6} y={y(value) + 4} className="fill-kraft-strong font-semibold">
              {label}
            </text>
          </g>
        ))}
        <polyline
          points={weeks.map((week) => `${x(week)},${y(week.median)}`).join(' ')}
          fill="none"
          strokeWidth="2"
          className="stroke-action"
        />
        {weeks.map((week) => (
          <circle key={week.week} cx={x(week)} cy={y(week.median)} r="3" className="fill-action">
            <title>{`${formatPlainDate(week.week)}: ${figureWords(week.median)}`}</title>
          </circle>
        ))}
      </svg>
    </div>
  )
}
