import type { MachineDetails } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { temperatureSign } from '../../../lib/format/temperature-unit.ts'
import { PanelFrame } from '../../../ui/panel-frame.tsx'
import { declaredOf } from '../machine/reading-settings.ts'
import type { Observation } from '../window/observations.ts'
import { MeasureChart } from './measure-chart.tsx'

/** How warm and how damp it was at the machine; a scale for each. */
export function ClimatePanel({ machine, live }: { machine: MachineDetails | undefined; live: readonly Observation[] }) {
  return (
    <PanelFrame title={t('monitoring.temperatureAndHumidity')}>
      <h3 className="px-4 pb-1 text-12 text-text-2">{t('monitoring.temperatureIn', { sign: temperatureSign() })}</h3>
      <MeasureChart
        tag="temperature"
        declared={declaredOf(machine, 'temperature')}
        name={t('monitoring.temperature')}
        order={20}
        live={live}
        height={54}
        withoutTimes
      />
      <h3 className="px-4 pb-1 text-12 text-text-2">{t('monitoring.humidityLabel')}</h3>
      <MeasureChart
        tag="humidity"
        declared={declaredOf(machine, 'humidity')}
        name={t('monitoring.humidity')}
        order={21}
        tone="second"
        live={live}
        height={54}
      />
    </PanelFrame>
  )
}
