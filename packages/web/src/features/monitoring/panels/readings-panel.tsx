import type { MachineDetails } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { formatReading } from '../../../lib/format/numbers.ts'
import { compareNames } from '../../../lib/format/order.ts'
import { Button } from '../../../ui/button.tsx'
import { CrossIcon } from '../../../ui/icons.tsx'
import { PanelFrame } from '../../../ui/panel-frame.tsx'
import { Select } from '../../../ui/select.tsx'
import { useWindow } from '../window/machine-window.ts'
import type { Observation } from '../window/observations.ts'
import { MeasureChart } from './measure-chart.tsx'
import { ReadingsTable } from './readings-table.tsx'

/** Fields of every record that are not charted elsewhere, by their words. */
const fields: Readonly<Record<string, string>> = {
  cyclesPerMin: t('monitoring.cyclesMin'),
  totalCycles: t('monitoring.totalCycles'),
  totalRejects: t('monitoring.totalRejects'),
}

/** The newest readings, and charts of the numeric readings that the reader chooses. */
export function ReadingsPanel({ machine, live }: { machine: MachineDetails; live: readonly Observation[] }) {
  const { view, change } = useWindow()
  const left = numbersOf(machine).filter((tag) => !view.tags.includes(tag))
  const options = [
    { value: '', label: t('monitoring.chooseAReading') },
    ...left.map((tag) => ({ value: tag, label: nameOf(tag) })),
  ]
  return (
    <PanelFrame
      title={t('monitoring.readings')}
      className="mt-4 overflow-hidden"
      aside={
        <Select
          label={t('monitoring.addAChart')}
          options={options}
          value=""
          onValueChange={(tag) => tag !== '' && change({ tags: [...view.tags, tag] })}
        />
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] xl:grid-cols-[minmax(0,1.62fr)_minmax(0,1fr)]">
        <div>
          {view.tags.length === 0 && <p className="px-4 pb-4 text-text-2">{t('monitoring.chooseWhatElseYouWantTo')}</p>}
          {view.tags.map((tag) => (
            <div key={tag}>
              <div className="flex items-center gap-2 px-4">
                <h3 className="min-w-0 [overflow-wrap:anywhere]">{nameOf(tag)}</h3>
                <Button
                  variant="quiet"
                  size="dense"
                  aria-label={t('monitoring.removeTheChartOf', { tag: nameOf(tag) })}
                  onClick={() => change({ tags: view.tags.filter((other) => other !== tag) })}
                >
                  <CrossIcon />
                </Button>
              </div>
              <MeasureChart tag={tag} name={nameOf(tag)} unit="" live={live} height={110} format={formatReading} />
            </div>
          ))}
        </div>
        <ReadingsTable readings={machine.machineData} />
      </div>
    </PanelFrame>
  )
}

function nameOf(tag: string): string {
  return fields[tag] ?? tag
}

/** The tags of which there is a history of numbers: fields of every record, and numeric and boolean readings. */
function numbersOf({ machineData }: MachineDetails): string[] {
  const readings = Object.keys(machineData).filter((tag) => ['number', 'boolean'].includes(typeof machineData[tag]))
  return [...Object.keys(fields), ...readings.sort(compareNames)]
}
