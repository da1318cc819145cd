import { t } from '@packhouse/messages'
import { useState } from 'react'
import { hatchOf } from './hatch.ts'
import { heatColour } from './heat-colour.ts'
import { type HeatPlace, useHeatPlace } from './heat-keys.ts'

/** A column: what stands below it, and what it is called where a cell is read. */
export interface HeatHour {
  short: string
  full: string
}

/** The hours of a day. */
const hoursOfADay = Array.from({ length: 24 }, (_, hour): HeatHour => {
  const short = String(hour).padStart(2, '0')
  return { short, full: `${short}:00` }
})
const hatched = hatchOf('var(--line-2)')

export interface HeatRow {
  name: string
  /** Null where it is hidden. */
  hours: readonly (number | null)[]
}

interface HourHeatMapProps {
  /** What its cells count, for those who hear it. */
  caption: string
  rowHead: string
  rows: readonly HeatRow[]
  /** The 24 columns, where they are not those of a day from midnight on. */
  hours?: readonly HeatHour[]
  /** A figure in words; null is hidden. */
  words: (figure: number | null) => string
}

/** Rows by 24 hours in one hue. It is one tab stop, arrow keys move inside; the text below says the current cell. */
export function HourHeatMap({ caption, rowHead, rows, hours = hoursOfADay, words }: HourHeatMapProps) {
  const { table, place, setPlace, onKeyDown } = useHeatPlace({ row: 0, hour: 9 }, rows.length - 1)
  const [read, setRead] = useState<HeatPlace>()
  const strongest = Math.max(0, ...rows.flatMap((row) => row.hours.map((figure) => figure ?? 0)))
  const shown = read && rows[read.row]
  return (
    <div className="relative overflow-x-auto px-4 pb-3">
      <table
        dir="ltr"
        ref={table}
        onKeyDown={onKeyDown}
        onPointerLeave={() => setRead(undefined)}
        className="w-full min-w-[560px] table-fixed border-separate border-spacing-[2px] text-11 tabular-nums"
      >
        <caption className="sr-only">{caption}</caption>
        <colgroup>
          <col className="w-[120px]" />
        </colgroup>
        {/* The hours stand below, as on an axis. */}
        <thead className="[display:table-footer-group]">
          <tr className="text-text-3">
            <th scope="col" className="text-start font-normal">
              <span className="sr-only">{rowHead}</span>
            </th>
            {hours.map(({ short, full }, place) => (
              <th key={full} scope="col" className="text-center font-normal whitespace-nowrap">
                <span className={place % 3 === 0 ? '' : 'sr-only'}>{short}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have one name
            <tr key={index} className="h-[18px]">
              <th scope="row" className="truncate pe-2 text-start text-12 font-normal text-text-2" title={row.name}>
                {row.name}
              </th>
              {row.hours.map((figure, hour) => (
                <td
                  key={hours[hour]?.full}
                  tabIndex={place.row === index && place.hour === hour ? 0 : -1}
                  onFocus={() => {
                    setPlace({ row: index, hour })
                    setRead({ row: index, hour })
                  }}
                  onBlur={() => setRead(undefined)}
                  onPointerEnter={() => setRead({ row: index, hour })}
                  className="rounded-state focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-focus"
                  style={{ background: figure === null ? hatched : heatColour(strongest > 0 ? figure / strongest : 0) }}
                >
                  <span className="sr-only">{words(figure)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p aria-hidden="true" className="mt-1.5 min-h-4 text-12 text-text-2 tabular-nums">
        {read && shown
          ? `${shown.name}, ${hours[read.hour]?.full}: ${words(shown.hours[read.hour] ?? null)}`
          : t('monitoring.pointAtAnHourOrMove')}
      </p>
    </div>
  )
}
