import { t } from '@packhouse/messages'
import { LiveStateLink } from '../../entities/machine/live-state.tsx'
import { machineView } from '../../entities/machine/machine-view.ts'
import { declared } from '../../resource/registry.ts'
import type { ResourceView } from '../../resource/view.ts'

/** The declared machines, named to distinguish the register from the live overview. */
const machine = declared('machine')
export const installedMachines = {
  ...machine,
  noun: [machine.noun[0], t('registration.installedMachinesWord')] as const,
}

export const installedMachinesView: ResourceView = {
  ...machineView,
  columns: ['live', 'customerId', 'locationId', 'serial', 'nextDue'],
  extraColumns: [
    {
      name: 'live',
      label: t('registration.liveState'),
      render: (row) => <LiveStateLink machineID={String(row.machineID)} />,
      isState: true,
    },
  ],
}
