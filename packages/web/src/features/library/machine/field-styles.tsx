import type { LibraryMachineFleet } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { formatCount, formatRate } from '../../../lib/format/numbers.ts'
import { cellClasses } from '../../../resource/table/resource-table.tsx'
import { headClasses } from '../../../resource/table/table-head.tsx'
import { WarningIcon } from '../../../ui/icons.tsx'
import { findingWords } from '../fleet-finding.ts'

const WIDTH = 206

interface FieldStylesProps {
  fleet: LibraryMachineFleet
  design: number | undefined
}

/** Speeds while running by packaging style, as far as recipes name one: P10 to P90, the median, and the design speed. */
export function FieldStyles({ fleet, design }: FieldStylesProps) {
  const { styles, withoutStyle } = fleet
  if (styles.length === 0) return null
  const known = [...styles, ...(withoutStyle ? [withoutStyle] : [])]
  const ends = known.flatMap(({ p10, p90 }) => [p10, p90]).filter((end) => end !== null)
  const span = {
    from: Math.min(...ends, design ?? Number.POSITIVE_INFINITY) * 0.9,
    to: Math.max(...ends, design ?? 0) * 1.03,
  }
  return (
    <div className="overflow-x-auto">
      <table className="w-full border-separate border-spacing-0 text-13">
        <thead>
          <tr>
            <th className={`${headClasses} text-start`}>{t('library.runs')}</th>
            <th className={`${headClasses} text-end`}>{t('library.machines')}</th>
            <th className={`${headClasses} text-start`}>{t('library.measuredSpeed')}</th>
            <th className={`${headClasses} text-end`}>{t('library.median')}</th>
            <th className={`${headClasses} text-end`}>{t('library.hours')}</th>
          </tr>
        </thead>
        <tbody>
          {styles.map((figures) => (
            <FiguresRow
              key={figures.style.id}
              name={figures.style.name}
              figures={figures}
              span={span}
              design={design}
            />
          ))}
          {withoutStyle && (
            <FiguresRow name={t('library.styleNotKnown')} figures={withoutStyle} span={span} design={design} />
          )}
        </tbody>
      </table>
    </div>
  )
}

type Figures = Omit<LibraryMachineFleet['styles'][number], 'style' | 'promises'>

interface FiguresRowProps {
  name: string
  figures: Figures
  span: { from: number; to: number }
  design: number | undefined
}

function FiguresRow({ name, figures, span, design }: FiguresRowProps) {
  return (
    <tr>
      <td className={`${cellClasses} font-semibold`}>{name}</td>
      <td className={`${cellClasses} text-end tabular-nums`}>{formatCount(figures.machines)}</td>
      <td className={cellClasses}>
        <MeasuredBar figures={figures} span={span} design={design} />
      </td>
      <td className={`${cellClasses} text-end tabular-nums`}>
        {formatRate(figures.median)}
        {figures.finding && (
          <span title={findingWords(figures.finding)}>
            <WarningIcon size={12} className="ms-1 inline text-warn" />
            <span className="sr-only">{findingWords(figures.finding)}</span>
          </span>
        )}
      </td>
      <td className={`${cellClasses} text-end tabular-nums text-text-2`}>{formatCount(figures.hours)}</td>
    </tr>
  )
}

function MeasuredBar({ figures: { p10, median, p90 }, span, design }: Omit<FiguresRowProps, 'name'>) {
  if (p10 === null || p90 === null || median === null) {
    return (
      <span
        aria-hidden="true"
        className="block h-3.5 w-[206px] bg-[repeating-linear-gradient(135deg,transparent_0_4px,var(--line-2)_4px_5px)]"
      />
    )
  }
  const at = (speed: number) => Math.round(((speed - span.from) / (span.to - span.from)) * WIDTH)
  return (
    <svg width={WIDTH} height={16} aria-hidden="true" className="block rtl:-scale-x-100">
      <path d={`M0 8h${WIDTH}`} stroke="var(--grid)" />
      <rect
        x={at(p10)}
        y={4}
        width={Math.max(2, at(p90) - at(p10))}
        height={8}
        fill="var(--series-fill)"
        stroke="var(--series-1)"
        strokeWidth={0.8}
      />
      {design !== undefined && <path d={`M${at(design)} 0v16`} stroke="var(--kraft)" strokeWidth={2} />}
      <path d={`M${at(median)} 2v12`} stroke="var(--series-1)" strokeWidth={2.5} />
    </svg>
  )
}
