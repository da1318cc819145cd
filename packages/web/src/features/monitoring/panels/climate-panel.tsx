import { formatReading } from '../../../lib/format/numbers.ts'
import { PanelFrame } from '../../../ui/panel-frame.tsx'
import type { Observation } from '../window/observations.ts'
import { MeasureChart } from './measure-chart.tsx'

/** How warm and how damp it was at the machine; a scale for each. */
export function ClimatePanel({ live }: { live: readonly Observation[] }) {
  return (
    <PanelFrame title="Temperature and humidity">
      <h3 className="px-4 pb-1 text-12 text-text-2">Temperature, °C</h3>
      <MeasureChart tag="temperature" name="Temperature" unit="°C" live={live} height={84} format={formatReading} />
      <h3 className="px-4 pb-1 text-12 text-text-2">Humidity, %</h3>
      <MeasureChart
        tag="humidity"
        name="Humidity"
        unit="%"
        tone="second"
        live={live}
        height={84}
        format={formatReading}
      />
    </PanelFrame>
  )
}
