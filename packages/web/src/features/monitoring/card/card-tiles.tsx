import { t } from '@packhouse/messages'
import { memo } from 'react'
import { formatPercent, formatRate, formatTemperature, isReading } from '../../../lib/format/numbers.ts'
import { temperatureSign } from '../../../lib/format/temperature-unit.ts'
import { classNames } from '../../../ui/class-names.ts'

interface CardTilesProps {
  utilization: number | null
  temperature: number | null
  cyclesPerMin: number | null
  /** Whether they are of now; otherwise they are the last that are known. */
  live: boolean
}

/** The three figures of a card. */
export const CardTiles = memo(function CardTiles({ utilization, temperature, cyclesPerMin, live }: CardTilesProps) {
  return (
    <dl className="grid grid-cols-3 border-t border-line">
      <Tile
        term={t('monitoring.utilizationLabel')}
        value={formatPercent(utilization)}
        unit="%"
        known={isReading(utilization)}
        live={live}
      />
      <Tile
        term={t('monitoring.temp')}
        value={formatTemperature(temperature)}
        unit={temperatureSign()}
        known={isReading(temperature)}
        live={live}
      />
      <Tile
        term={t('monitoring.cyclesMin')}
        value={formatRate(cyclesPerMin)}
        known={isReading(cyclesPerMin)}
        live={live}
      />
    </dl>
  )
})

interface TileProps {
  term: string
  value: string
  unit?: string
  known: boolean
  live: boolean
}

function Tile({ term, value, unit, known, live }: TileProps) {
  return (
    <div className="pt-2.5 pb-3 ps-3.5 first:ps-4 not-first:border-s not-first:border-line">
      <dt className="text-11 text-text-3">{term}</dt>
      <dd
        className={classNames(
          'mt-0.5 font-display text-17 leading-[22px] whitespace-nowrap tabular-nums',
          known && live ? 'font-semibold' : 'font-medium text-text-3',
        )}
      >
        {value}
        {unit && known && <small className="ms-0.5 font-sans text-12 font-medium text-text-2">{unit}</small>}
      </dd>
    </div>
  )
}
