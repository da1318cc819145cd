import type { MachineDetails } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { isDemoMode } from '../../../lib/demo-mode.ts'
import { compareNames } from '../../../lib/format/order.ts'
import { hasPermission } from '../../../lib/permission.ts'
import { useSession } from '../../../lib/session.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { CrossIcon } from '../../../ui/icons.tsx'
import { PanelFrame } from '../../../ui/panel-frame.tsx'
import { Select } from '../../../ui/select.tsx'
import { declaredOf } from '../machine/reading-settings.ts'
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
  const maySet = hasPermission(useSession(), 'readingSetting.update') && !isDemoMode()
  const left = numbersOf(machine).filter((tag) => !view.tags.includes(tag))
  const options = [
    { value: '', label: t('monitoring.chooseAReading') },
    ...left.map((tag) => ({ value: tag, label: nameOf(tag) })),
  ]
  return (
    <PanelFrame
      title={t('monitoring.readings')}
      bare
      aside={
        <div className="flex flex-wrap items-center gap-2.5">
          {maySet && (
            <AppLink
              href="/telemetry/readings"
              className="text-13 text-text-2 underline underline-offset-2 max-md:inline-flex max-md:min-h-11 max-md:items-center"
            >
              {t('monitoring.normalRangesAndDecimals')}
            </AppLink>
          )}
          <Select
            label={t('monitoring.addAChart')}
            options={options}
            value=""
            onValueChange={(tag) => tag !== '' && change({ tags: [...view.tags, tag] })}
          />
        </div>
      }
    >
      <div className={classNames('grid grid-cols-[minmax(0,1fr)]', view.tags.length > 0 && 'xl:grid-cols-2')}>
        <div className="empty:hidden">
          {view.tags.map((tag, place) => (
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
              <MeasureChart
                tag={tag}
                declared={declaredOf(machine, tag)}
                name={nameOf(tag)}
                order={30 + place}
                live={live}
                height={90}
              />
            </div>
          ))}
        </div>
        <ReadingsTable machine={machine} />
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
