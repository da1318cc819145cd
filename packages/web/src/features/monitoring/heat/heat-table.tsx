import { t } from '@packhouse/messages'
import { useState } from 'react'
import { formatCount } from '../../../lib/format/numbers.ts'
import type { SiteClock } from '../../../lib/format/site-clock.ts'
import { hatchOf } from '../../../ui/hatch.ts'
import { heatColour } from '../../../ui/heat-colour.ts'
import { useHeatPlace } from '../../../ui/heat-keys.ts'
import { cellWords, type HeatCell, type HeatDay } from './heat-grid.ts'

const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))
const hatched = hatchOf('var(--line-2)')

interface HeatTableProps {
  grid: readonly HeatDay[]
  highest: number
  clock: SiteClock
}

/** Days by hours, a table to screen readers. It is one tab stop, arrow keys move inside; the text below describes the current cell. */
export function HeatTable({ grid, highest, clock }: HeatTableProps) {
  const { table, place, setPlace, onKeyDown } = useHeatPlace(
    { row: grid.length - 1, hour: clock.hourOf(Date.now()) },
    grid.length - 1,
  )
  const [read, setRead] = useState<{ day: number; hour: number }>()
  const words = (day: number, hour: number) => {
    const { at = 0, cells } = grid[day] ?? { cells: [] }
    const cell = cells[hour]
    return cell ? `${clock.day(at)}, ${hours[hour]}:00: ${cellWords(cell)}` : ''
  }
  return (
    <div className="relative overflow-x-auto px-4 pb-3">
      <table
        dir="ltr"
        ref={table}
        onKeyDown={onKeyDown}
        onPointerLeave={() => setRead(undefined)}
        className="w-full min-w-[640px] border-separate border-spacing-[2px] text-11 tabular-nums"
      >
        <caption className="sr-only">{t('monitoring.cyclesInEachHourOfThe', { zone: clock.zone })}</caption>
        <thead>
          <tr className="text-text-3">
            <th scope="col" className="w-[76px] text-start font-normal">
              <span className="sr-only">{t('monitoring.day')}</span>
            </th>
            {hours.map((hour) => (
              <th key={hour} scope="col" className="text-center font-normal">
                {hour}
              </th>
            ))}
            <th scope="col" className="w-14 text-end font-normal">
              {t('monitoring.total')}
            </th>
          </tr>
        </thead>
        <tbody>
          {grid.map(({ date, at, cells, total }, day) => (
            <tr key={date} className="h-[18px]">
              <th
                scope="row"
                className="bg-surface max-md:sticky max-md:start-0 max-md:z-1 text-start text-12 font-normal whitespace-nowrap text-text-2"
              >
                {clock.day(at)}
              </th>
              {cells.map((cell, hour) => (
                <td
                  key={hours[hour]}
                  tabIndex={place.row === day && place.hour === hour ? 0 : -1}
                  onFocus={() => {
                    setPlace({ row: day, hour })
                    setRead({ day, hour })
                  }}
                  onBlur={() => setRead(undefined)}
                  onPointerEnter={({ pointerType }) => pointerType !== 'touch' && setRead({ day, hour })}
                  className="rounded-state focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-focus"
                  style={{ background: background(cell, highest) }}
                >
                  <span className="sr-only">{cellWords(cell)}</span>
                </td>
              ))}
              <td className="text-end text-12 font-semibold">{formatCount(total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p aria-hidden="true" className="mt-1.5 min-h-4 text-12 text-text-2 tabular-nums">
        {read ? words(read.day, read.hour) : t('monitoring.pointAtAnHourOrMove')}
      </p>
    </div>
  )
}

function background({ kind, cycles }: HeatCell, highest: number): string | undefined {
  if (kind !== 'hour') return undefined
  return cycles === null ? hatched : heatColour(highest > 0 ? cycles / highest : 0)
}
