import { alarmSeverities } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { rich } from '../../lib/language/rich.ts'
import { Button } from '../../ui/button.tsx'
import { CrossIcon } from '../../ui/icons.tsx'
import { Select } from '../../ui/select.tsx'
import { severityLook } from './severity-badge.tsx'
import type { AlarmAddress } from './use-alarm-address.ts'

const severities = [
  { value: '', label: t('general.all') },
  ...alarmSeverities.map((value) => ({ value: value as string, label: severityLook[value].word })),
]
const acknowledgement = [
  { value: '', label: t('general.all') },
  { value: 'false', label: t('alarms.no') },
  { value: 'true', label: t('general.yes') },
]
const people = [
  { value: '', label: t('alarms.anybody') },
  { value: 'me', label: t('alarms.me') },
  { value: 'none', label: t('alarms.unassigned') },
]

/** Which alarms are shown. */
export function AlarmFilters({ address }: { address: AlarmAddress }) {
  const { severity, acknowledged, assignee, machineID, change } = address
  return (
    <search aria-label={t('alarms.filterAlarms')} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2.5">
      <Select
        label={t('alarms.severity')}
        options={severities}
        value={severity}
        onValueChange={(value) => change({ severity: value })}
        className="max-md:w-full [&_label]:max-md:w-24"
      />
      <Select
        label={t('alarms.acknowledged')}
        options={acknowledgement}
        value={acknowledged}
        onValueChange={(value) => change({ acknowledged: value })}
        className="max-md:w-full [&_label]:max-md:w-24"
      />
      <Select
        label={t('alarms.assignedTo')}
        options={people}
        value={assignee}
        onValueChange={(value) => change({ assignee: value })}
        className="max-md:w-full [&_label]:max-md:w-24"
      />
      {machineID !== '' && (
        <Button size="dense" aria-pressed="true" onClick={() => change({ machineID: '' })}>
          <span>{rich('alarms.machineFilter', { machineID: <span className="code">{machineID}</span> })}</span>
          <CrossIcon size={12} />
          <span className="sr-only">{t('alarms.showEveryMachine')}</span>
        </Button>
      )}
    </search>
  )
}
