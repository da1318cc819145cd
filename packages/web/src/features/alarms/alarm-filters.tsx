import { alarmSeverities } from '@packhouse/contract'
import { Button } from '../../ui/button.tsx'
import { CrossIcon } from '../../ui/icons.tsx'
import { Select } from '../../ui/select.tsx'
import { severityLook } from './severity-badge.tsx'
import type { AlarmAddress } from './use-alarm-address.ts'

const severities = [
  { value: '', label: 'All' },
  ...alarmSeverities.map((value) => ({ value: value as string, label: severityLook[value].word })),
]
const acknowledgement = [
  { value: '', label: 'All' },
  { value: 'false', label: 'Not yet' },
  { value: 'true', label: 'Yes' },
]
const people = [
  { value: '', label: 'Anybody' },
  { value: 'me', label: 'Me' },
  { value: 'none', label: 'Nobody' },
]

/** Which alarms are shown. */
export function AlarmFilters({ address }: { address: AlarmAddress }) {
  const { severity, acknowledged, assignee, machineID, change } = address
  return (
    <search aria-label="Filter alarms" className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2.5">
      <Select
        label="Severity"
        options={severities}
        value={severity}
        onValueChange={(value) => change({ severity: value })}
        className="max-md:w-full [&_label]:max-md:w-24"
      />
      <Select
        label="Acknowledged"
        options={acknowledgement}
        value={acknowledged}
        onValueChange={(value) => change({ acknowledged: value })}
        className="max-md:w-full [&_label]:max-md:w-24"
      />
      <Select
        label="Assigned to"
        options={people}
        value={assignee}
        onValueChange={(value) => change({ assignee: value })}
        className="max-md:w-full [&_label]:max-md:w-24"
      />
      {machineID !== '' && (
        <Button size="dense" aria-pressed="true" onClick={() => change({ machineID: '' })}>
          Machine: <span className="code">{machineID}</span>
          <CrossIcon size={12} />
          <span className="sr-only">Show every machine</span>
        </Button>
      )}
    </search>
  )
}
