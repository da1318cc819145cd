import { standings } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { FilterSelect } from '../../resource/table/filter-select.tsx'
import { Button } from '../../ui/button.tsx'
import { InfoIcon } from '../../ui/icons.tsx'
import type { Option } from '../../ui/option-combobox.tsx'
import { Segments } from '../../ui/segments.tsx'
import { type FleetFilter, fleetSorts } from './fleet-rows.ts'
import { standingView } from './standing-view.ts'
import type { FleetMachine } from './use-fleet.ts'
import { type FleetAddress, laneHours } from './use-fleet-address.ts'

const sortLabels = {
  attention: t('fleet.attentionFirst'),
  customer: t('fleet.byCustomer'),
  speedLoss: t('fleet.bySpeedLoss'),
  name: t('fleet.byMachine'),
}

interface FleetHeadProps {
  machines: readonly FleetMachine[]
  /** How many more there are that are not shared with the reader. */
  notShared: number
  address: FleetAddress
}

/** How many machines are in each state, and what is shown. */
export function FleetHead({ machines, notShared, address }: FleetHeadProps) {
  const { filter, setFilter, clear, isFiltered, sort, setSort, hours, setHours, choices } = address
  const selects: [keyof FleetFilter, string, readonly Option[]][] = [
    ['customer', t('fleet.customer'), choices.customers.map(({ id, name }) => ({ value: id, label: name }))],
    ['type', t('fleet.machineType'), choices.types.map(toOption)],
    ['model', t('fleet.model'), choices.models.map(toOption)],
    ['standing', t('general.state'), standings.map((value) => ({ value, label: standingView(value).word }))],
    [
      'alarm',
      t('fleet.alarms'),
      [
        { value: 'active', label: t('fleet.withAnActiveAlarm') },
        { value: 'none', label: t('fleet.withoutAlarms') },
      ],
    ],
  ]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 py-3 ps-5 pe-6 max-md:px-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Counts machines={machines} />
        <div className="flex min-w-0 flex-wrap gap-2">
          <Segments
            label={t('fleet.order')}
            options={fleetSorts.map((value) => ({ value, label: sortLabels[value] }))}
            value={sort}
            onValueChange={setSort}
          />
          <Segments
            label={t('fleet.window')}
            options={laneHours.map((value) => ({ value, label: hoursWords(Number(value)) }))}
            value={hours}
            onValueChange={setHours}
          />
        </div>
      </div>
      <search aria-label={t('fleet.filterMachines')} className="flex flex-wrap items-center gap-2">
        {selects.map(([name, label, options]) => (
          <div key={name} className="max-w-60 min-w-32 flex-1 max-md:max-w-none max-md:min-w-[calc(50%-4px)]">
            <FilterSelect
              label={label}
              options={options}
              value={filter[name]}
              onChange={(value) => setFilter(name, value)}
            />
          </div>
        ))}
        {isFiltered && (
          <Button variant="quiet" size="dense" onClick={clear}>
            {t('general.clearFilters')}
          </Button>
        )}
      </search>
      {notShared > 0 && (
        <p className="flex items-center gap-1.5 text-13 text-text-2">
          <InfoIcon size={14} className="shrink-0 text-text-3" />
          {filter.standing === '' && filter.alarm === ''
            ? t('fleet.notShared', { count: notShared })
            : t('fleet.notSharedUnknown', { count: notShared })}
        </p>
      )}
    </div>
  )
}

function toOption(value: string): Option {
  return { value, label: value }
}

function hoursWords(hours: number): string {
  return hours > 24 ? t('fleet.windowOfDays', { days: hours / 24 }) : t('fleet.windowOfHours', { hours })
}

function Counts({ machines }: { machines: readonly FleetMachine[] }) {
  const counts = Map.groupBy(machines, ({ standing }) => standing)
  return (
    <ul aria-label={t('fleet.machinesByState')} className="flex flex-wrap gap-x-4 gap-y-1 text-13 text-text-2">
      {standings.map((standing) => {
        const { word, icon: Shape, colour } = standingView(standing)
        const count = counts.get(standing)?.length ?? 0
        if (count === 0) return null
        return (
          <li key={standing} className="flex items-center gap-1.5 whitespace-nowrap">
            <Shape size={14} className={colour} />
            <b className="font-semibold text-text tabular-nums">{count}</b> {word}
          </li>
        )
      })}
    </ul>
  )
}
