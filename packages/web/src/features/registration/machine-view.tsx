import { declared } from '../../resource/registry.ts'
import type { ResourceView } from '../../resource/view.ts'
import { LiveState } from './live-state.tsx'

/** The declared machines under the name that tells the register from the live overview. */
export const installedMachines = { ...declared('machine'), noun: ['machine', 'installed machines'] as const }

export const machineView: ResourceView = {
  columns: ['live', 'customerId', 'locationId', 'serial', 'nextDue'],
  sections: [
    { fields: ['machineID', 'description', 'customerId', 'locationId', 'location'] },
    {
      title: 'Machine',
      fields: ['configurationId', 'serial', 'designSpeed', 'staleAfterSeconds', 'minorStopSeconds', 'tagMapId'],
    },
    { title: 'Service', fields: ['commissionedAt', 'warrantyEnd', 'lastService', 'nextDue'] },
  ],
  extraColumns: [
    { name: 'live', label: 'Live state', render: (row) => <LiveState machineID={String(row.machineID)} /> },
  ],
  within: { locationId: { field: 'customerId', path: '/v1/customers/{parentId}/locations' } },
  removal: { act: 'Retire', done: 'retired' },
}
