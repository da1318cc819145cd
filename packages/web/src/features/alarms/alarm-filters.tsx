import { alarmSeverities } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { FilterSelect } from '../../resource/table/filter-select.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import type { Option } from '../../ui/option-combobox.tsx'
import { FilterIcon } from '../../ui/tool-icons.tsx'
import { AlarmChoice } from './alarm-choice.tsx'
import { severityLook } from './severity-badge.tsx'
import { type AlarmAddress, type FilterName, filterNames, periods } from './use-alarm-address.ts'

const choices = { customerId: 'customer', machineID: 'machine', ruleId: 'rule' } as const
const selects: Record<Exclude<FilterName, keyof typeof choices>, { label: string; options: readonly Option[] }> = {
  severity: {
    label: t('alarms.severity'),
    options: alarmSeverities.map((value) => ({ value, label: severityLook[value].word })),
  },
  state: {
    label: t('alarms.state'),
    options: [
      { value: 'active', label: t('alarms.active') },
      { value: 'returned', label: t('alarms.returnedNotAcknowledged') },
    ],
  },
  days: {
    label: t('alarms.began'),
    options: periods.map((days) => ({ value: days, label: t('alarms.lastDays', { days: Number(days) }) })),
  },
  acknowledged: {
    label: t('alarms.acknowledged'),
    options: [
      { value: 'false', label: t('alarms.no') },
      { value: 'true', label: t('general.yes') },
    ],
  },
  assignee: {
    label: t('alarms.assignedTo'),
    options: [
      { value: 'me', label: t('alarms.me') },
      { value: 'none', label: t('alarms.unassigned') },
    ],
  },
}
/** What means nothing in a list: alarms of the history have all cleared. */
const without: Record<'open' | 'cleared', readonly FilterName[]> = { open: [], cleared: ['state'] }

/** So many filters stand over the list on phones; the rest unfolds. */
const ON_PHONES = 2

interface AlarmFiltersProps {
  address: AlarmAddress
  list: 'open' | 'cleared'
  /** Whether nothing fits: then the list itself offers to clear the filters. */
  isEmpty: boolean
}

/** Which alarms are shown. */
export function AlarmFilters({ address, list, isEmpty }: AlarmFiltersProps) {
  const { filters, change, clear } = address
  const shown = filterNames.filter((name) => !without[list].includes(name))
  const [isUnfolded, setIsUnfolded] = useState(false)
  const isFiltered = shown.some((name) => filters[name] !== '')
  return (
    <search aria-label={t('alarms.filterAlarms')} className="flex flex-wrap items-center gap-2 p-2">
      {shown.map((name, place) => (
        <div
          key={name}
          className={classNames(
            'w-40 max-md:w-[calc(50%-4px)]',
            // One that is set stays in view, so that nobody wonders where the rest is.
            place >= ON_PHONES && !isUnfolded && filters[name] === '' && 'max-md:hidden',
          )}
        >
          {name === 'customerId' || name === 'machineID' || name === 'ruleId' ? (
            <AlarmChoice of={choices[name]} value={filters[name]} onChange={(value) => change({ [name]: value })} />
          ) : (
            <FilterSelect {...selects[name]} value={filters[name]} onChange={(value) => change({ [name]: value })} />
          )}
        </div>
      ))}
      <Button
        variant="quiet"
        className="md:hidden"
        aria-expanded={isUnfolded}
        onClick={() => setIsUnfolded(!isUnfolded)}
      >
        <FilterIcon size={15} />
        {isUnfolded ? t('resource.less') : t('resource.more')}
      </Button>
      {isFiltered && !isEmpty && (
        <Button size="dense" variant="quiet" onClick={clear}>
          {t('general.clearFilters')}
        </Button>
      )}
    </search>
  )
}
