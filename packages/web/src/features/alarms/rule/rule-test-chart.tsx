import type { RuleTest } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { absoluteLabel } from '../../../lib/format/dates.ts'
import { readableDecimal } from '../../../lib/format/decimal-text.ts'
import { formatReading, numberFormat } from '../../../lib/format/numbers.ts'
import { hatchOf } from '../../../ui/hatch.ts'
import { chartOf, HEIGHT, WIDTH } from './chart-shape.ts'

interface RuleTestChartProps {
  test: RuleTest
  machine: RuleTest['tested'][number]
  alarms: RuleTest['alarms']
  /** As it was typed: a limit may have more digits than a number of JavaScript. */
  limit: string | undefined
}

const hatching = hatchOf('var(--line-2)')

/** The numbers of a tag over the days of a test with the limit as a dashed line; times in which the rule would have had an alarm are tinted. */
export function RuleTestChart({ test, machine, alarms, limit }: RuleTestChartProps) {
  const span = { from: Date.parse(test.from), to: Date.parse(test.to) }
  const shape = chartOf(machine.points, alarms, span, limit === undefined ? undefined : Number(limit))
  if (shape === undefined) return <p className="text-text-2">{t('alarms.noNumbersOfTheTag')}</p>
  return (
    <figure dir="ltr" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
      <div
        aria-hidden="true"
        className="flex flex-col justify-between text-end text-11 leading-none text-text-3 tabular-nums"
        style={{ height: HEIGHT }}
      >
        <span>{formatScale(shape.top)}</span>
        <span>{formatScale(shape.bottom)}</span>
      </div>
      {/* The picture is stretched, which would slant the lines of what is unknown in another way: they are behind it. */}
      <div className="relative border-y border-grid" style={{ height: HEIGHT }}>
        {shape.gaps.map(({ x, width }) => (
          <span
            key={x}
            data-gap=""
            className="absolute inset-y-0"
            style={{ left: `${(100 * x) / WIDTH}%`, width: `${(100 * width) / WIDTH}%`, background: hatching }}
          />
        ))}
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          className="relative block size-full"
        >
          {shape.alarms.map(({ x, width }) => (
            <rect key={x} data-alarm="" x={x} width={width} y={0} height={HEIGHT} className="fill-bad opacity-20" />
          ))}
          <path d={shape.band} className="fill-series-1 stroke-series-1" vectorEffect="non-scaling-stroke" />
          {shape.limit !== undefined && (
            <path
              data-limit=""
              d={`M0 ${shape.limit}H${WIDTH}`}
              className="fill-none stroke-series-2"
              strokeWidth={1.5}
              strokeDasharray="5 4"
              vectorEffect="non-scaling-stroke"
            />
          )}
        </svg>
      </div>
      <span />
      <div className="flex justify-between gap-2 text-11 text-text-3 tabular-nums" aria-hidden="true">
        <span>{absoluteLabel(test.from)}</span>
        <span>{absoluteLabel(test.to)}</span>
      </div>
      <figcaption className="sr-only">
        {t('alarms.chartInWords', {
          machineID: machine.machineID,
          least: formatReading(shape.least),
          most: formatReading(shape.most),
          limit: limit === undefined ? '' : readable(limit),
          count: machine.alarms,
        })}
      </figcaption>
    </figure>
  )
}

function readable(limit: string): string {
  return /^-?\d+(\.\d+)?$/.test(limit) ? readableDecimal(limit) : limit
}

function formatScale(value: number): string {
  return numberFormat({ maximumSignificantDigits: 4 }).format(value)
}
