import { t } from '@packhouse/messages'
import { LiveState } from '../../entities/machine/live-state.tsx'
import { machineView } from '../../entities/machine/machine-view.ts'
import type { ResourceView } from '../../resource/view.ts'

/** The machines of a customer; each leads to its live page. */
export const machinesOfCustomer: ResourceView = {
  ...machineView,
  columns: ['state', 'location', 'serial', 'lastService', 'nextDue'],
  extraColumns: [
    {
      name: 'state',
      label: t('general.state'),
      render: ({ machineID }) => <LiveState machineID={String(machineID)} />,
    },
  ],
  page: ({ machineID }) => `/machines/${encodeURIComponent(String(machineID))}`,
}
